/** The commands `waypost links plan …` and `suspend …`, which set workspaces' plans and suspend workspaces. */
import { type Command, InvalidArgumentError } from 'commander';
import type { PlanName } from '../../shared/config/config.ts';
import { planNames } from '../workspaces/plans.ts';
import { command, type Flags, withTools } from './core/tools.ts';

const work = () => import('./work/workspaces.ts');

function parsePlan(text: string): PlanName {
  const plan = planNames.find((name) => name === text);
  if (!plan) throw new InvalidArgumentError(`it is one of ${planNames.join(', ')}`);
  return plan;
}

export function addWorkspaceCommands(program: Command): void {
  command(program, 'plan', "set a workspace's plan; unlimited has no limits")
    .argument('<workspace-id>')
    .argument('<plan>', planNames.join(', '), parsePlan)
    .action((id: string, plan: PlanName, flags: Flags) =>
      withTools(flags, async (tools) => (await work()).setPlan(tools, id, plan)),
    );
  for (const [name, suspended, what] of [
    ['suspend', true, 'refuse all API calls of a workspace; its links keep working'],
    ['unsuspend', false, 'lift a suspension'],
  ] as const) {
    command(program, name, what)
      .argument('<workspace-id>')
      .action((id: string, flags: Flags) =>
        withTools(flags, async (tools) => (await work()).setSuspension(tools, id, suspended)),
      );
  }
}
