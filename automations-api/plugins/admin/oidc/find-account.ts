/**
 * Finds the account of a person who signs in at the provider: one of this site, or one of the link service with access here. A
 * known account is found by the provider's subject, a new one by its email if the provider has verified it. Roles from the claims
 * give access to new people, and so does the code of a first visit.
 */
import { duplicateKey, inTransaction } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { type Identity, isSubject, type Person } from '../../../../shared/oidc/claims.ts';
import {
  findSubject as findSubjectInLinks,
  findUserIdByIdentity,
  insertIdentity as insertIdentityInLinks,
} from '../../../../shared/oidc/identities.ts';
import { putContactsRole } from '../../../../shared/sign-in/people.ts';
import type { ContactsRole } from '../../../../shared/sign-in/tables.ts';
import { changeRole, removeAdmin } from '../admins/change-admin.ts';
import type { Context } from '../context/context.ts';
import { forbidden } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import {
  type AdminRow,
  findAdmin,
  findAdminByEmail,
  insertAdmin,
  isInvited,
  lockAdmin,
  noteSignIn,
  putLinksAdmin,
} from '../people/admin-queries.ts';
import { endAccess } from '../people/end-access.ts';
import { findAdminIdByIdentity, findSubject, insertIdentity } from '../people/identity-queries.ts';
import { isRegistered } from '../people/installation.ts';
import { findLinksPerson, findUsersByEmail, type Links, lockUser } from '../people/links-queries.ts';
import { takeByCode } from '../sessions/first-visit.ts';

/** `role` is that of the claims: null for none, undefined where they give no roles. */
export type Comer = Person & { role: ContactsRole | null | undefined };

/** An entry of the audit log: about one person, by the provider or the person. */
type Act = {
  act: 'admin.added' | 'admin.provider_linked' | 'admin.role_changed' | 'admin.removed';
  data: object;
};

/** `linksUserId` is with an account of the link service. */
type Account = { id: number; linksUserId?: number | undefined; act?: Act };

/** `account` is undefined for somebody who has no role here, or none any more. */
export type Found = { account: Account | undefined; acts: (Act & { subject: number })[] };

type Tools = Pick<Context, 'db' | 'firstVisits' | 'wordPress' | 'links' | 'config'>;

/** @throws rest_forbidden for an address that cannot be known, and for one that is somebody else's at the provider */
export async function findAccount(tools: Tools, person: Comer, code: string | undefined, now: Date): Promise<Found> {
  const find = () =>
    inTransaction(tools.db, async (trx) => {
      const found = await findOrMake(trx, tools, person, code, now);
      if (!found) return { account: undefined, acts: [] };
      const followed = await followClaims(trx, tools.links, found.id, person.role);
      const acts = [found.act, followed.act].flatMap((act) => (act ? [{ ...act, subject: found.id }] : []));
      return { account: followed.isOut ? undefined : found, acts };
    });
  return find().catch((error) => {
    // Somebody who comes twice at once is there the second time.
    if (duplicateKey(error) === undefined) throw error;
    return find();
  });
}

async function findOrMake(
  trx: Trx,
  tools: Tools,
  person: Comer,
  code: string | undefined,
  now: Date,
): Promise<Account | undefined> {
  const { identity, email, name, role } = person;
  const { issuer, subject } = identity;
  if (!isSubject(subject)) throw forbidden('Your name at the sign-in provider cannot be used here.');
  const known = await findAdminIdByIdentity(trx, identity);
  if (known !== undefined) return { id: known };
  const hasLinks = await isRegistered(tools.links.within(trx), tools.config.siteUrl);
  const linksUserId = hasLinks ? await findUserIdByIdentity(tools.links.within(trx), identity) : undefined;
  const joined = linksUserId === undefined ? undefined : await enterJoined(trx, tools, linksUserId, person, now);
  if (joined) return joined;
  if (email === undefined)
    throw forbidden('Your email is not verified at the sign-in provider. Verify it there first.');
  if ('fault' in email) throw forbidden(`Your email at the sign-in provider cannot be used here: it ${email.fault}.`);
  const found = await findAdminByEmail(trx, email.address);
  if (found) return adopt(trx, found, identity, now);
  const ofAddress = hasLinks ? await adoptInLinks(trx, tools, email.address, person, now) : undefined;
  if (ofAddress) return ofAddress;
  const given = (await takeByCode(trx, tools, code)) ? 'administrator' : role;
  if (!given) return undefined;
  const id = await insertAdmin(trx, { email: email.address, name, role: given, passwordHash: null }, now);
  await link(trx, id, identity, now);
  return { id, act: { act: 'admin.added', data: { role: given, issuer } } };
}

