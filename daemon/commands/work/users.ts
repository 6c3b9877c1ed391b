/** The work of `waypost links user …` and `key …`. */
import { randomBytes } from 'node:crypto';
import type { PlanName } from '../../../shared/config/config.ts';
import { dashboardUrl } from '../../../shared/config/dashboard-url.ts';
import { duplicateKey, inTransaction } from '../../../shared/db/db.ts';
import { deleteFactors } from '../../../shared/factors/queries.ts';
import { refuseCommon } from '../../../shared/secrets/common-passwords.ts';
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import { hashPassword, nobodysHash, verifyPassword } from '../../../shared/secrets/passwords.ts';
import { endSignIns, proveEmail } from '../../access/end-access.ts';
import { codeFor, insertMadeAccount } from '../../accounts/first-account.ts';
import { recordAudit } from '../../audit-log/record.ts';
import type { Trx } from '../../core/tables.ts';
import { operator } from '../../identity/actor.ts';
import { factorsIn } from '../../identity/factor-store.ts';
import { findFirstVisit } from '../../identity/first-visit-queries.ts';
import { findUserByEmail, getUserForUpdate, updateUser } from '../../identity/queries.ts';
import { updateBegunBy } from '../../identity/session-queries.ts';
import { type Permission, roleOf } from '../../keys/permission.ts';
import { insertApiKey, listKeys } from '../../keys/queries.ts';
import { revokeKey } from '../../keys/revoke.ts';
import { tellOfKey } from '../../keys/tell.ts';
import { findSite } from '../../link-clicks/queries.ts';
import { insertNotice } from '../../mail/notices.ts';
import { listMemberships } from '../../ownership/queries.ts';
import { findFirstWorkspace, getOwner, lockWorkspace } from '../../workspaces/queries.ts';
import type { Flags, Tools } from '../core/tools.ts';
import { needWorkspace } from './need-workspace.ts';

export type UserFlags = Flags & {
  password?: string;
  workspace?: string;
  name?: string;
  plan: PlanName;
  unlessAny?: boolean;
  resume?: Date;
};

/** A given password, or a random one. @throws if the given one is too common */
async function newPassword(given: string | undefined): Promise<string> {
  if (given === undefined) return randomBytes(12).toString('base64url');
  await refuseCommon(given, (message) => new Error(`the password ${message}`));
  return given;
}

export async function createUser({ db, config }: Tools, email: string, flags: UserFlags) {
  const isFirst = flags.unlessAny === true;
  if (isFirst && (await findFirstVisit(db)) === undefined) return findCreated(db, email, flags);
  const password = await newPassword(flags.password);
  const name = flags.name ?? (email.split('@')[0] as string);
  const account = { email, name, passwordHash: await hashPassword(password) };
  const made = { workspaceName: flags.workspace ?? name, plan: flags.plan, isFirst };
  try {
    const { user, workspace, connected } =
      (await inTransaction(db, (trx) => insertMadeAccount(trx, config, account, made, new Date()))) ?? {};
    if (!user || !workspace) return null;
    return {
      user: { id: user.publicId, email, name },
      ...(flags.password === undefined ? { password } : {}),
      workspace: { id: workspace.publicId, name: made.workspaceName, plan: workspace.plan },
      ...(connected ? { connected } : {}),
    };
  } catch (error) {
    if (duplicateKey(error) === 'users_email') throw new Error(`there is a user ${email} already`);
    throw error;
  }
}

/** Returns the first user again if the answer to its creation was lost, which its password and age prove. */
async function findCreated(db: Tools['db'], email: string, { password = '', resume }: UserFlags) {
  const user = await findUserByEmail(db, email);
  if (
    !user ||
    !resume ||
    user.createdAt < resume ||
    !(await verifyPassword(user.passwordHash ?? nobodysHash, password))
  )
    return null;
  const { publicId, name } = await findFirstWorkspace(db, user.id);
  const connected = (await findSite(db, (await needWorkspace(db, publicId)).id)) !== undefined;
  return { user: { id: user.publicId, email, name: user.name }, workspace: { id: publicId, name }, connected };
}

export async function showFirstCode({ db, config }: Tools) {
  const code = await codeFor(db, await openFirstVisitCodes(config));
  return code === undefined ? null : { code, url: dashboardUrl(config.baseUrl) };
}

