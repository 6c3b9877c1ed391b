/** Ends the grace after failed payments: the plan goes back to Free, links and all else stay. */
import type { Db } from '../../shared/db.ts';
import { inTransaction } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { repeat } from '../../shared/repeat.ts';
import { system } from '../audit-log/record.ts';
import { getAccount, listEndedGraces } from '../billing/queries.ts';
import { writeStanding } from '../billing/subscription-state.ts';
import { lockWorkspace } from '../members/queries.ts';

const everyMs = 60_000;
const atOnce = 200;

export async function endGraces(db: Db, now: Date): Promise<void> {
  for (;;) {
    const workspaceIds = await listEndedGraces(db, now, atOnce);
    for (const workspaceId of workspaceIds) await endGrace(db, workspaceId, now);
    if (workspaceIds.length < atOnce) return;
  }
}

const endGrace = (db: Db, workspaceId: number, now: Date) =>
  inTransaction(db, async (trx) => {
    const workspace = await lockWorkspace(trx, workspaceId);
    const before = await getAccount(trx, workspaceId);
    // It was paid meanwhile.
    if (before.graceUntil === null || before.graceUntil > now) return;
    const after = { ...before, plan: 'free' as const };
    await writeStanding(trx, { workspace, before, after, actor: system, reason: 'grace ended' }, now);
  });

export const startEndingGraces = (db: Db, log: Log) =>
  repeat(log, 'end the grace of failed payments', everyMs, () => endGraces(db, new Date()));
