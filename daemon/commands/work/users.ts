/** Implementation of `waypost user …`. */
import { randomBytes } from 'node:crypto';
import { dashboardUrl } from '../../../shared/config/dashboard-url.ts';
import { duplicateKey, inTransaction } from '../../../shared/db/db.ts';
import { elementOf } from '../../../shared/elements.ts';
import { operator } from '../../../shared/people/actor.ts';
import { setContactsRole } from '../../../shared/people/contact-roles.ts';
import { endSignIns } from '../../../shared/people/end-access.ts';
import { deleteFactors } from '../../../shared/people/factor-queries.ts';
import { findFirstVisit } from '../../../shared/people/first-visit-queries.ts';
import { deleteSite, findSite, findSiteByUrl, listSites } from '../../../shared/people/site-queries.ts';
import { findUserByEmail, getUserForUpdate, listUsers, updateUser } from '../../../shared/people/user-queries.ts';
import { refuseCommon } from '../../../shared/secrets/common-passwords.ts';
import { openFirstVisitCodes } from '../../../shared/secrets/first-visit-codes.ts';
import { hashPassword, nobodysHash, verifyPassword } from '../../../shared/secrets/passwords.ts';
import { proveEmail } from '../../access/end-access.ts';
import { findFirstVisitCode, insertAccountWithWorkspace } from '../../accounts/first-account.ts';
import { recordAudit } from '../../audit-log/record.ts';
import { createEndBilling } from '../../billing/end-billing.ts';
import type { Trx } from '../../core/tables.ts';
import { findSite as findConnection, listSitesToShow } from '../../link-clicks/queries.ts';
import { insertNotice } from '../../mail/notices.ts';
import { deleteAccount } from '../../ownership/delete-account.ts';
import { listMemberships } from '../../ownership/queries.ts';
import { findFirstWorkspace } from '../../workspaces/queries.ts';
import type { Tools } from '../core/tools.ts';
import type { ContactsChoice, UserFlags } from '../core/user-flags.ts';
import { needWorkspace } from './need-workspace.ts';

/** Returns the given password, or a random one. @throws if the given password is too common */
async function newPassword(password: string | undefined): Promise<string> {
  if (password === undefined) return randomBytes(12).toString('base64url');
  await refuseCommon(password, (message) => new Error(`the password ${message}`));
  return password;
}

export async function createUser({ db, config }: Tools, email: string, flags: UserFlags) {
  const isFirst = flags.unlessAny === true;
  if (isFirst && (await findFirstVisit(db)) === undefined) return findCreated(db, email, flags);
  const password = await newPassword(flags.password);
  const name = flags.name ?? elementOf(email.split('@'), 0);
  const account = { email, name, passwordHash: await hashPassword(password) };
  const options = { workspaceName: flags.workspace ?? name, plan: flags.plan, isFirst };
  const now = new Date();
  try {
    const { user, workspace, connected } =
      (await inTransaction(db, async (trx) => {
        const created = await insertAccountWithWorkspace(trx, config, account, { ...options, now });
        if (created && flags.contacts)
          await changeRole(trx, created.user.id, flags.contacts, { siteUrl: undefined, now });
        return created;
      })) ?? {};
    if (!user || !workspace) return null;
    return {
      user: { id: user.publicId, email, name },
      ...(flags.password === undefined ? { password } : {}),
      workspace: { id: workspace.publicId, name: options.workspaceName, plan: workspace.plan },
      ...(connected ? { connected } : {}),
    };
  } catch (error) {
    if (duplicateKey(error) === 'users_email') throw new Error(`the user ${email} already exists`);
    throw error;
  }
}

/**
 * Finds the user that an earlier attempt created, if its result was lost. The password and the creation time prove
 * that it is the same user.
 */
async function findCreated(db: Tools['db'], email: string, { password = '', resume }: UserFlags) {
  const user = await findUserByEmail(db, email);
  if (
    !user ||
    !resume ||
    user.createdAt < resume ||
    !(await verifyPassword(user.passwordHash ?? nobodysHash, password))
  )
    return null;
  const workspace = await findFirstWorkspace(db, user.id);
  if (!workspace) return null;
  const { publicId, name } = workspace;
  const connected = (await findConnection(db, (await needWorkspace(db, publicId)).id)) !== undefined;
  return { user: { id: user.publicId, email, name: user.name }, workspace: { id: publicId, name }, connected };
}

export async function showFirstCode({ db, config }: Tools) {
  const code = await findFirstVisitCode(db, await openFirstVisitCodes(config));
  return code === undefined ? null : { code, url: dashboardUrl(config.baseUrl) };
}

