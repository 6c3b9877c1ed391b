/** The commands of `waypost links`, for its command line and for the manual's list. */
import { Command } from 'commander';
import { addDomainCommands } from './domains.ts';
import { addImportCommands } from './imports.ts';
import { addKeyCommands } from './keys.ts';
import { addLinkClickCommands } from './link-clicks.ts';
import { addLinkCommands } from './links.ts';
import { addOperatorCommands } from './operators.ts';
import { addSafetyCommands } from './safety.ts';
import { addSpoolCommands } from './spool.ts';
import { addWorkspaceCommands } from './workspaces.ts';

export function linksProgram(): Command {
  const program = new Command('waypost links').description('Operate the link service.');
  addKeyCommands(program);
  addWorkspaceCommands(program);
  addLinkCommands(program);
  addImportCommands(program);
  addDomainCommands(program);
  addSafetyCommands(program);
  addOperatorCommands(program);
  addLinkClickCommands(program);
  addSpoolCommands(program);
  return program;
}
