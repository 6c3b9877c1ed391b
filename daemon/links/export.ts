/**
 * Exports of links as a file, in the order of the list and with its filters. A page is read only when the client has
 * taken the previous one. So any number of links needs the memory of one page, and reading stops if the client
 * disconnects.
 */
import { patient } from '../../shared/db/db.ts';
import type { Format, Value } from '../../shared/export/formats.ts';
import type { Context } from '../api/context.ts';
import type { Auth } from '../identity/auth.ts';
import { fromLinkCursor } from './core/cursor.ts';
import { type Reader, toLink } from './core/link.ts';
import type { SortedPosition } from './core/order.ts';
import type { Filters } from './core/page-queries.ts';
import { type LinkRow, listLinksByIds } from './core/queries.ts';
import { type ExportQuery, Link } from './core/schema.ts';
import { findPage } from './find-page.ts';

const pageSize = 1_000;

/**
 * The exported fields: a link's fields in answers, except `workspaceId`, which all links share, and `warnings`, which
 * other fields determine.
 */
const linkFields = Object.keys(Link.properties).filter(
  (name) => name !== 'workspaceId' && name !== 'warnings',
) as (keyof Link)[];
const exportColumns = [...linkFields, 'clicks', 'lastClickAt'];

export async function* exportLinks(
  from: Pick<Context, 'db' | 'config' | 'findDomain'>,
  auth: Pick<Auth, 'workspaceId' | 'workspacePublicId'>,
  filters: Filters | undefined,
  {
    exportQuery: { q, sort, order },
    format: { write },
    onUnsealed,
    reader,
  }: {
    exportQuery: Pick<ExportQuery, 'q' | 'sort' | 'order'>;
    format: Format;
    onUnsealed: () => void;
    reader?: Reader;
  },
): AsyncGenerator<string> {
  const context = { ...from, db: patient(from.db) };
  const toValues = (row: LinkRow): Value[] => {
    const link = toLink(context.config, auth.workspacePublicId, row, reader);
    return [...linkFields.map((name) => link[name]), row.clicks, row.last_click_at?.toISOString() ?? null];
  };
  let after: SortedPosition | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const page = filters && (await findPage(context, filters, { q, sort, order, limit: pageSize }, after));
    if (page?.unsealed) onUnsealed();
    const rows = page ? await listLinksByIds(context.db, auth.workspaceId, page.ids) : [];
    const text = write(exportColumns, rows.map(toValues), isFirst);
    if (text !== '') yield text;
    if (!page?.nextCursor) return;
    after = fromLinkCursor({ sort, order }, page.nextCursor);
  }
}
