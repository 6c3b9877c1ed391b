/** The existing link that redirects like a draft. */
import { sql } from 'kysely';
import type { Db } from '../../core/tables.ts';
import { fieldColumns } from '../core/fields.ts';
import { redirectsTo } from '../core/page-queries.ts';
import type { OpenDraft } from './draft.ts';

/** Columns that do not change where visitors are sent. */
const describing = ['title', 'note', 'preview', 'redirect_type', 'imported_clicks', 'external_id'];
const deciding = fieldColumns.filter((column) => !describing.includes(column));

/** Matches a column with a value or NULL. Texts are compared by bytes. */
const equals = (column: string, value: unknown) =>
  typeof value === 'string'
    ? sql<boolean>`${sql.ref(column)} COLLATE utf8mb4_bin <=> ${value}`
    : sql<boolean>`${sql.ref(column)} <=> ${value}`;

/**
 * Finds the oldest active link that redirects like a draft, other than `own`, the link that this transaction has just
 * created. MariaDB would lose rows if it sorted them, so the index decides the order.
 */
export async function findSame(db: Db, draft: OpenDraft, own?: string): Promise<string | undefined> {
  if (draft.password !== undefined) return undefined;
  let query = db
    .selectFrom('links')
    .select('public_id as publicId')
    .where('workspace_id', '=', draft.workspace_id)
    .where(redirectsTo('links', draft.url))
    .where('archived', '=', false)
    .where('banned', '=', false)
    .where('domain_id', '=', draft.domain_id)
    .where('password_hash', 'is', null)
    .where(sql<boolean>`(expires_at IS NULL OR expires_at > ${new Date()})`)
    .where(sql<boolean>`(max_clicks IS NULL OR uses < max_clicks)`);
  for (const column of deciding) query = query.where(equals(column, draft[column]));
  if (draft.slug !== undefined) query = query.where('slug', '=', draft.slug);
  if (draft.external_id) query = query.where('external_id', '=', draft.external_id);
  if (own !== undefined) query = query.where('public_id', '!=', own).forUpdate();
  return (await query.limit(1).executeTakeFirst())?.publicId;
}
