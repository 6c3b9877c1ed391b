/** `waypost links user …` and `key …`: who signs in, and with what programs do. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Permission, permissions } from '../keys/permission.ts';
import { planNames } from '../workspaces/plans.ts';
import { command, type Flags, parseEmail, parseName, withTools } from './core/tools.ts';
import type { KeyFlags, UserFlags } from './work/users.ts';

const work = () => import('./work/users.ts');

function parsePassword(text: string): string {
  if (text.length < 10 || text.length > 200) throw new InvalidArgumentError('it needs 10 to 200 characters');
  return text;
}

/** The environment is for programs: other users of the machine see what stands on a command line. */
const passwordOption = () =>
  new Option('--password <password>', 'at least 10 characters; a random one is printed when left out')
    .argParser(parsePassword)
    .env('NEW_PASSWORD');

const planOption = () => new Option('--plan <plan>', 'plan of the workspace').choices(planNames).default('unlimited');

function parsePermission(text: string): Permission {
  const permission = permissions.find((name) => name === text);
  if (!permission) throw new InvalidArgumentError(`it is one of ${permissions.join(', ')}`);
  return permission;
}

function parseEnd(text: string): Date {
  const end = new Date(text);
  if (!(end.getTime() > Date.now())) throw new InvalidArgumentError('it is no time in the future');
  return end;
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people who sign in');
  command(user, 'create', 'make a user and a workspace of their own')
    .argument('<email>', 'address to sign in with', parseEmail)
    .addOption(passwordOption())
    .option('--name <name>', 'name shown to others', parseName)
    .option('--workspace <name>', 'name of the workspace', parseName)
    .addOption(planOption())
    .option('--unless-any', 'do nothing when there is a user already, else make them an operator')
    .action((email: string, flags: UserFlags) =>
      withTools(flags, async (tools) => (await work()).createUser(tools, email, flags)),
    );

  command(user, 'password', 'set a new password and end all sessions')
    .argument('<email>', 'address they sign in with', parseEmail)
    .addOption(passwordOption())
    .action((email: string, flags: UserFlags) =>
      withTools(flags, async (tools) => (await work()).setPassword(tools, email, flags)),
    );

  command(user, 'first-code', 'show the code that the first account is made with, while nobody has one').action(
    (flags: Flags) => withTools(flags, async (tools) => (await work()).showFirstCode(tools)),
  );

  command(user, 'verify', 'take their word that the address is theirs')
    .argument('<email>', 'address they sign in with', parseEmail)
    .action((email: string, flags: Flags) =>
      withTools(flags, async (tools) => (await work()).verifyUser(tools, email)),
    );

  command(
    user,
    'remove-factors',
    'remove the second factors of a person who has lost them, whose password alone counts then',
  )
    .argument('<email>', 'address they sign in with', parseEmail)
    .action((email: string, flags: Flags) =>
      withTools(flags, async (tools) => (await work()).removeFactors(tools, email)),
    );

  const key = program.command('key').description('API keys');
  command(key, 'create', "make an API key of its workspace's owner")
    .argument('<workspace-id>')
    .argument('<name>', 'what the key is for', parseName)
    .option('--permission <permission>', permissions.join(', '), parsePermission, 'admin')
    .option('--expires-at <time>', 'when it ends, such as 2030-01-31T09:00:00Z', parseEnd)
    .action((id: string, name: string, flags: KeyFlags) =>
      withTools(flags, async (tools) => (await work()).createKey(tools, id, name, flags)),
    );
}
