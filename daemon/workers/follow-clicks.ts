/** Lets the orders of tags' links follow the clicks, in one worker at a time, for a small part of the time. */

import { openPost } from '../../shared/db/if-alone.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { followClicks } from '../tags/follow-clicks.ts';

const followEveryMs = 2_000;
/** It rests so many times as long as it worked: with more to do, links clicked often are followed less often. */
const restFactor = 10;

export function startFollowingClicks({ db, log }: { db: Db; log: Log }, everyMs = followEveryMs): Started {
  const post = openPost(db, 'follow-clicks');
  let restUntil = 0;
  const following = repeat(log, 'follow clicks with the orders of tags', everyMs, async (stopping) => {
    if (performance.now() < restUntil) return;
    await post.ifMine(async (lost) => {
      const signal = AbortSignal.any([stopping, lost]);
      const began = performance.now();
      while (!signal.aborted && (await followClicks(db, signal)));
      restUntil = performance.now() + restFactor * (performance.now() - began);
    });
  });
  return {
    async close() {
      await following.stop();
      await post.release();
    },
  };
}
