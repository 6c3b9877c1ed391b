/** Writing the change feed: which keys of the slug map to read again. `sync.ts` reads it. */
import { sql } from 'kysely';
import type { Trx } from '../../shared/db.ts';

/** A key of the slug map; domain 0 is the default short domain. */
export type SlugKey = { domainId: number; slug: string };

/**
 * Adds changes to the feed, at the server's time. Call it last in the transaction: readers look only so long
 * (FEED_GAP_SECONDS) for an id they missed.
 */
export const recordChanges = (trx: Trx, keys: SlugKey[]) =>
  trx
    .insertInto('link_changes')
    .values(keys.map(({ domainId, slug }) => ({ domain_id: domainId, slug, changed_at: sql`UTC_TIMESTAMP(3)` })))
    .execute();

/** Whose access changed: the members, keys, plan or state of a workspace, or the sessions of a user. */
export type AccessChange = { workspaceId: number } | { userId: number };

/** No slug starts with these characters. */
const marks = { workspaceId: '@', userId: '~' } as const;

/**
 * Tells every process to look up afresh who may do what; a revoked key is refused within a second. Call it last in the
 * transaction.
 */
export const recordAccessChanges = (trx: Trx, changes: AccessChange[]) =>
  recordChanges(
    trx,
    changes.map((change) => ({
      domainId: 0,
      slug: 'userId' in change ? `${marks.userId}${change.userId}` : `${marks.workspaceId}${change.workspaceId}`,
    })),
  );

/** The access change that a row of the feed stands for; undefined for a link or a domain. */
export function toAccessChange({ slug }: SlugKey): AccessChange | undefined {
  if (slug.startsWith(marks.workspaceId)) return { workspaceId: Number(slug.slice(1)) };
  if (slug.startsWith(marks.userId)) return { userId: Number(slug.slice(1)) };
  return undefined;
}

/** The Redis channel on which writers wake the readers of the feed. */
export const nudgeChannel = (redisPrefix: string) => `${redisPrefix}:link-changes`;
