/** `npm run links -- user …` and `key …`: who signs in, and with what programs do. */
import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { duplicateKey, inTransaction } from '../../shared/db.ts';
import { hashPassword } from '../../shared/passwords.ts';
import { recordAudit } from '../audit-log/record.ts';
import { operator } from '../identity/actor.ts';
import { countUsers, findUserByEmail, insertUser, markEmailVerified, updateUser } from '../identity/queries.ts';
import { deleteOtherSessions } from '../identity/session-queries.ts';
import { type Permission, permissions, roleOf } from '../keys/permission.ts';
import { insertApiKey } from '../keys/queries.ts';
import { getOwner, insertWorkspace } from '../workspaces/queries.ts';
import { command, type Flags, needWorkspace, parseEmail, parseName, type Tools, withTools } from './tools.ts';

function parsePassword(text: string): string {
  if (text.length < 10 || text.length > 200) throw new InvalidArgumentError('it needs 10 to 200 characters');
  return text;
}

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

type UserFlags = Flags & { password?: string; workspace?: string; name?: string; unlessAny?: boolean };

async function createUser({ db, config }: Tools, email: string, flags: UserFlags) {
  if (flags.unlessAny && (await countUsers(db)) > 0) return null;
  const password = flags.password ?? randomBytes(12).toString('base64url');
  const name = flags.name ?? (email.split('@')[0] as string);
  const workspaceName = flags.workspace ?? name;
  const now = new Date();
  const passwordHash = await hashPassword(password);
  try {
    return await inTransaction(db, async (trx) => {
      const user = await insertUser(trx, { email, name, passwordHash, verified: true }, now);
      const workspace = await insertWorkspace(trx, workspaceName, user.id, now, config.defaultPlan);
      const entry = { workspaceId: workspace.id, actor: operator, details: { email } };
      await recordAudit(trx, [{ ...entry, action: 'user.create', objectId: user.publicId }], now);
      return {
        user: { id: user.publicId, email, name },
        ...(flags.password === undefined ? { password } : {}),
        workspace: { id: workspace.publicId, name: workspaceName, plan: config.defaultPlan },
      };
    });
  } catch (error) {
    if (duplicateKey(error) === 'users_email') throw new Error(`there is a user ${email} already`);
    throw error;
  }
}

async function setPassword({ db, announceChanges }: Tools, email: string, flags: UserFlags) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  const password = flags.password ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const now = new Date();
  await inTransaction(db, async (trx) => {
    await updateUser(trx, user.id, { passwordHash }, now);
    const entry = { workspaceId: null, actor: operator, objectId: user.publicId };
    await recordAudit(trx, [{ ...entry, action: 'user.reset-password' }], now);
    await deleteOtherSessions(trx, user.id);
  });
  await announceChanges();
  return { id: user.publicId, email, ...(flags.password === undefined ? { password } : {}) };
}

async function verifyUser({ db }: Tools, email: string) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  const now = new Date();
  await inTransaction(db, async (trx) => {
    if (!(await markEmailVerified(trx, user.id, now))) return;
    const entry = { workspaceId: null, actor: operator, objectId: user.publicId };
    await recordAudit(trx, [{ ...entry, action: 'user.verify-email' }], now);
  });
  return { id: user.publicId, email, emailVerified: true };
}

type KeyFlags = Flags & { permission: Permission; expiresAt?: Date };

async function createKey({ db }: Tools, workspaceId: string, name: string, { permission, expiresAt }: KeyFlags) {
  const workspace = await needWorkspace(db, workspaceId);
  const owner = await getOwner(db, workspace.id);
  const now = new Date();
  return inTransaction(db, async (trx) => {
    const asked = { createdBy: owner.userId, role: roleOf[permission], name, expiresAt: expiresAt ?? null };
    const { publicId, key } = await insertApiKey(trx, { workspaceId: workspace.id, ...asked }, now);
    const details = { name, permission, expiresAt: asked.expiresAt };
    const entry = { workspaceId: workspace.id, actor: operator, objectId: publicId, details };
    await recordAudit(trx, [{ ...entry, action: 'key.create' }], now);
    return { id: publicId, key, name, workspaceId };
  });
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people who sign in');
  command(user, 'create', 'make a user and a workspace of their own')
    .argument('<email>', 'address to sign in with', parseEmail)
    .option('--password <password>', 'at least 10 characters; a random one is printed when left out', parsePassword)
    .option('--name <name>', 'name shown to others', parseName)
    .option('--workspace <name>', 'name of the workspace', parseName)
    .option('--unless-any', 'do nothing when there is a user already')
    .action((email: string, flags: UserFlags) => withTools(flags, (tools) => createUser(tools, email, flags)));

  command(user, 'password', 'set a new password and end all sessions')
    .argument('<email>', 'address they sign in with', parseEmail)
    .option('--password <password>', 'at least 10 characters; a random one is printed when left out', parsePassword)
    .action((email: string, flags: UserFlags) => withTools(flags, (tools) => setPassword(tools, email, flags)));

  command(user, 'verify', 'take their word that the address is theirs')
    .argument('<email>', 'address they sign in with', parseEmail)
    .action((email: string, flags: Flags) => withTools(flags, (tools) => verifyUser(tools, email)));

  const key = program.command('key').description('API keys');
  command(key, 'create', "make an API key of its workspace's owner")
    .argument('<workspace-id>')
    .argument('<name>', 'what the key is for', parseName)
    .option('--permission <permission>', permissions.join(', '), parsePermission, 'admin')
    .option('--expires-at <time>', 'when it ends, such as 2030-01-31T09:00:00Z', parseEnd)
    .action((id: string, name: string, flags: KeyFlags) =>
      withTools(flags, (tools) => createKey(tools, id, name, flags)),
    );
}