/** Somebody with an account of the link service; undefined without a role here. */
async function enterJoined(
  trx: Trx,
  { links }: Tools,
  linksUserId: number,
  { identity, role }: Comer,
  now: Date,
): Promise<Account | undefined> {
  const within = links.within(trx);
  const present = await findLinksPerson(links, trx, linksUserId);
  if (!present && role) await putContactsRole(within, linksUserId, role, now);
  const admitted = present ?? (await findLinksPerson(links, trx, linksUserId));
  if (!admitted) return undefined;
  const id = await putLinksAdmin(trx, admitted, now);
  const added = { act: 'admin.added', data: { role: admitted.role, issuer: identity.issuer } } as const;
  return { id, linksUserId, ...(present ? {} : { act: added }) };
}

/** The same by the address, where the link service has verified it, too. */
async function adoptInLinks(
  trx: Trx,
  tools: Tools,
  email: string,
  person: Comer,
  now: Date,
): Promise<Account | undefined> {
  const within = tools.links.within(trx);
  const [user] = await findUsersByEmail(within, [email]);
  if (!user?.verifiedAt || !(await lockUser(within, user.id))) return undefined;
  const subject = await findSubjectInLinks(within, user.id, person.identity.issuer);
  if (subject !== undefined && subject !== person.identity.subject) throw isAnothers();
  const account = await enterJoined(trx, tools, user.id, person, now);
  if (!account || subject !== undefined) return account;
  await insertIdentityInLinks(within, user.id, person.identity, now);
  const linked = { act: 'admin.provider_linked', data: { issuer: person.identity.issuer } } as const;
  return { act: linked, ...account };
}

const isAnothers = () => forbidden('The account with this email belongs to someone else at the sign-in provider.');

/** Accepts an open invitation: the first proof that the email is the user's. */
async function adopt(trx: Trx, admin: AdminRow, identity: Identity, now: Date): Promise<Account> {
  const { id } = admin;
  await lockAdmin(trx, id);
  const { issuer } = identity;
  const subject = await findSubject(trx, id, issuer);
  // Another of their sign-ins was a moment earlier.
  if (subject === identity.subject) return { id };
  if (subject !== undefined) throw isAnothers();
  if (isInvited(admin)) await endAccess(trx, id);
  await link(trx, id, identity, now);
  return { id, act: { act: 'admin.provider_linked', data: { issuer } } };
}

/** From now on somebody who can sign in. */
async function link(trx: Trx, id: number, identity: Identity, now: Date): Promise<void> {
  await insertIdentity(trx, id, identity, now);
  await noteSignIn(trx, id, now);
}

/** Gives the role of the claims; somebody who has none any more is taken out. The last administrator stays one. */
async function followClaims(
  trx: Trx,
  links: Links,
  id: number,
  role: ContactsRole | null | undefined,
): Promise<{ isOut: boolean; act?: Act }> {
  const admin = await findAdmin(trx, id);
  if (!admin) return { isOut: true };
  const { role: former } = admin;
  if (role === undefined || role === former) return { isOut: false };
  try {
    if (role === null) {
      await removeAdmin(trx, links, admin);
      return { isOut: true, act: { act: 'admin.removed', data: { role: former } } };
    }
    await changeRole(trx, links, admin, role);
    return { isOut: false, act: { act: 'admin.role_changed', data: { from: former, to: role } } };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'last_administrator') return { isOut: false };
    throw error;
  }
}
