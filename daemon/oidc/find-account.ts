/**
 * The account of a user from the provider. A known user is identified by the provider's subject, a new one by the email
 * address, if the provider verified it. A user without an account gets one according to the rules for sign-up.
 */
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import { system } from '../../shared/people/actor.ts';
import { setContactsRole } from '../../shared/people/contact-roles.ts';
import { findSubject, findUserIdByIdentity, insertIdentity } from '../../shared/people/identity-queries.ts';
import { findSite } from '../../shared/people/site-queries.ts';
import {
  findUserByEmail,
  getUser,
  getUserForUpdate,
  type UserRow,
  updateUser,
} from '../../shared/people/user-queries.ts';
import { proveEmail } from '../access/end-access.ts';
import { setUpFirstUser, takeFirstVisitByCode } from '../accounts/first-account.ts';
import { createOwnWorkspace, insertAccount, joinByInvite, type NewUser } from '../accounts/sign-in.ts';
import { requireSignUpAllowed } from '../accounts/sign-up-rules.ts';
import type { Context } from '../api/context.ts';
import { forbidden } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { isSubject, type ProviderUser } from './claims.ts';
import { applyRole } from './role.ts';

type Tools = Pick<Context, 'db' | 'config' | 'keyedHash' | 'firstVisits'>;

export type Invited = { inviteToken?: string | undefined; inviteCode?: string | undefined };

/**
 * Finds or creates the account, and applies the roles in the claims. `from` is the user's network. @throws `forbidden` or
 * `validation_failed` if the user is not admitted, `plan_limit_reached` without a free seat
 */
export async function findAccount(
  tools: Tools,
  person: ProviderUser,
  invited: Invited,
  { from, now }: { from: string; now: Date },
) {
  const find = () =>
    inTransaction(tools.db, async (trx) => {
      const userId = await findOrCreate(trx, tools, person, { invited, from, now });
      await applyRole(trx, tools.config, userId, { role: person.role, now });
      await applyContactsRole(trx, userId, person.contactsRole, now);
      return getUser(trx, userId);
    });
  return find().catch((error) => {
    // A concurrent sign-in created the account, so the next attempt finds it.
    if (duplicateKey(error) === undefined) throw error;
    return find();
  });
}

/** Sets or removes the role in contacts as the claims require. The last administrator keeps the role. */
async function applyContactsRole(
  trx: Trx,
  userId: number,
  role: ProviderUser['contactsRole'],
  now: Date,
): Promise<void> {
  const site = role === undefined ? undefined : await findSite(trx);
  if (site && role !== undefined) await setContactsRole(trx, system, { userId, siteId: site.id, role }, now);
}

async function findOrCreate(
  trx: Trx,
  tools: Tools,
  person: ProviderUser,
  { invited, from, now }: { invited: Invited; from: string; now: Date },
) {
  if (!isSubject(person.identity.subject)) throw forbidden('Your name at the sign-in provider cannot be used here.');
  const known = await findUserIdByIdentity(trx, person.identity);
  if (known !== undefined) return known;
  const { email } = person;
  if (email === undefined)
    throw forbidden('Your email is not verified at the sign-in provider. Verify it there first.');
  if ('fault' in email) throw forbidden(`Your email at the sign-in provider cannot be used here: it ${email.fault}.`);
  const found = await findUserByEmail(trx, email.address);
  if (found) return linkIdentity(trx, found, person, now);
  const userId = await createAccount(trx, tools, { ...person, email: email.address }, { invited, from, now });
  await insertIdentity(trx, userId, person.identity, now);
  return userId;
}

/**
 * Links an account to the provider's identity. If its email address was unverified, its unknown creator loses all
 * access.
 */
async function linkIdentity(trx: Trx, { id }: UserRow, { identity }: ProviderUser, now: Date): Promise<number> {
  const user = await getUserForUpdate(trx, id);
  const subject = await findSubject(trx, id, identity.issuer);
  // A concurrent sign-in of the same user was faster.
  if (subject === identity.subject) return id;
  if (subject !== undefined)
    throw forbidden('The account with this email belongs to someone else at the sign-in provider.');
  if (await proveEmail(trx, id, now)) await updateUser(trx, id, { passwordHash: null }, now);
  const actor = { type: 'session', userId: id } as const;
  const details = { issuer: identity.issuer };
  await recordAudit(
    trx,
    [{ workspaceId: null, actor, action: 'user.link-provider', objectId: user.publicId, details }],
    now,
  );
  await insertIdentity(trx, id, identity, now);
  return id;
}

type NewProviderUser = Omit<ProviderUser, 'email'> & { email: string };

/**
 * Creates an account. A user with a role from the provider needs no invitation, and no workspace is created for the
 * user. A first-visit code can replace an invite code.
 */
async function createAccount(
  trx: Trx,
  tools: Tools,
  { email, name, role }: NewProviderUser,
  { invited: { inviteToken, inviteCode }, from, now }: { invited: Invited; from: string; now: Date },
): Promise<number> {
  const { config } = tools;
  const codes = { ...(inviteToken ? { inviteToken } : {}), ...(inviteCode ? { inviteCode } : {}) };
  const isFirst = await takeFirstVisitByCode(trx, tools.firstVisits, inviteCode);
  if (!isFirst) requireSignUpAllowed(config, { email, ...codes, isInvited: role !== undefined });
  const account = { email, name, passwordHash: null, verified: true };
  const enter = (user: NewUser) => {
    if (isFirst) return setUpFirstUser(trx, config, user, now);
    if (inviteToken) return joinByInvite(trx, config, user, { inviteToken, now });
    return role ? undefined : createOwnWorkspace(trx, config, user, now);
  };
  const { user } = await insertAccount(trx, tools, account, { enter, from, now });
  return user.id;
}
