/** The commands `waypost user …`, which manage users of links and contacts. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { planNames } from '../workspaces/plans.ts';
import { command, type Flags, parseEmail, parseName, withTools } from './core/tools.ts';
import { type ContactsChoice, contactsChoices, type UserFlags } from './core/user-flags.ts';

const work = () => import('./work/users.ts');

function parsePassword(text: string): string {
  if (text.length < 10 || text.length > 200) throw new InvalidArgumentError('it needs 10 to 200 characters');
  return text;
}

/**
 * Creates the password option. Its value can come from the environment, because other users of the machine can see
 * command lines.
 */
const passwordOption = () =>
  new Option('--password <password>', 'at least 10 characters; default: a random one, which is printed')
    .argParser(parsePassword)
    .env('NEW_PASSWORD');

const planOption = () => new Option('--plan <plan>', 'plan of the workspace').choices(planNames).default('unlimited');

function parseRole(text: string): ContactsChoice {
  const role = contactsChoices.find((name) => name === text);
  if (!role) throw new InvalidArgumentError(`it is one of ${contactsChoices.join(', ')}`);
  return role;
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('it is not a time');
  return time;
}

const siteOption = () => new Option('--site <url>', 'site of contacts; default: the first one');

type SiteFlags = Flags & { site?: string };

export function usersProgram(): Command {
  const user = new Command('waypost user').description('Manage the users of links and contacts.');
  const onOne = (name: string, description: string) =>
    command(user, name, description).argument('<email>', 'email they sign in with', parseEmail);

  command(user, 'create', 'create a user with a workspace')
    .argument('<email>', 'email to sign in with', parseEmail)
    .addOption(passwordOption())
    .option('--name <name>', 'name shown to others', parseName)
    .option('--workspace <name>', 'name of the workspace', parseName)
    .addOption(planOption())
    .option('--contacts <role>', `role in contacts: ${contactsChoices.join(', ')}`, parseRole)
    .option('--unless-any', 'do nothing if there is a user already; otherwise make this one an operator')
    .addOption(
      new Option('--resume <since>', 'answer again if the first user has this email and password, and is not older')
        .argParser(parseTime)
        .hideHelp(),
    )
    .action((email: string, flags: UserFlags) =>
      withTools(flags, async (tools) => (await work()).createUser(tools, email, flags)),
    );

  command(user, 'list', 'list the users with their roles').action((flags: Flags) =>
    withTools(flags, async (tools) => (await work()).listAll(tools)),
  );

  onOne('role', 'change the role in contacts of a user whose email is verified')
    .argument('<role>', contactsChoices.join(', '), parseRole)
    .addOption(siteOption())
    .action((email: string, role: ContactsChoice, flags: SiteFlags) =>
      withTools(flags, async (tools) => (await work()).setRole(tools, email, role, flags.site)),
    );

  command(user, 'list-sites', 'list the sites of contacts with the number of their users').action((flags: Flags) =>
    withTools(flags, async (tools) => (await work()).showSites(tools)),
  );

  command(user, 'remove-site', 'remove a site of contacts that no longer exists, with its roles')
    .argument('<url>', 'its SITE_URL')
    .option('--force', 'also remove a site where users have a role')
    .action((url: string, flags: Flags & { force?: boolean }) =>
      withTools(flags, async (tools) => (await work()).removeSite(tools, url, flags.force === true)),
    );

  onOne('password', 'set a new password and end all sessions')
    .addOption(passwordOption())
    .action((email: string, flags: UserFlags) =>
      withTools(flags, async (tools) => (await work()).setPassword(tools, email, flags)),
    );

  onOne(
    'verify',
    "mark the user's email as verified; the first time, this also ends all earlier access, including the password",
  ).action((email: string, flags: Flags) => withTools(flags, async (tools) => (await work()).verifyUser(tools, email)));

  onOne('remove-factors', "remove a user's second factors; after that the password is enough to sign in").action(
    (email: string, flags: Flags) => withTools(flags, async (tools) => (await work()).removeFactors(tools, email)),
  );

  onOne('delete', 'delete an account with the workspaces of which it is the only member').action(
    (email: string, flags: Flags) => withTools(flags, async (tools) => (await work()).deleteOne(tools, email)),
  );

  command(user, 'first-code', 'show the code for creating the first account, while there is none').action(
    (flags: Flags) => withTools(flags, async (tools) => (await work()).showFirstCode(tools)),
  );
  return user;
}
