/** Numeric ids of a domain's links. */
import type { Db } from '../core/tables.ts';

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
