/** `waypost links user …` and `key …`: people who sign in, and keys of programs. */
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

/** The password comes from the environment: other users of the machine can see command lines. */
const passwordOption = () =>
  new Option('--password <password>', 'at least 10 characters; default: a random one, which is printed')
    .argParser(parsePassword)
    .env('NEW_PASSWORD');

const planOption = () => new Option('--plan <plan>', 'plan of the workspace').choices(planNames).default('unlimited');

function parsePermission(text: string): Permission {
  const permission = permissions.find((name) => name === text);
  if (!permission) throw new InvalidArgumentError(`it is one of ${permissions.join(', ')}`);
  return permission;
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('it is no time');
  return time;
}

function parseEnd(text: string): Date {
  const end = parseTime(text);
  if (!(end.getTime() > Date.now())) throw new InvalidArgumentError('it is no time in the future');
  return end;
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('users who sign in');
  command(user, 'create', 'create a user with a workspace')
    .argument('<email>', 'email to sign in with', parseEmail)
    .addOption(passwordOption())
    .option('--name <name>', 'name shown to others', parseName)
    .option('--workspace <name>', 'name of the workspace', parseName)
    .addOption(planOption())
    .option('--unless-any', 'do nothing if there is a user already; otherwise make this one an operator')
    .addOption(
      new Option('--resume <since>', 'answer again if the first user has this email and password, and is not older')
        .argParser(parseTime)
        .hideHelp(),
    )
    .action((email: string, flags: UserFlags) =>
      withTools(flags, async (tools) => (await work()).createUser(tools, email, flags)),
    );

  command(user, 'password', 'set a new password and end all sessions')
    .argument('<email>', 'address they sign in with', parseEmail)
    .addOption(passwordOption())
    .action((email: string, flags: UserFlags) =>
      withTools(flags, async (tools) => (await work()).setPassword(tools, email, flags)),
    );

  command(user, 'first-code', 'show the code for creating the first account, while there is none').action(
    (flags: Flags) => withTools(flags, async (tools) => (await work()).showFirstCode(tools)),
  );

  command(
    user,
    'verify',
    "mark the user's email as verified; the first time, end all access from before, the password too",
  )
    .argument('<email>', 'address they sign in with', parseEmail)
    .action((email: string, flags: Flags) =>
      withTools(flags, async (tools) => (await work()).verifyUser(tools, email)),
    );

  command(user, 'remove-factors', "remove a user's second factors; after that the password is enough to sign in")
    .argument('<email>', 'address they sign in with', parseEmail)
    .action((email: string, flags: Flags) =>
      withTools(flags, async (tools) => (await work()).removeFactors(tools, email)),
    );

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