export async function setPassword({ db, announceChanges }: Tools, email: string, flags: UserFlags) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  const password = await newPassword(flags.password);
  const passwordHash = await hashPassword(password);
  const now = new Date();
  await inTransaction(db, async (trx) => {
    await updateUser(trx, user.id, { passwordHash }, now);
    const entry = { workspaceId: null, actor: operator, objectId: user.publicId };
    await recordAudit(trx, [{ ...entry, action: 'user.reset-password' }], now);
    await endSignIns(trx, user.id);
    await insertNotice(trx, user, { kind: 'password-changed' }, now);
  });
  await announceChanges();
  return { id: user.publicId, email: user.email, ...(flags.password === undefined ? { password } : {}) };
}

/** Someone else may have made an account that was not verified, so its password ends, too. */
export async function verifyUser({ db, announceChanges }: Tools, email: string) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  const now = new Date();
  const isFirst = await inTransaction(db, async (trx) => {
    await getUserForUpdate(trx, user.id);
    if (!(await proveEmail(trx, user.id, now))) return false;
    await updateUser(trx, user.id, { passwordHash: null }, now);
    const entry = { workspaceId: null, actor: operator, objectId: user.publicId };
    await recordAudit(trx, [{ ...entry, action: 'user.verify-email' }], now);
    return true;
  });
  await announceChanges();
  return { id: user.publicId, email: user.email, emailVerified: true, ...(isFirst ? { needsPassword: true } : {}) };
}

/** Sessions continue; where a second factor is required, they can do nothing until another is set up. */
export async function removeFactors({ db, announceChanges }: Tools, email: string) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  const now = new Date();
  const removed = await inTransaction(db, async (trx) => {
    await getUserForUpdate(trx, user.id);
    const factors = await deleteFactors(factorsIn(trx), user.id);
    if (factors.length === 0) return [];
    await updateBegunBy(trx, user.id, 'factor', 'password');
    const details = { email, factors: factors.map(({ type, name }) => ({ type, name })) };
    const entry = { actor: operator, action: 'user.remove-factors', objectId: user.publicId, details } as const;
    // Admins of every workspace see in their log that a member's password alone counts.
    const memberships = await listMemberships(trx, user.id);
    await recordAudit(
      trx,
      memberships.map(({ id }) => ({ ...entry, workspaceId: id })),
      now,
    );
    await insertNotice(trx, user, { kind: 'factors-removed' }, now);
    return factors;
  });
  await announceChanges();
  return { id: user.publicId, email: user.email, removed: removed.map(({ type, name }) => `${name} (${type})`) };
}

export type KeyFlags = Flags & { permission: Permission; expiresAt?: Date; replace?: boolean };

export async function createKey(tools: Tools, workspaceId: string, name: string, flags: KeyFlags) {
  const { db, announceChanges } = tools;
  const { permission, expiresAt, replace } = flags;
  const workspace = await needWorkspace(db, workspaceId);
  const owner = await getOwner(db, workspace.id);
  const now = new Date();
  const made = await inTransaction(db, async (trx) => {
    if (replace) await revokeNamesakes(trx, workspace.id, name, now);
    const asked = { createdBy: owner.userId, role: roleOf[permission], name, expiresAt: expiresAt ?? null };
    const { publicId, key } = await insertApiKey(trx, { workspaceId: workspace.id, ...asked }, now);
    const details = { name, permission, expiresAt: asked.expiresAt };
    const entry = { workspaceId: workspace.id, actor: operator, objectId: publicId, details };
    await recordAudit(trx, [{ ...entry, action: 'key.create' }], now);
    await tellOfKey(trx, owner.userId, workspace, { name, permission, expiresAt: asked.expiresAt }, now);
    return { id: publicId, key, name, workspaceId };
  });
  if (replace) await announceChanges();
  return made;
}

async function revokeNamesakes(trx: Trx, workspaceId: number, name: string, now: Date): Promise<void> {
  const workspace = await lockWorkspace(trx, workspaceId);
  const keys = (await listKeys(trx, workspaceId)).filter((key) => key.name === name);
  for (const key of keys) await revokeKey(trx, workspace, key, operator, now);
}
