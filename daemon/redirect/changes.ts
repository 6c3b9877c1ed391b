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

/** The Redis channel on which writers wake the readers of the feed. */
export const nudgeChannel = (redisPrefix: string) => `${redisPrefix}:link-changes`;
