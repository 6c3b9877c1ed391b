/** Sign-up and sign-in: their checks, and the content of a new account. */
import type { Config, PlanName } from '../../shared/config/config.ts';
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import type { Device } from '../../shared/net/device.ts';
import { needsFactor } from '../../shared/people/factors/factors.ts';
import { insertNetwork } from '../../shared/people/network-queries.ts';
import { insertSession } from '../../shared/people/session-queries.ts';
import {
  findUserByEmail,
  insertUser,
  type NewUser as NewAccount,
  type UserRow,
} from '../../shared/people/user-queries.ts';
import { refuseCommon } from '../../shared/secrets/common-passwords.ts';
import type { KeyedHash } from '../../shared/secrets/installation-secret.ts';
import { hashPassword, nobodysHash, type QueueClient, verifyPassword } from '../../shared/secrets/passwords.ts';
import { refusePassword, unauthorized } from '../api/errors.ts';
import { normalizeEmail } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db, Role, Trx } from '../core/tables.ts';
import { acceptInvite, requireInvite } from '../members/accept-invite.ts';
import { findFirstWorkspace, insertWorkspace } from '../workspaces/queries.ts';
import { addressTaken } from './change-address.ts';
import type { Prove } from './prove.ts';
import { requireSignUpAllowed } from './sign-up-rules.ts';
import { requestVerification } from './verify-email.ts';

type Tools = { db: Db; config: Config; keyedHash: KeyedHash };

export type Signup = { email: string; password: string; name: string; inviteCode?: string; inviteToken?: string };

export type SignedIn = {
  token: string;
  expiresAt: Date;
  user: { id: number; publicId: string; email: string; name: string; createdAt: Date };
  /** The user's membership; `undefined` without a workspace, for example after an invitation only to contacts. */
  membership: { publicId: string; name: string; plan: PlanName; role: Role } | undefined;
  /** Whether a second factor must be set up before the session has access. */
  needsFactor: boolean;
};

const dayMs = 86_400_000;
export const expiryOf = ({ sessionDays }: Config, now: Date) => new Date(now.getTime() + sessionDays * dayMs);

/**
 * Creates an account with its own workspace, or in the inviting workspace. @throws `forbidden` or `validation_failed`
 * if signing up is not allowed, the code or token is invalid, or the password is too common; `conflict` if an account
 * already has the email address
 */
export async function signUp(
  { db, config, keyedHash }: Tools,
  signup: Signup,
  client: QueueClient,
  { device, now }: { device: Device; now: Date },
): Promise<SignedIn> {
  const email = normalizeEmail(signup.email);
  const { name, inviteToken } = signup;
  requireSignUpAllowed(config, { ...signup, email });
  if (inviteToken !== undefined) await requireInvite(db, inviteToken, email, now);
  await refuseCommon(signup.password, refusePassword);
  // Avoids hashing a password for nothing. The unique key on the email address makes the final decision at the
  // insertion below.
  if (await findUserByEmail(db, email)) throw addressTaken();
  const passwordHash = await hashPassword(signup.password, client);
  const expiresAt = expiryOf(config, now);
  try {
    return await inTransaction(db, async (trx) => {
      const enter = (user: NewUser) => join(trx, config, user, { inviteToken, now });
      const account = { email, name, passwordHash };
      const { user, joined } = await insertAccount(trx, { keyedHash }, account, { enter, from: client.from, now });
      const token = await insertSession(trx, user.id, expiresAt, { now, device });
      const shown = { ...user, createdAt: now };
      return { token, expiresAt, user: shown, membership: joined, needsFactor: needsFactor(config, 'password') };
    });
  } catch (error) {
    if (duplicateKey(error) === 'users_email') throw addressTaken();
    throw error;
  }
}

export type NewUser = { id: number; publicId: string; email: string; name: string };

