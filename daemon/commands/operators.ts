/** The commands `waypost links operator …`, which manage users who oversee the whole installation in the dashboard. */
import type { Command } from 'commander';
import { command, type Flags, parseEmail, withTools } from './core/tools.ts';

const work = () => import('./work/operators.ts');

export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('users who review links of all workspaces');
  for (const [name, isOperator, what] of [
    ['add', true, 'make a user an operator, who supervises all workspaces'],
    ['remove', false, 'remove a user from the operators'],
  ] as const) {
    command(operator, name, what)
      .argument('<email>', 'email they sign in with', parseEmail)
      .action((email: string, flags: Flags) =>
        withTools(flags, async (tools) => (await work()).setOperator(tools, email, isOperator)),
      );
  }
  command(operator, 'list', 'list the operators').action((flags: Flags) =>
    withTools(flags, async (tools) => (await work()).showOperators(tools)),
  );
}
