/** Lets the totals of links, and the orders of tags' links, follow the clicks, in one worker at a time, for a small part of the time. */

import { openPost } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import { addDueNotes } from '../clicks/link-total-queries.ts';
import { followClicks } from '../tags/follow-clicks.ts';
import type { WorkerStores } from './worker-stores.ts';

const followEveryMs = 2_000;
/** It rests so many times as long as it worked: with more to do, links clicked often are followed less often. */
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
      const began = performance.now();
      await addDueNotes(db, signal);
      while (!signal.aborted && (await followClicks(db, signal)));
      restUntil = performance.now() + restFactor * (performance.now() - began);
    });
    // Another worker may do it at the next news.
    if (news?.isHeard()) await post.release();
  };
  const name = 'follow clicks with totals and orders of links';
  const following = repeat(log, name, everyMs, { work: follow, news });
  return {
    async close() {
      await following.stop();
      await post.release();
    },
  };
}