/** Inserts an account that joins a workspace with `enter`. @throws a duplicate-key error on `users_email` */
export async function insertAccount<Joined>(
  trx: Trx,
  { keyedHash }: Pick<Tools, 'keyedHash'>,
  account: NewAccount,
  { enter, from, now }: { enter: (user: NewUser) => Joined; from: string; now: Date },
): Promise<{ user: NewUser; joined: Awaited<Joined> }> {
  const { email, name } = account;
  const user = { ...(await insertUser(trx, account, now)), email, name };
  const actor = { type: 'session', userId: user.id } as const;
  await recordAudit(trx, [{ workspaceId: null, actor, action: 'user.signup', objectId: user.publicId }], now);
  const joined = await enter(user);
  await insertNetwork(trx, keyedHash, user, { network: from, now });
  return { user, joined };
}

async function join(
  trx: Trx,
  config: Config,
  user: NewUser,
  { inviteToken, now }: { inviteToken: string | undefined; now: Date },
) {
  if (inviteToken === undefined) {
    await requestVerification(trx, user, now);
    return createOwnWorkspace(trx, config, user, now);
  }
  const { mailed, membership } = await joinByInvite(trx, config, user, { inviteToken, now });
  if (!mailed) await requestVerification(trx, user, now);
  return membership;
}

/** Creates a workspace named after the user, who has no other workspace. */
export async function createOwnWorkspace(trx: Trx, config: Config, user: NewUser, now: Date) {
  const name = user.name.slice(0, 80);
  const { id, publicId, plan } = await insertWorkspace(trx, name, user.id, { now, requestedPlan: config.defaultPlan });
  const actor = { type: 'session', userId: user.id } as const;
  await recordAudit(trx, [{ workspaceId: id, actor, action: 'workspace.create', objectId: publicId }], now);
  return { publicId, name, plan, role: 'admin' as const };
}

/**
 * Accepts an invitation. `membership` is `undefined` if the invitation is only to contacts. If `mailed`, the token
 * proves that the user can read emails to this address. @throws the errors of `acceptInvite` and `requireInvite`
 */
export async function joinByInvite(
  trx: Trx,
  config: Config,
  user: NewUser,
  { inviteToken, now }: { inviteToken: string; now: Date },
) {
  const invite = await requireInvite(trx, inviteToken, user.email, now);
  const { mailed, role } = invite;
  const workspace = await acceptInvite(trx, config, invite, { userId: user.id, now });
  return { membership: workspace && { ...workspace, role: role as Role }, mailed };
}

type Credentials = { email: string; password: string };

/**
 * Returns the user with this password. @throws `unauthorized`, with the same answer for an unknown email address and
 * a wrong password
 */
export async function findUserByPassword(
  db: Db,
  { email, password }: Credentials,
  client: QueueClient,
): Promise<UserRow> {
  const user = await findUserByEmail(db, normalizeEmail(email));
  const matches = await verifyPassword(user?.passwordHash ?? nobodysHash, password, client);
  if (!user?.passwordHash || !matches) throw unauthorized('The email or the password is wrong.');
  return user;
}

/** Starts a session for a user who has passed `prove`. */
export async function beginSession(
  { db, config, keyedHash }: Tools,
  user: UserRow,
  client: QueueClient,
  { device, now, prove }: { device: Device; now: Date; prove: Prove },
): Promise<SignedIn> {
  const expiresAt = expiryOf(config, now);
  return inTransaction(db, async (trx) => {
    const { by, details } = await prove(trx, user, now);
    const membership = await findFirstWorkspace(trx, user.id);
    const actor = { type: 'session', userId: user.id } as const;
    const entry = { workspaceId: null, actor, action: 'user.login', objectId: user.publicId } as const;
    await recordAudit(trx, [{ ...entry, ...(details ? { details } : {}) }], now);
    await insertNetwork(trx, keyedHash, user, { network: client.from, now });
    const token = await insertSession(trx, user.id, expiresAt, { now, device, begunBy: by });
    return { token, expiresAt, user, membership, needsFactor: needsFactor(config, by) };
  });
}
