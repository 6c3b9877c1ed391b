/**
 * Accounts of the link service that may sign in to contacts, and the URL of contacts. Both services read and write
 * this.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ContactsRole, SignInTables } from './tables.ts';

type Db = Kysely<SignInTables>;
type Trx = Transaction<SignInTables>;

const onlyRow = 1;
const installationColumns = [
  'name',
  'url',
  'awaits_first as awaitsFirst',
  'site_id as siteId',
  'offered_key as offeredKey',
] as const;

/** `undefined` if no contact automation signs in with accounts of the link service. `url` is its SITE_URL. */
export const findInstallation = (db: Db) =>
  db.selectFrom('contacts_installation').select(installationColumns).where('id', '=', onlyRow).executeTakeFirst();

/** Locks the record until the transaction ends, so that only one process is the first there, and one takes the key. */
export const lockInstallation = (trx: Trx) =>
  trx
    .selectFrom('contacts_installation')
    .select(installationColumns)
    .where('id', '=', onlyRow)
    .forUpdate()
    .executeTakeFirst();

/**
 * Records the URL of contacts. `false` if another installation is already recorded: one sign-in serves one
 * installation. `name` is the installation's own and stays when its URL changes. Locks the row until the transaction
 * ends.
 */
export async function putInstallation(trx: Trx, { name, url }: { name: string; url: string }, now: Date) {
  await trx.insertInto('contacts_installation').values({ id: onlyRow, name, url, seen_at: now }).ignore().execute();
  const row = await lockInstallation(trx);
  if (row?.name !== name) return false;
  await trx.updateTable('contacts_installation').set({ url, seen_at: now }).where('id', '=', onlyRow).execute();
  return true;
}

/** Whether accounts of the link service have a role in contacts. */
export const hasContactsPeople = async (db: Db | Trx): Promise<boolean> =>
  (await db.selectFrom('contacts_people').select('user_id').limit(1).executeTakeFirst()) !== undefined;

/** Records whether contacts have no account of their own yet; people with a role in `contacts_people` count too. */
export async function putAwaitsFirst(trx: Trx, awaitsFirst: boolean): Promise<void> {
  const awaits = awaitsFirst && !(await hasContactsPeople(trx));
  await trx.updateTable('contacts_installation').set({ awaits_first: awaits }).where('id', '=', onlyRow).execute();
}

/** Offers contacts a key for connecting themselves. `false` without contact automation. */
export async function offerKey(trx: Trx, sealed: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contacts_installation')
    .set({ offered_key: sealed })
    .where('id', '=', onlyRow)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Withdraws an offer, unless it was replaced. */
export const dropOffer = (db: Db, sealed: string) =>
  db.updateTable('contacts_installation').set({ offered_key: null }).where('offered_key', '=', sealed).execute();

/** Records the binding by which the contacts at `url` receive clicks; `null`: none. */
export const putSiteId = (db: Db, url: string, siteId: number | null) =>
  db.updateTable('contacts_installation').set({ site_id: siteId }).where('url', '=', url).execute();

export const findContactsRole = async (db: Db | Trx, userId: number): Promise<ContactsRole | undefined> =>
  (await db.selectFrom('contacts_people').select('role').where('user_id', '=', userId).executeTakeFirst())?.role;

/**
 * Sets a person's role, or removes it with `null`. Every path that gives a role comes here. Returns `false`, and changes
 * nothing, for more than the present role while the email is not verified: the account could be someone else's.
 */
export async function putContactsRole(
  trx: Trx,
  userId: number,
  role: ContactsRole | null,
  now: Date,
): Promise<boolean> {
  if (role === null) {
    await trx.deleteFrom('contacts_people').where('user_id', '=', userId).execute();
    return true;
  }
  const user = await trx
    .selectFrom('users')
    .select('email_verified_at as verifiedAt')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.verifiedAt && !isAtMost(role, await findContactsRole(trx, userId))) return false;
  await trx
    .insertInto('contacts_people')
    .values({ user_id: userId, role, created_at: now })
    .onDuplicateKeyUpdate({ role })
    .execute();
  return true;
}

const ranks: Record<ContactsRole, number> = { viewer: 0, editor: 1, administrator: 2 };

const isAtMost = (role: ContactsRole, present: ContactsRole | undefined): boolean =>
  present !== undefined && ranks[role] <= ranks[present];

/**
 * The ids of users who administer contacts, locked until the transaction ends. Writes the first one's row, so that two
 * transactions on different servers of a cluster conflict at COMMIT.
 */
export async function lockContactsAdministrators(trx: Trx): Promise<number[]> {
  const rows = await trx
    .selectFrom('contacts_people')
    .select(['user_id', 'role'])
    .orderBy('user_id')
    .forUpdate()
    .execute();
  const ids = rows.filter(({ role }) => role === 'administrator').map(({ user_id }) => user_id);
  await trx
    .updateTable('users')
    .set({ locks: sql`locks + 1` })
    .where('id', '=', ids[0] ?? 0)
    .execute();
  return ids;
}

/**
 * Makes the first account of the link service an administrator of contacts, if no one has an account there either.
 * Creating an account there waits until the transaction ends.
 */
export async function takeFirstOfContacts(trx: Trx, userId: number, now: Date): Promise<boolean> {
  const installation = await lockInstallation(trx);
  if (!installation?.awaitsFirst) return false;
  await trx.updateTable('contacts_installation').set({ awaits_first: false }).where('id', '=', onlyRow).execute();
  await putContactsRole(trx, userId, 'administrator', now);
  return true;
}

/**
 * The same for a person who creates the first account in the contacts at `url`. `false` if an account of the link
 * service is already the first; `true` also if the link service has no such contacts.
 */
export async function claimFirst(trx: Trx, url: string): Promise<boolean> {
  const installation = await lockInstallation(trx);
  if (installation?.url !== url) return true;
  if (!installation.awaitsFirst) return false;
  await trx.updateTable('contacts_installation').set({ awaits_first: false }).where('id', '=', onlyRow).execute();
  return true;
}
