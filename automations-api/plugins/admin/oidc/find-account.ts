/**
 * Whose account somebody has who comes from the provider. Once it is known, the provider's subject says so; before, the address
 * does, if the provider has verified it. Without an account a role by the claims makes one, and so does the code of a first visit.
 */
import { duplicateKey, inTransaction } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { type Identity, isSubject, type Person } from '../../../../shared/oidc/claims.ts';
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
  lockAdmin,
  noteSignIn,
} from '../people/admin-queries.ts';
import { findAdminIdByIdentity, findSubject, insertIdentity } from '../people/identity-queries.ts';
import type { Links } from '../people/links-queries.ts';
import { deleteTokens } from '../people/token-queries.ts';
import { takeByCode } from '../sessions/first-visit.ts';

/** `role` is that of the claims: null for none, undefined where they give no roles. */
export type Comer = Person & { role: ContactsRole | null | undefined };

/** What the audit log is to keep: of whom, and by the provider or the person. */
type Act = {
  act: 'admin.added' | 'admin.provider_linked' | 'admin.role_changed' | 'admin.removed';
  data: object;
};

/** `id` is undefined for somebody who has no role here, or none any more. */
export type Found = { id: number | undefined; acts: (Act & { subject: number })[] };

type Tools = Pick<Context, 'db' | 'firstVisits' | 'wordPress' | 'links' | 'config'>;

/** @throws rest_forbidden for an address that cannot be known, and for one that is somebody else's at the provider */
export async function findAccount(tools: Tools, person: Comer, code: string | undefined, now: Date): Promise<Found> {
  const find = () =>
    inTransaction(tools.db, async (trx) => {
      const found = await findOrMake(trx, tools, person, code, now);
      if (!found) return { id: undefined, acts: [] };
      const followed = await followClaims(trx, tools.links, found.id, person.role);
      const acts = [found.act, followed.act].flatMap((act) => (act ? [{ ...act, subject: found.id }] : []));
      return { id: followed.isOut ? undefined : found.id, acts };
    });
  return find().catch((error) => {
    // Somebody who comes twice at once is there the second time.
    if (duplicateKey(error) === undefined) throw error;
    return find();
  });
}

type Account = { id: number; act?: Act };

async function findOrMake(
  trx: Trx,
  tools: Tools,
  { identity, email, name, role }: Comer,
  code: string | undefined,
  now: Date,
): Promise<Account | undefined> {
  const { issuer, subject } = identity;
  if (!isSubject(subject)) throw forbidden('What you are called where you signed in cannot be known here.');
  const known = await findAdminIdByIdentity(trx, identity);
  if (known !== undefined) return { id: known };
  if (email === undefined)
    throw forbidden('Your address is not verified where you signed in, so it cannot be known here.');
  if ('fault' in email) throw forbidden(`Your address cannot be used here: where you signed in, it ${email.fault}.`);
  const found = await findAdminByEmail(trx, email.address);
  if (found) return adopt(trx, found, identity, now);
  const given = (await takeByCode(trx, tools, code)) ? 'administrator' : role;
  if (!given) return undefined;
  const id = await insertAdmin(trx, { email: email.address, name, role: given, passwordHash: null }, now);
  await link(trx, id, identity, now);
  return { id, act: { act: 'admin.added', data: { role: given, issuer } } };
}

/** An invitation that is out is answered by this. */
async function adopt(trx: Trx, { id }: AdminRow, identity: Identity, now: Date): Promise<Account> {
  await lockAdmin(trx, id);
  const { issuer } = identity;
  const subject = await findSubject(trx, id, issuer);
  // Another of their sign-ins was a moment earlier.
  if (subject === identity.subject) return { id };
  if (subject !== undefined) throw forbidden('The account of this address is somebody else’s where you signed in.');
  await deleteTokens(trx, id);
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
      await removeAdmin(trx, links, { id, linksUserId: null });
      return { isOut: true, act: { act: 'admin.removed', data: { role: former } } };
    }
    await changeRole(trx, links, { id, linksUserId: null }, role);
    return { isOut: false, act: { act: 'admin.role_changed', data: { from: former, to: role } } };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'last_administrator') return { isOut: false };
    throw error;
  }
}
