/** Implementation of `waypost links plan …` and `suspend …`. */
import type { PlanName } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { commandLine, setPlanByHand, suspendByHand } from '../../safety/core/actions.ts';
import type { Tools } from '../core/tools.ts';
import { needWorkspace } from './need-workspace.ts';

export async function setPlan({ db, announceChanges }: Tools, id: string, plan: PlanName) {
  const workspace = await needWorkspace(db, id);
  await inTransaction(db, (trx) => setPlanByHand(trx, workspace, plan, { by: commandLine, now: new Date() }));
  await announceChanges();
  return { id, plan };
}

export async function setSuspension({ db, announceChanges }: Tools, id: string, suspended: boolean) {
  const workspace = await needWorkspace(db, id);
  await inTransaction(db, (trx) => suspendByHand(trx, workspace, suspended, { by: commandLine, now: new Date() }));
  await announceChanges();
  return { id, suspended };
}
