/** The links that a tag or a domain has, as the numbers they are counted under. */
import type { Db } from '../core/tables.ts';
import { listIdsOfTag } from '../links/core/tag-queries.ts';

/** At most `limit` links that bear a tag; with a domain's id only those on it. Links deleted since bear none. */
export async function listLinksOfTag(
  db: Db,
  workspaceId: number,
  tag: string,
  { domainId, limit }: { domainId: number | undefined; limit: number },
): Promise<number[]> {
  const tagIds = await listIdsOfTag(db, workspaceId, tag);
  if (tagIds.length === 0) return [];
  let query = db
    .selectFrom('link_tags')
    .select('link_id as id')
    .where('tag_id', 'in', tagIds)
    // A link may hold several tags that are becoming one.
    .$if(tagIds.length > 1, (all) => all.distinct())
    .limit(limit);
  if (domainId !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('links')
          .select('links.id')
          .whereRef('links.id', '=', 'link_tags.link_id')
          .where('links.domain_id', '=', domainId),
      ),
    );
  }
  return (await query.execute()).map(({ id }) => id);
}

/** The requested domain: its name, `null` for the default one, and its id while it is connected. */
export type NamedDomain = { id: number | undefined; hostname: string | null };

/** At most `limit` links on a domain, those deleted since included, also with it. */
export async function listLinksOfDomain(
  db: Db,
  workspaceId: number,
  { id, hostname }: NamedDomain,
  limit: number,
): Promise<number[]> {
  const living =
    id === undefined
      ? []
      : await db
          .selectFrom('links')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('domain_id', '=', id)
          .limit(limit)
          .execute();
  const deleted = await db
    .selectFrom('deleted_links')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('hostname', hostname === null ? 'is' : '=', hostname)
    .limit(limit)
    .execute();
  // One deleted between the two is in both.
  return [...new Set([...living, ...deleted].map((link) => link.id))];
}
