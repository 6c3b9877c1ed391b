/**
 * Whose account somebody has who comes from the provider. Once it is known, the provider's subject says so; before, the address
 * does, if the provider has verified it. Without an account one is made, by the rules of signing up.
 */
import { duplicateKey, inTransaction } from '../../shared/db/db.ts';
import { isSubject } from '../../shared/oidc/claims.ts';
import { followClaims } from '../../shared/oidc/contacts-role.ts';
import { findSubject, findUserIdByIdentity, insertIdentity } from '../../shared/oidc/identities.ts';
import { enterFirst, takeByCode } from '../accounts/first-account.ts';
import { endEverything } from '../accounts/password-reset.ts';
import { insertAccount, joinByInvite, type NewUser, ownWorkspace } from '../accounts/sign-in.ts';
import { requireMaySignUp } from '../accounts/sign-up-rules.ts';
import type { Context } from '../api/context.ts';
import { forbidden } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Trx } from '../core/tables.ts';
import { findUserByEmail, getUser, getUserForUpdate, markEmailVerified, type UserRow } from '../identity/queries.ts';
import type { Comer } from './claims.ts';
import { applyRole } from './role.ts';

type Tools = Pick<Context, 'db' | 'config' | 'keyedHash' | 'firstVisits'>;

export type Invited = { inviteToken?: string | undefined; inviteCode?: string | undefined };

/**
 * `from` is the network they come from.
 * @throws `forbidden` or `validation_failed` for who may not come in, `plan_limit_reached` without a seat
 */
export async function findAccount(tools: Tools, person: Comer, invited: Invited, from: string, now: Date) {
  const find = () =>
    inTransaction(tools.db, async (trx) => {
      const userId = await findOrMake(trx, tools, person, invited, from, now);
      await applyRole(trx, tools.config, userId, person.role, now);
      await followClaims(trx, userId, person.contactsRole, now);
      return getUser(trx, userId);
    });
  return find().catch((error) => {
    // Somebody who comes twice at once is there the second time.
    if (duplicateKey(error) === undefined) throw error;
    return find();
  });
}

async function findOrMake(trx: Trx, tools: Tools, person: Comer, invited: Invited, from: string, now: Date) {
  if (!isSubject(person.identity.subject))
    throw forbidden('what you are called where you signed in cannot be known here');
  const known = await findUserIdByIdentity(trx, person.identity);
  if (known !== undefined) return known;
  const { email } = person;
  if (email === undefined)
    throw forbidden('your address is not verified where you signed in, so it cannot be known here');
  if ('fault' in email) throw forbidden(`your address cannot be used here: where you signed in, it ${email.fault}`);
  const found = await findUserByEmail(trx, email.address);
  if (found) return adopt(trx, found, person, now);
  const userId = await make(trx, tools, { ...person, email: email.address }, invited, from, now);
  await insertIdentity(trx, userId, person.identity, now);
  return userId;
}

/** An account whose address was never verified may be anybody's: whoever made it keeps nothing of it. */
async function adopt(trx: Trx, { id }: UserRow, { identity }: Comer, now: Date): Promise<number> {
  const user = await getUserForUpdate(trx, id);
  const subject = await findSubject(trx, id, identity.issuer);
  // Another of their sign-ins was a moment earlier.
  if (subject === identity.subject) return id;
  if (subject !== undefined) throw forbidden('the account of this address is somebody else’s where you signed in');
  if (await markEmailVerified(trx, id, now)) await endEverything(trx, id, now);
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

type Newcomer = Omit<Comer, 'email'> & { email: string };

/**
 * A role that the provider gives stands for an invitation, and for a workspace of one's own. The code of a first visit stands for an
 * invite code.
 */
async function make(
  trx: Trx,
  tools: Tools,
  { email, name, role }: Newcomer,
  { inviteToken, inviteCode }: Invited,
  from: string,
  now: Date,
): Promise<number> {
  const { config } = tools;
  const codes = { ...(inviteToken ? { inviteToken } : {}), ...(inviteCode ? { inviteCode } : {}) };
  const isFirst = await takeByCode(trx, tools.firstVisits, inviteCode);
  if (!isFirst) requireMaySignUp(config, { email, ...codes, isInvited: role !== undefined });
  const account = { email, name, passwordHash: null, verified: true };
  const enter = (user: NewUser) => {
    if (isFirst) return enterFirst(trx, config, user, now);
    if (inviteToken) return joinByInvite(trx, config, user, inviteToken, now);
    return role ? undefined : ownWorkspace(trx, config, user, now);
  };
  const { user } = await insertAccount(trx, tools, account, enter, from, now);
  return user.id;
}
