/** Sends webhooks events about links, in the transaction of the change. */
import type { Trx } from '../../core/tables.ts';
import { type Happening, tellWebhooks } from '../../webhooks/outbox.ts';
import { type LinkSettings, toLink } from './link.ts';
import { type LinkRow, listLinksByIds } from './queries.ts';

/** Reads the links as they are in the transaction: before a deletion, after a change. */
export const tellOfLinks = (
  trx: Trx,
  config: LinkSettings,
  happening: Happening,
  { ids, detailsOf = () => ({}) }: { ids: number[]; detailsOf?: (id: number) => object },
): Promise<void> =>
  tellWebhooks(trx, happening, async (workspaceId) => {
    const rows = await listLinksByIds(trx, happening.workspaceId, ids);
    return rows.map((row) => ({ link: toLink(config, workspaceId, row), ...detailsOf(row.id) }));
  });

/** For newly created links. */
export const tellOfNewLinks = (trx: Trx, config: LinkSettings, happening: Happening, rows: LinkRow[]): Promise<void> =>
  tellWebhooks(trx, happening, (workspaceId) => rows.map((row) => ({ link: toLink(config, workspaceId, row) })));