export async function setPassword({ db, announceChanges }: Tools, email: string, flags: UserFlags) {
  const user = await needUser(db, email);
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

/**
 * Marks the email address as verified. Removes the password of an unverified account, because someone else may have
 * created it.
 */
export async function verifyUser({ db, announceChanges }: Tools, email: string) {
  const user = await needUser(db, email);
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

/** Removes the factors. Sessions continue. If a factor is required, they have no access until a new one is set up. */
export async function removeFactors({ db, announceChanges }: Tools, email: string) {
  const user = await needUser(db, email);
  const now = new Date();
  const removed = await inTransaction(db, async (trx) => {
    await getUserForUpdate(trx, user.id);
    const factors = await deleteFactors(trx, user.id);
    if (factors.length === 0) return [];
    const details = { email, factors: factors.map(({ type, name }) => ({ type, name })) };
    const entry = { actor: operator, action: 'user.remove-factors', objectId: user.publicId, details } as const;
    // Admins of each workspace see in their audit log that this member's password alone is enough.
    const workspaceIds = (await listMemberships(trx, user.id)).map(({ id }) => id);
    await recordAudit(
      trx,
      (workspaceIds.length > 0 ? workspaceIds : [null]).map((workspaceId) => ({ ...entry, workspaceId })),
      now,
    );
    await insertNotice(trx, user, { kind: 'factors-removed' }, now);
    return factors;
  });
  await announceChanges();
  return { id: user.publicId, email: user.email, removed: removed.map(({ type, name }) => `${name} (${type})`) };
}

export async function listAll({ db }: Tools) {
  const users = await listUsers(db);
  return { users: users.map(({ createdAt, ...user }) => ({ ...user, createdAt: createdAt.toISOString() })) };
}

export async function setRole({ db }: Tools, email: string, role: ContactsChoice, siteUrl: string | undefined) {
  const user = await needUser(db, email);
  await inTransaction(db, (trx) => changeRole(trx, user.id, role, { siteUrl, now: new Date() }));
  return { id: user.publicId, email: user.email, contacts: role };
}

export const showSites = async ({ db }: Tools) => ({
  sites: (await listSites(db)).map(({ url, users }) => ({ url, users: Number(users) })),
});

/** Removes a site. @throws if it is unknown, receives a workspace's clicks, or has users and `force` is false */
export async function removeSite({ db }: Tools, url: string, force: boolean) {
  await inTransaction(db, async (trx) => {
    const site = await findSiteByUrl(trx, url);
    if (!site) throw new Error(`there is no site ${url}`);
    const connected = (await listSitesToShow(trx)).find(({ id }) => id === site.connectionId);
    if (connected)
      throw new Error(`it receives clicks: run \`waypost links clicks disconnect ${connected.workspaceId}\` first`);
    const users = await deleteSite(trx, site.id);
    if (users.length > 0 && !force)
      throw new Error(`users with a role at ${url}: ${users.length}; \`--force\` also removes their roles`);
    const by = { workspaceId: null, siteId: site.id, actor: operator } as const;
    const removed = users.map(({ publicId: objectId, role }) => {
      const details = { from: role, to: null };
      return { ...by, action: 'user.contacts-role', objectId, details } as const;
    });
    await recordAudit(trx, [...removed, { ...by, action: 'site.remove', objectId: site.name }], new Date());
  });
  return { url };
}

const refusals = {
  forbidden: 'this role cannot be given here',
  unverified: 'the email is not verified: run `waypost user verify` first',
  last: 'this is the last administrator of contacts: add another first',
};

async function changeRole(
  trx: Trx,
  userId: number,
  role: ContactsChoice,
  { siteUrl, now }: { siteUrl: string | undefined; now: Date },
): Promise<void> {
  const site = siteUrl === undefined ? await findSite(trx) : await findSiteByUrl(trx, siteUrl);
  if (!site) throw new Error('contact automation has not run with this service yet: start it once');
  const change = { userId, siteId: site.id, role: role === 'none' ? null : role };
  const outcome = await setContactsRole(trx, operator, change, now);
  if (outcome !== 'done') throw new Error(refusals[outcome]);
}

export async function deleteOne({ db, config, announceChanges }: Tools, email: string) {
  const user = await needUser(db, email);
  const endBilling = createEndBilling({ db, config });
  const deleted = await deleteAccount({ db, config }, endBilling, { id: user.id, actor: operator }, new Date());
  await announceChanges();
  return { id: user.publicId, email, workspaces: deleted.map(({ publicId }) => publicId) };
}

/** Returns the user with an email address. @throws if no user has it */
async function needUser(db: Tools['db'], email: string) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  return user;
}
