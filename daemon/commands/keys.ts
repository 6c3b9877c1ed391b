/** The commands `waypost links key …`, which manage API keys. */
import { type Command, InvalidArgumentError } from 'commander';
import { type Permission, permissions } from '../keys/permission.ts';
import { command, parseName, withTools } from './core/tools.ts';
import type { KeyFlags } from './work/keys.ts';

const work = () => import('./work/keys.ts');

function parsePermission(text: string): Permission {
  const permission = permissions.find((name) => name === text);
  if (!permission) throw new InvalidArgumentError(`it is one of ${permissions.join(', ')}`);
  return permission;
}

function parseEnd(text: string): Date {
  const end = new Date(text);
  if (!(end.getTime() > Date.now())) throw new InvalidArgumentError('it is not a time in the future');
  return end;
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');
  command(key, 'create', 'create an API key for a workspace, in the name of its owner')
    .argument('<workspace-id>')
    .argument('<name>', 'purpose of the key', parseName)
    .option('--permission <permission>', permissions.join(', '), parsePermission, 'admin')
    .option('--expires-at <time>', 'expiry time, such as 2030-01-31T09:00:00Z', parseEnd)
    .option('--replace', "revoke the workspace's other keys of this name")
    .action((id: string, name: string, flags: KeyFlags) =>
      withTools(flags, async (tools) => (await work()).createKey(tools, id, name, flags)),
    );
}
