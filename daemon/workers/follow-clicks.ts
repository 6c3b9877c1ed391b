/**
 * Updates of links' totals, and of their copies for the lists of tags, after clicks. One worker at a time runs them.
 */
import { openPost } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import { addDueNotes } from '../clicks/link-total-queries.ts';
import { followClicks } from '../tags/follow-clicks.ts';
import type { WorkerStores } from './worker-stores.ts';

const followEveryMs = 2_000;
/** The worker's pause is this many times as long as its work took. Under load, totals are updated less often. */
const restFactor = 10;

type Stores = Pick<WorkerStores, 'db' | 'log' | 'pulse'>;

export function startFollowingClicks({ db, log, pulse }: Stores, everyMs = followEveryMs): Started {
  const post = openPost(db, 'follow-clicks');
  const news = pulse?.news('clicked links');
  let restUntil = 0;
  const follow = async (stopping: AbortSignal) => {
    if (performance.now() < restUntil) return;
    await post.ifMine(async (lost) => {
      const signal = AbortSignal.any([stopping, lost]);
      const startedAt = performance.now();
      await addDueNotes(db, signal);
      while (!signal.aborted && (await followClicks(db, signal)));
      restUntil = performance.now() + restFactor * (performance.now() - startedAt);
    });
    // Another worker can continue at the next news.
    if (news?.isHeard()) await post.release();
  };
  const name = 'update totals of clicked links';
  const following = repeat(log, name, everyMs, { work: follow, news });
  return {
    async close() {
      await following.stop();
      await post.release();
    },
  };
}
