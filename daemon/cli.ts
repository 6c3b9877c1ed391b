/** `waypost links …`: what an operator does without a browser or an API key. */
import { Command } from 'commander';
import { runEntry } from '../shared/process/entry.ts';
import { addDomainCommands } from './commands/domains.ts';
import { addLinkClickCommands } from './commands/link-clicks.ts';
import { addLinkCommands } from './commands/links.ts';
import { addOperatorCommands } from './commands/operators.ts';
import { addSafetyCommands } from './commands/safety.ts';
import { addUserCommands } from './commands/users.ts';
import { addWorkspaceCommands } from './commands/workspaces.ts';

runEntry('links', async () => {
  const program = new Command('waypost links').description('Operate the link service.');
  addUserCommands(program);
  addWorkspaceCommands(program);
  addLinkCommands(program);
  addDomainCommands(program);
  addSafetyCommands(program);
  addOperatorCommands(program);
  addLinkClickCommands(program);
  await program.parseAsync();
});
