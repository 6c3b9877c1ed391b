/** Numeric ids of a tag's or a domain's links. */
import type { Db } from '../core/tables.ts';
import { listIdsOfTag } from '../links/core/tag-queries.ts';

/** Lists at most `limit` links with a tag, on a domain if its id is given. Deleted links have no tags. */
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
    // During a merge a link can have several of these tags.
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

/** The requested domain: its name, `null` for the default domain, and its id while it is connected. */
export type NamedDomain = { id: number | undefined; hostname: string | null };

/** Lists at most `limit` links on a domain, including deleted links and links of a deleted domain. */
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
  // A link deleted between the two reads is in both.
  return [...new Set([...living, ...deleted].map((link) => link.id))];
}
