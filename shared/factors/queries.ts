/** Second factors in MySQL: authenticator apps, passkeys, recovery codes, and challenges that were answered. */
import { newId } from '../db/public-ids.ts';
import type { FactorStore } from './tables.ts';

// The names that Kysely is to take for those it knows.
const factorsOf = ({ names }: FactorStore) => names.user_factors as 'user_factors';
const codesOf = ({ names }: FactorStore) => names.user_recovery_codes as 'user_recovery_codes';
const challengesOf = ({ names }: FactorStore) => names.used_challenges as 'used_challenges';

const columns = [
  'id',
  'public_id as publicId',
  'owner_id as ownerId',
  'type',
  'name',
  'secret',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

/** A person's factors that count, the oldest first. */
export const listFactors = (store: FactorStore, ownerId: number) =>
  store.db
    .selectFrom(factorsOf(store))
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();

export type FactorRow = Awaited<ReturnType<typeof listFactors>>[number];

/** An authenticator app that has not shown a code yet; undefined for one begun before `since`. */
export const findPendingTotp = (store: FactorStore, ownerId: number, publicId: string, since: Date) =>
  store.db
    .selectFrom(factorsOf(store))
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('public_id', '=', publicId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst();

/** Puts an app that is being set up in the place of an earlier one. */
export async function replacePendingTotp(
  store: FactorStore,
  ownerId: number,
  { name, secret }: { name: string; secret: string },
  now: Date,
): Promise<string> {
  await store.db
    .deleteFrom(factorsOf(store))
    .where('owner_id', '=', ownerId)
    .where('confirmed_at', 'is', null)
    .execute();
  const publicId = newId('fac');
  await store.db
    .insertInto(factorsOf(store))
    .values({ public_id: publicId, owner_id: ownerId, type: 'totp', name, secret, created_at: now })
    .execute();
  return publicId;
}

export const confirmTotp = (store: FactorStore, id: number, step: number, now: Date) =>
  store.db
    .updateTable(factorsOf(store))
    .set({ confirmed_at: now, last_used_at: now, counter: step })
    .where('id', '=', id)
    .execute();

export type NewPasskey = {
  name: string;
  credentialId: string;
  credentialHash: Buffer;
  publicKey: Buffer;
  counter: number;
};

/** @throws a duplicate on the hash when the passkey is somebody's already */
export async function insertPasskey(store: FactorStore, ownerId: number, passkey: NewPasskey, now: Date) {
  const publicId = newId('fac');
  await store.db
    .insertInto(factorsOf(store))
    .values({
      public_id: publicId,
      owner_id: ownerId,
      type: 'passkey',
      name: passkey.name,
      credential_id: passkey.credentialId,
      credential_hash: passkey.credentialHash,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      created_at: now,
      confirmed_at: now,
    })
    .execute();
  return publicId;
}

export const findPasskey = (store: FactorStore, credentialHash: Buffer) =>
  store.db
    .selectFrom(factorsOf(store))
    .select(columns)
    .where('credential_hash', '=', credentialHash)
    .executeTakeFirst();

/** Notes the step of a code; false when that or a later one was used already. */
export async function advanceTotp(store: FactorStore, id: number, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable(factorsOf(store))
    .set({ counter: step, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes a passkey's count; false when it was as high already, as with a copy of it. Many passkeys do not count: 0 follows 0. */
export async function advancePasskey(store: FactorStore, id: number, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable(factorsOf(store))
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((e) => (counter === 0 ? e('counter', '=', 0) : e('counter', '<', counter)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Undefined when there is none of this id. */
export async function deleteFactor(store: FactorStore, ownerId: number, publicId: string) {
  const factors = await listFactors(store, ownerId);
  const factor = factors.find((one) => one.publicId === publicId);
  if (factor) await store.db.deleteFrom(factorsOf(store)).where('id', '=', factor.id).execute();
  return factor;
}

/** Forgets all that a person has. Returns the factors that counted. */
export async function deleteFactors(store: FactorStore, ownerId: number): Promise<FactorRow[]> {
  const factors = await listFactors(store, ownerId);
  await store.db.deleteFrom(factorsOf(store)).where('owner_id', '=', ownerId).execute();
  await deleteRecoveryCodes(store, ownerId);
  return factors;
}

const deleteRecoveryCodes = (store: FactorStore, ownerId: number) =>
  store.db.deleteFrom(codesOf(store)).where('owner_id', '=', ownerId).execute();

/** In the place of all former ones. */
export async function replaceRecoveryCodes(store: FactorStore, ownerId: number, hashes: Buffer[]): Promise<void> {
  await deleteRecoveryCodes(store, ownerId);
  if (hashes.length === 0) return;
  await store.db
    .insertInto(codesOf(store))
    .values(hashes.map((hash) => ({ owner_id: ownerId, hash })))
    .execute();
}

export async function countRecoveryCodes(store: FactorStore, ownerId: number): Promise<number> {
  const { n } = await store.db
    .selectFrom(codesOf(store))
    .where('owner_id', '=', ownerId)
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Uses a code up; false when there is none of this hash. */
export async function deleteRecoveryCode(store: FactorStore, ownerId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await store.db
    .deleteFrom(codesOf(store))
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Notes that a challenge was answered; false when it was before. */
export async function insertUsedChallenge(store: FactorStore, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await store.db
    .insertInto(challengesOf(store))
    .ignore()
    .values({ hash, expires_at: expiresAt })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Forgets answered challenges that nobody could answer any more, a bounded number a call. Returns how many went. */
export async function deleteUsedChallengesBefore(store: FactorStore, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await store.db
    .deleteFrom(challengesOf(store))
    .where('expires_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Gives a person's factors to an account in other tables, all or only authenticator apps. Recovery codes stay behind. */
export async function moveFactors(
  from: FactorStore,
  ownerId: number,
  to: FactorStore,
  newOwnerId: number,
  withPasskeys: boolean,
): Promise<void> {
  const rows = await from.db
    .selectFrom(factorsOf(from))
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('confirmed_at', 'is not', null)
    .$if(!withPasskeys, (query) => query.where('type', '=', 'totp'))
    .execute();
  // Deleted first: where both are one database, a passkey is known once.
  await from.db.deleteFrom(factorsOf(from)).where('owner_id', '=', ownerId).execute();
  const moved = rows.map(({ id: _, ...row }) => ({ ...row, owner_id: newOwnerId }));
  if (moved.length > 0) await to.db.insertInto(factorsOf(to)).values(moved).execute();
}
