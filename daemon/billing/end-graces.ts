/** The end of grace periods after failed payments: the plan returns to Free, and nothing is deleted. */
import { inTransaction } from '../../shared/db/db.ts';
import { system } from '../../shared/people/actor.ts';
import type { Db } from '../core/tables.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { getAccount, listEndedGraces } from './core/queries.ts';
import { writeSubscriptionState } from './core/subscription-state.ts';

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
    // The payment has succeeded in the meantime.
    if (before.graceUntil === null || before.graceUntil > now) return;
    const after = { ...before, plan: 'free' as const };
    await writeSubscriptionState(trx, { workspace, before, after, actor: system, reason: 'grace ended' }, now);
  });
