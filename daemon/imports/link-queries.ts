/** Queries for a workspace's existing links, used by imports. */
import { type SlugKey, textOfKey } from '../change-feed/changes.ts';
import type { Db } from '../core/tables.ts';
import { type LinkRow, listLinksByIds } from '../links/core/queries.ts';

/** Finds a workspace's links with the given slugs. Returns them keyed by `textOfKey`. */
export async function listOwnLinksAt(db: Db, workspaceId: number, keys: SlugKey[]): Promise<Map<string, LinkRow>> {
  if (keys.length === 0) return new Map();
  const found = await db
    .selectFrom('links')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where((e) =>
      e(
        e.refTuple('domain_id', 'slug'),
        'in',
        keys.map(({ domainId, slug }) => e.tuple(domainId, slug)),
      ),
    )
    .execute();
  const rows = await listLinksByIds(
    db,
    workspaceId,
    found.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [textOfKey({ domainId: row.domain_id, slug: row.slug }), row]));
}

/** Locks links until the transaction ends, and returns their ids. */
export const lockLinkIds = async (trx: Db, workspaceId: number, publicIds: string[]): Promise<number[]> => {
  if (publicIds.length === 0) return [];
  const rows = await trx
    .selectFrom('links')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('public_id', 'in', publicIds)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
};
