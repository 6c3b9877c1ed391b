/** What `npm run links -- plan …` and `suspend …` do. */
import type { PlanName } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { recordAudit } from '../../audit-log/record.ts';
import { operator } from '../../identity/actor.ts';
import { commandLine, suspendByHand } from '../../safety/core/acts.ts';
import { updatePlan } from '../../workspaces/queries.ts';
import type { Tools } from '../core/tools.ts';
import { needWorkspace } from './need-workspace.ts';

export async function setPlan({ db, announceChanges }: Tools, id: string, plan: PlanName) {
  const workspace = await needWorkspace(db, id);
  const now = new Date();
  await inTransaction(db, async (trx) => {
    await updatePlan(trx, workspace.id, plan, now);
    const entry = { workspaceId: workspace.id, actor: operator, objectId: id, details: { plan } };
    await recordAudit(trx, [{ ...entry, action: 'workspace.plan' }], now);
  });
  await announceChanges();
  return { id, plan };
}

export async function setSuspension({ db, announceChanges }: Tools, id: string, suspended: boolean) {
  const workspace = await needWorkspace(db, id);
  await inTransaction(db, (trx) => suspendByHand(trx, workspace, suspended, commandLine, new Date()));
  await announceChanges();
  return { id, suspended };
}
