/**
 * The worker that rescans links, the most clicked ones first. It also keeps the index of destinations up to date, and
 * applies changed threat lists.
 */
import { openPost } from '../../shared/db/if-alone.ts';
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import { announceChanges } from '../change-feed/nudge.ts';
import { applyLists } from '../safety/scans/apply-lists.ts';
import { createHostTurns } from '../safety/scans/host-turns.ts';
import { indexFromFeed } from '../safety/scans/index-from-feed.ts';
import { postponeScan } from '../safety/scans/queries.ts';
import { rankDueScans } from '../safety/scans/rank-due-scans.ts';
import { scanLink } from '../safety/scans/scan-link.ts';
import { createScanner, type ScannerOptions } from '../safety/scans/scanner.ts';
import type { WorkerStores } from './worker-stores.ts';

const everyMs = 500;
/** Attempts for a scan that fails for an internal reason: at once, and later after `retryMs`. */
const tries = { attempts: 3, backoff: 1_000 };
const retryMs = 5 * 60_000;

type Job = { id: number };

export type ScanOptions = WorkerStores &
  Pick<ScannerOptions, 'isAllowed' | 'redirectsMs' | 'recheckMs'> & {
    /** Time between two requests to a host; default: a second. */
    hostPauseMs?: number;
  };

export async function startScans(options: ScanOptions): Promise<Started> {
  const { config, db, commands, log, pulse } = options;
  const announce = () => void announceChanges(commands, config.redisPrefix);
  const scanner = await createScanner({
    ...options,
    takeTurn: createHostTurns(commands, config.redisPrefix, options.hostPauseMs ?? 1_000),
    announceChanges: announce,
    listNews: pulse?.news('lists'),
  });
  const post = openPost(db, 'follow-links');
  const indexMore = indexFromFeed(scanner, post);
  const feed = pulse?.news('feed');
  const index = async (stopping: AbortSignal) => {
    while ((await indexMore()) && !stopping.aborted);
    // Another worker can continue at the next news.
    if (feed?.isHeard()) await post.release();
  };
  const indexing = repeat(log, 'index the destinations of links', everyMs, {
    work: index,
    news: feed && {
      ...feed,
      isHeard: () => feed.isHeard() && !indexMore.hasGaps(),
    },
  });
  const apply = async () => {
    const banned = await applyLists(scanner);
    if (banned > 0) log.info({ banned }, 'links were banned after a change of the threat lists');
  };
  const applying = repeat(log, 'apply changed threat lists', everyMs, { work: apply, news: pulse?.news('lists') });
  const scans = startDueJobs<Job>(options, {
    name: 'scans',
    atOnce: config.safety.scansAtOnce,
    lookEveryMs: everyMs,
    news: pulse?.news('scans'),
    tries,
    async look() {
      const due = await rankDueScans(db, new Date());
      return due.map(({ id, priority }) => ({ id: `scan-${id}`, data: { id }, priority }));
    },
    work: ({ id }) => scanLink(scanner, id),
    onFailed(err, { id }, isLast) {
      log.warn({ err, link: id }, 'a link could not be scanned');
      if (isLast) postponeScan(db, id, new Date(Date.now() + retryMs)).catch(() => {});
    },
  });
  return {
    async close() {
      await Promise.all([indexing.stop(), applying.stop()]);
      await post.release();
      await scans.close();
      await scanner.lists.stop();
    },
  };
}
