/**
 * The worker that updates the links of renamed, merged and deleted tags, regardless of which process changed the tag.
 */
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { doInParts } from '../../shared/jobs/suspects.ts';
import { followSome } from '../tags/follow-tag.ts';
import { listReplacedTags } from '../tags/queries.ts';
import type { WorkerStores } from './worker-stores.ts';

const queuedAtOnce = 50;
const lookEveryMs = 2_000;
const lockMs = 10_000;

export function startFollowingTags(stores: WorkerStores): Started {
  const { config, db, log } = stores;
  return startDueJobs<{ id: number }>(stores, {
    name: 'follow-tags',
    atOnce: 2,
    lookEveryMs,
    news: stores.pulse?.news('tags'),
    look: async () => (await listReplacedTags(db, queuedAtOnce)).map((id) => ({ id: `tag-${id}`, data: { id } })),
    work: ({ id }, stopping, begin) => doInParts(() => followSome(db, id, config), begin, stopping),
    inPieces: true,
    // Another worker takes over a killed worker's job after about this time.
    settings: { lockDuration: lockMs, stalledInterval: lockMs / 2 },
    onFailed: (err, job) => log.warn({ err, job }, 'the links of a tag could not be updated; retrying'),
  });
}
