/** A workspace's links in the order of their creation. */
import type { Db } from '../core/tables.ts';

/** A position in the order of creation of a workspace's links. */
type LinkPosition = { createdAt: Date; id: number };

/** Lists the next links of a workspace, oldest first. */
export const listLinksAfter = (db: Db, workspaceId: number, after: LinkPosition | undefined, limit: number) =>
  db
    .selectFrom('links')
    .select(['id', 'created_at as createdAt', 'domain_id as domainId', 'slug'])
    .where('workspace_id', '=', workspaceId)
    .$if(after !== undefined, (query) => {
      const { createdAt, id } = after as LinkPosition;
      // The first condition limits the index range; the second excludes earlier links created at the same time.
      return query
        .where('created_at', '>=', createdAt)
        .where(({ or, eb }) => or([eb('created_at', '>', createdAt), eb('id', '>', id)]));
    })
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
