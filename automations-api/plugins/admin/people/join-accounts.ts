/**
 * Making one account of two: of an account here and the one of the link service that has the same address, once that service knows
 * that the address is its owner's. The history here stays, and of two roles the higher; name, password and sessions are those of the
 * other from then on. Second factors go along when the other has none.
 */
import type { Config } from '../../../../shared/config/config.ts';
import { dashboardUrl } from '../../../../shared/config/dashboard-url.ts';
import { inTransaction } from '../../../../shared/db/db.ts';
import { listFactors, moveFactors } from '../../../../shared/factors/queries.ts';
import { findSubject, findUserIdByIdentity, insertIdentity } from '../../../../shared/oidc/identities.ts';
import { findContactsRole, putContactsRole } from '../../../../shared/sign-in/people.ts';
import { type Role, roles } from '../../../host/core/route.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import type { Db, Trx } from '../core/tables.ts';
import {
  deleteAdmin,
  findAdminByLinksUser,
  listOwnAddresses,
  lockAdmin,
  type OwnAddress,
  updateToJoined,
} from './admin-queries.ts';
import { endAccess } from './end-access.ts';
import { factorsIn } from './factor-store.ts';
import { listIdentities } from './identity-queries.ts';
import { findUsersByEmail, type Links, type LinksTrx, linksFactorsIn, lockUser } from './links-queries.ts';

type Tools = { db: Db; links: Links; config: Pick<Config, 'baseUrl' | 'siteUrl'> };

/** One of each; `isVerified` says whether they can be joined. */
export type Pair = OwnAddress & { userId: number; isVerified: boolean };

const atOnce = 500;

/** Accounts with one address. Reads only what was there before accounts could be joined. */
export async function listPairs({ db, links }: Pick<Tools, 'db' | 'links'>): Promise<Pair[]> {
  const pairs: Pair[] = [];
  const own = await listOwnAddresses(db);
  for (let from = 0; from < own.length; from += atOnce) {
    const some = own.slice(from, from + atOnce);
    const users = await orNoLinks(
      findUsersByEmail(
        links.of(db),
        some.map(({ emailKey }) => emailKey),
      ),
    );
    const byEmail = new Map(users?.map((user) => [user.email, user]));
    for (const admin of some) {
      const user = byEmail.get(admin.emailKey);
      if (user) pairs.push({ ...admin, userId: user.id, isVerified: user.verifiedAt !== null });
    }
  }
  return pairs;
}

/** Joins two. False when either is not as it was any more. */
export const joinAccounts = ({ db, links, config }: Tools, { id, emailKey, userId }: Pair): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const within = links.within(trx);
    const admin = (await lockAdmin(trx, id)) && (await listOwnAddresses(trx, id))[0];
    if (!admin || !(await lockUser(within, userId))) return false;
    const [user] = await findUsersByEmail(within, [emailKey]);
    if (user?.id !== userId || user.verifiedAt === null) return false;
    // A role of this account alone, which it was given meanwhile, has a row of its own.
    const other = await findAdminByLinksUser(trx, userId);
    if (other) await deleteAdmin(trx, other.id);
    const role = higherOf(admin.role, await findContactsRole(within, userId));
    await putContactsRole(within, userId, role, new Date());
    await moveIdentities(trx, within, id, userId);
    await moveSecondFactors(trx, within, id, userId, hasSameHost(config));
    await updateToJoined(trx, id, userId, role);
    await endAccess(trx, id);
    return true;
  });

/** Nobody loses what they were given, and an administrator goes on as one. */
const higherOf = (one: Role, other: Role | undefined): Role =>
  roles.find((role) => role === one || role === other) ?? one;

/** The provider's name for the person goes along, unless it has another one for the owner of the other account. */
async function moveIdentities(trx: Trx, within: LinksTrx, id: number, userId: number): Promise<void> {
  for (const identity of await listIdentities(trx, id)) {
    const isFree =
      (await findUserIdByIdentity(within, identity)) === undefined &&
      (await findSubject(within, userId, identity.issuer)) === undefined;
    if (isFree) await insertIdentity(within, userId, identity, new Date());
  }
}

/** Passkeys are bound to the host that they were made for. */
const hasSameHost = ({ baseUrl, siteUrl }: Tools['config']) =>
  new URL(dashboardUrl(baseUrl)).hostname === new URL(siteUrl).hostname;

/** Recovery codes are of the account that they were made for, so they end. */
async function moveSecondFactors(
  trx: Trx,
  within: LinksTrx,
  id: number,
  userId: number,
  withPasskeys: boolean,
): Promise<void> {
  const [from, to] = [factorsIn(trx), linksFactorsIn(within)];
  if ((await listFactors(to, userId)).length === 0) await moveFactors(from, id, to, userId, withPasskeys);
}

/**
 * Joins accounts of one address, each in a transaction of its own. `joined` is called for each; `kept` for one that stays on its own
 * because the link service does not know yet that the address is its owner's.
 */
export async function joinAll(
  tools: Tools,
  { joined, kept }: { joined: (pair: Pair) => Promise<unknown>; kept: (pair: Pair) => void },
): Promise<void> {
  for (const pair of await listPairs(tools)) {
    if (!pair.isVerified) kept(pair);
    else if (await joinAccounts(tools, pair)) await joined(pair);
  }
}
