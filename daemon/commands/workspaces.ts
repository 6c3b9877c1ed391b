/** `npm run links -- plan …` and `suspend …`: what a workspace may. */
import { type Command, InvalidArgumentError } from 'commander';
import type { PlanName } from '../../shared/config.ts';
import { inTransaction } from '../../shared/db.ts';
import { recordAudit } from '../audit-log/record.ts';
import { operator } from '../identity/actor.ts';
import { commandLine, suspendByHand } from '../safety/acts.ts';
import { planNames } from '../workspaces/plans.ts';
import { updatePlan } from '../workspaces/queries.ts';
import { command, type Flags, needWorkspace, type Tools, withTools } from './tools.ts';

function parsePlan(text: string): PlanName {
  const plan = planNames.find((name) => name === text);
  if (!plan) throw new InvalidArgumentError(`it is one of ${planNames.join(', ')}`);
  return plan;
}

async function setPlan({ db, announceChanges }: Tools, id: string, plan: PlanName) {
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

async function setSuspension({ db, announceChanges }: Tools, id: string, suspended: boolean) {
  const workspace = await needWorkspace(db, id);
  await inTransaction(db, (trx) => suspendByHand(trx, workspace, suspended, commandLine, new Date()));
  await announceChanges();
  return { id, suspended };
}

export function addWorkspaceCommands(program: Command): void {
  command(program, 'plan', "set a workspace's plan")
    .argument('<workspace-id>')
    .argument('<plan>', planNames.join(', '), parsePlan)
    .action((id: string, plan: PlanName, flags: Flags) => withTools(flags, (tools) => setPlan(tools, id, plan)));
  for (const [name, suspended, what] of [
    ['suspend', true, 'refuse every API call of a workspace; its links go on'],
    ['unsuspend', false, 'lift a suspension'],
  ] as const) {
    command(program, name, what)
      .argument('<workspace-id>')
      .action((id: string, flags: Flags) => withTools(flags, (tools) => setSuspension(tools, id, suspended)));
  }
}
