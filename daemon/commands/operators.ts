/** `npm run links -- operator …`: who watches over the whole installation in the dashboard. */
import type { Command } from 'commander';
import { inTransaction } from '../../shared/db.ts';
import { deleteOperator, insertOperator, listOperators } from '../identity/operator-queries.ts';
import { findUserByEmail } from '../identity/queries.ts';
import { commandLine, recordAct } from '../safety/acts.ts';
import { command, type Flags, parseEmail, type Tools, withTools } from './tools.ts';

async function setOperator({ db }: Tools, email: string, wanted: boolean) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  const now = new Date();
  await inTransaction(db, async (trx) => {
    const changed = await (wanted ? insertOperator(trx, user.id, now) : deleteOperator(trx, user.id));
    if (changed) await recordAct(trx, commandLine, wanted ? 'operator.add' : 'operator.remove', user.publicId, now);
  });
  return { id: user.publicId, email, operator: wanted };
}

async function showOperators({ db }: Tools) {
  const operators = await listOperators(db);
  return { operators: operators.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })) };
}

export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('users who watch over all workspaces');
  for (const [name, wanted, what] of [
    ['add', true, 'let a user decide what is unsafe, in the dashboard'],
    ['remove', false, 'take that from a user'],
  ] as const) {
    command(operator, name, what)
      .argument('<email>', 'address they sign in with', parseEmail)
      .action((email: string, flags: Flags) => withTools(flags, (tools) => setOperator(tools, email, wanted)));
  }
  command(operator, 'list', 'show them').action((flags: Flags) => withTools(flags, showOperators));
}
