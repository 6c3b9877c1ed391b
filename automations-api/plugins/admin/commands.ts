/** Commands that the plugin adds to `waypost automations`: users of the admin application. */
import { randomBytes } from 'node:crypto';
import { InvalidArgumentError, Option } from 'commander';
import { duplicateKey, inTransaction } from '../../../shared/db/db.ts';
import { people } from '../../../shared/limits-of-fields.ts';
import { isName } from '../../../shared/names.ts';
import { refuseCommon } from '../../../shared/secrets/common-passwords.ts';
import { compile } from '../../../shared/validate.ts';
import { type Role, roles } from '../../host/core/route.ts';
import { orNoLinks } from '../../host/links-database.ts';
import type { PluginCommands, PluginTools } from '../../host/plugin.ts';
import { changeRole } from './admins/change-admin.ts';
import { email as emailSchema } from './core/schema.ts';
import type { AdminTables, Db } from './core/tables.ts';
import {
  type AdminRow,
  findAdminByEmail,
  isInvited,
  listAdmins,
  putLinksAdmin,
  updateAdmin,
} from './people/admin-queries.ts';
import { endSignIns } from './people/end-access.ts';
import { findFirstVisit, insertAnyAdmin, insertFirstAdmin } from './people/first-visit-queries.ts';
import { hasLinksPeople, servesOthers } from './people/installation.ts';
import { joinAccounts, listPairs } from './people/join-accounts.ts';
import { letIn } from './people/let-in.ts';
import { findLinksPersonByEmail, type Links, openLinks } from './people/links-queries.ts';

type Flags = { json?: boolean };
type Tools = PluginTools<AdminTables>;
type CreateFlags = Flags & { password?: string; role: Role; name?: string; unlessAny?: boolean; resume?: Date };

export function addCommands({ program, command, run }: PluginCommands<AdminTables>): void {
  const admin = program.command('admin').description('users of the admin application');

  command(admin, 'create', 'create a user who can sign in at once, and print the password unless one is given')
    .argument('<email>', 'email of the user', parseEmail)
    .addOption(passwordOption())
    .option('--role <role>', roles.join(', '), parseRole, 'administrator')
    .option('--name <name>', 'name of the user', parseName)
    .option('--unless-any', 'do nothing if there is a user already')
    .addOption(
      new Option('--resume <since>', 'answer again if the first user has this email and password, and is not older')
        .argParser((text) => new Date(text))
        .hideHelp(),
    )
    .action((email: string, flags: CreateFlags) => run(flags, (tools) => createAdmin(tools, email, flags)));

  command(admin, 'first-code', 'show the code for creating the first account, while there is none').action(
    (flags: Flags) =>
      run(flags, async ({ db, config }) => (await import('./sessions/first-code.ts')).showFirstCode(db, config)),
  );

  command(admin, 'list', 'list the users').action((flags: Flags) =>
    run(flags, async ({ db }) => (await listAdmins(db)).map(showAdmin)),
  );

  command(admin, 'role', "change a user's role")
    .argument('<email>', 'as `admin list` shows it')
    .argument('<role>', roles.join(', '), parseRole)
    .action((email: string, role: Role, flags: Flags) =>
      run(flags, ({ db, config }) => setRole(db, openLinks(config), email, role)),
    );

  command(admin, 'password', "set a new password, end the user's sessions, and print the password unless one is given")
    .argument('<email>', 'as `admin list` shows it')
    .addOption(passwordOption())
    .action((email: string, flags: Flags & { password?: string }) =>
      run(flags, (tools) => setPassword(tools, email, flags.password)),
    );

  command(admin, 'join', "join each account with the link service's account of the same verified email")
    .option('--dry-run', 'only list the accounts that would be joined, and those that stay separate')
    .action((flags: Flags & { dryRun?: boolean }) => run(flags, (tools) => join(tools, flags.dryRun ?? false)));
}

/** The environment is for programs: other users of the machine see what stands on a command line. */
const passwordOption = () =>
  new Option('--password <password>', '10 to 200 characters').argParser(parsePassword).env('NEW_PASSWORD');

function showAdmin(row: AdminRow) {
  const { passwordHash, wpUserId, linksUserId, ...admin } = row;
  return { ...admin, invited: isInvited(row), wordpress: wpUserId !== null, joined: linksUserId !== null };
}

/** Loaded only here: it brings native code, which `--help` has no use for. */
async function hashPassword(password: string): Promise<string> {
  const { hashPassword: hash } = await import('../../../shared/secrets/passwords.ts');
  return hash(password);
}

/** A given one, or one made up. @throws when the given one is too common */
async function newPassword(given: string | undefined): Promise<string> {
  if (given === undefined) return randomBytes(12).toString('base64url');
  await refuseCommon(given, (message) => new Error(`the password ${message}`));
  return given;
}

