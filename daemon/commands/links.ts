/** `npm run links -- ban …`: links that an operator stops. */
import type { Command } from 'commander';
import { inTransaction } from '../../shared/db.ts';
import { banByHand, commandLine } from '../safety/acts.ts';
import { command, type Flags, type Tools, withTools } from './tools.ts';

async function ban({ db, config, announceChanges }: Tools, id: string, banned: boolean) {
  const found = await inTransaction(db, (trx) => banByHand(trx, config, id, banned, commandLine, new Date()));
  if (!found) throw new Error(`there is no link ${id}`);
  await announceChanges();
  return { id, banned };
}

export function addLinkCommands(program: Command): void {
  for (const [name, banned, what] of [
    ['ban', true, 'show a warning page instead of a link'],
    ['unban', false, 'let a link redirect again'],
  ] as const) {
    command(program, name, what)
      .argument('<link-id>')
      .action((id: string, flags: Flags) => withTools(flags, (tools) => ban(tools, id, banned)));
  }
}
