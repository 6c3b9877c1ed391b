/**
 * Hourly maintenance of clicks by one worker: it builds counts for past days, creates partitions for the coming days,
 * and deletes clicks beyond each workspace's retention. Days beyond the longest retention in use are deleted by
 * dropping partitions. Shorter retention is applied to one workspace and a limited number of rows at a time.
 */
import type { Config } from '../../shared/config/config.ts';
import { inTransaction } from '../../shared/db/db.ts';
import type { Db } from '../core/tables.ts';
import { deleteReleasedBatches } from './batch-queries.ts';
import { makeDays } from './make-days.ts';
import { addPartitions, dropPartitions } from './partitions.ts';
import {
  deleteSomeBlocks,
  deleteSomeDays,
  deleteSomeHours,
  listDaysBefore,
  listPlans,
  listRetentions,
} from './retention-queries.ts';
import { dayMs, dayOf } from './time.ts';

/**
 * Number of days for which marks are kept. Parts are dropped after six hours; the rest is a margin for differing
 * clocks. On a quiet installation, there is a mark for nearly every second in which someone clicks.
 */
const batchDays = 1;
const rowsAStatement = 5_000;
/**
 * Limit on deleted blocks per statement. A block can have half a megabyte, and Group Replication refuses transactions
 * of more than 150 MB.
 */
const blocksAStatement = 200;
const workspacesAPage = 500;

/** Extra days beyond a plan's retention, so that a late upgrade keeps its clicks. */
const graceDays = 2;

export type RetentionSettings = Pick<Config, 'plans' | 'downgradeKeepDays'>;

export async function retainClicks(
  db: Db,
  { plans, downgradeKeepDays }: RetentionSettings,
  now: Date,
  stopping = new AbortController().signal,
): Promise<void> {
  const today = dayOf(now.getTime());
  const longest = Math.max(...(await listPlans(db)).map((plan) => plans[plan].retentionDays));
  await addPartitions(db, today);
  // Days are built before any deletion, because the counts of deleted days are subtracted from the links' totals.
  await makeDays(db, now, stopping);
  await dropPartitions(db, today - longest - graceDays);
  const batchesBefore = new Date(now.getTime() - batchDays * dayMs);
  await untilNone(stopping, () => deleteReleasedBatches(db, batchesBefore, rowsAStatement));
  for (let after = 0; ; ) {
    const workspaces = await listRetentions(db, after, workspacesAPage);
    for (const { id, plan, previousPlan, downgradedAt } of workspaces) {
      const isRecent = downgradedAt !== null && now.getTime() - downgradedAt.getTime() < downgradeKeepDays * dayMs;
      const { retentionDays } = plans[isRecent && previousPlan ? previousPlan : plan];
      await deleteClicks(db, id, today - retentionDays - graceDays, stopping);
    }
    if (workspaces.length < workspacesAPage) return;
    after = (workspaces.at(-1) as { id: number }).id;
  }
}

/**
 * Deletes a workspace's clicks on days before `before`. The counts are deleted last, because they show which days have
 * clicks.
 */
export async function deleteClicks(db: Db, workspaceId: number, before: number, stopping: AbortSignal): Promise<void> {
  for (const day of await listDaysBefore(db, workspaceId, before)) {
    await untilNone(stopping, () => deleteSomeBlocks(db, workspaceId, day, blocksAStatement));
    await untilNone(stopping, () => deleteSomeHours(db, workspaceId, day, rowsAStatement));
    await untilNone(stopping, () => inTransaction(db, (trx) => deleteSomeDays(trx, workspaceId, day, rowsAStatement)));
  }
}

async function untilNone(
  stopping: AbortSignal,
  deleteSome: () => Promise<{ numDeletedRows: bigint } | undefined>,
): Promise<void> {
  while (Number((await deleteSome())?.numDeletedRows ?? 0) > 0) stopping.throwIfAborted();
}