async function createAdmin({ db, config }: Tools, email: string, flags: CreateFlags) {
  const links = openLinks(config);
  if (flags.unlessAny && (await hasLinksPeople({ db, links }))) return null;
  if (flags.unlessAny && (await findFirstVisit(db)) === undefined) {
    return findCreated(db, email, flags);
  }
  const person = await letIn({ db, links }, { email, role: flags.role });
  if (person) {
    if (!person.isNew) throw isThere(email);
    const { id, name, role } = person;
    return { id, email: person.email, name, role, joined: true };
  }
  const password = await newPassword(flags.password);
  const { role, name = email.split('@')[0] as string } = flags;
  const passwordHash = await hashPassword(password);
  const insert = flags.unlessAny ? insertFirstAdmin : insertAnyAdmin;
  const id = await insert({ db, links }, { email, name, role, passwordHash }, new Date()).catch((error) => {
    throw duplicateKey(error) === 'admins_email' ? isThere(email) : error;
  });
  if (id === undefined) return null;
  return { id, email, name, role, ...(flags.password === undefined ? { password } : {}) };
}

/** Returns the first user again if the answer to its creation was lost, which its password and age prove. */
async function findCreated(db: Db, email: string, { password = '', resume }: CreateFlags) {
  const admin = await findAdminByEmail(db, email);
  const { verifyPassword } = await import('../../../shared/secrets/passwords.ts');
  if (
    !resume ||
    !admin?.passwordHash ||
    admin.createdAt < resume ||
    !(await verifyPassword(admin.passwordHash, password))
  )
    return null;
  const { id, name, role } = admin;
  return { id, email: admin.email, name, role };
}

const isThere = (email: string) => new Error(`there is a user ${email} already`);

async function setRole(db: Db, links: Links, email: string, role: Role) {
  const admin = (await findJoined(db, links, email)) ?? (await needAdmin(db, email));
  const { id, email: stored } = admin;
  await inTransaction(db, (trx) => changeRole(trx, links, admin, role));
  return { id, email: stored, role };
}

/** Somebody who signs in with an account of the link service. */
async function findJoined(db: Db, links: Links, email: string) {
  const person = await orNoLinks(findLinksPersonByEmail(links, db, email));
  if (!person) return undefined;
  const id = await inTransaction(db, (trx) => putLinksAdmin(trx, person, new Date()));
  return { id, email: person.email, linksUserId: person.userId };
}

/** An invited user can sign in with it, too. */
async function setPassword({ db, config }: Tools, email: string, given: string | undefined) {
  if (await findJoined(db, openLinks(config), email)) {
    throw new Error(`${email} signs in with an account of the link service: waypost links user password ${email}`);
  }
  const { id, email: stored } = await needAdmin(db, email);
  const password = await newPassword(given);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    await updateAdmin(trx, id, { passwordHash });
    await endSignIns(trx, id);
  });
  return { id, email: stored, ...(given === undefined ? { password } : {}) };
}

/** Does at once what the running service does every minute. */
async function join({ db, config }: Tools, isDryRun: boolean) {
  const tools = { db, config, links: openLinks(config) };
  if (await servesOthers(tools)) throw new Error('the link service signs people in to other contacts');
  const pairs = await listPairs(tools);
  if (!isDryRun) {
    for (const pair of pairs) if (pair.isVerified) await joinAccounts(tools, pair);
  }
  const done = isDryRun ? 'would be joined' : 'joined';
  return pairs.map(({ id, email, role, isVerified }) => ({
    id,
    email,
    role,
    outcome: isVerified ? done : 'stays: the link service has not verified the address',
  }));
}

async function needAdmin(db: Db, email: string): Promise<AdminRow> {
  const admin = await findAdminByEmail(db, email);
  if (!admin) throw new Error(`there is no account of ${email} here`);
  return admin;
}

const isEmail = compile(emailSchema);

function parseEmail(text: string): string {
  if (!isEmail(text.trim()).ok) throw new InvalidArgumentError('it is no email address');
  return text.trim();
}

function parsePassword(text: string): string {
  if (text.length < 10 || text.length > 200) throw new InvalidArgumentError('it needs 10 to 200 characters');
  return text;
}

function parseRole(text: string): Role {
  const role = roles.find((name) => name === text);
  if (!role) throw new InvalidArgumentError(`it is one of ${roles.join(', ')}`);
  return role;
}

function parseName(text: string): string {
  if (!isName(text, people.name)) throw new InvalidArgumentError(`it needs 1 to ${people.name} characters on one line`);
  return text.trim();
}
