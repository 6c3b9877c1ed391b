/** Second factors in MySQL: authenticator apps, passkeys, recovery codes and used challenges. */
import { newId } from '../db/public-ids.ts';
import type { FactorStore } from './tables.ts';

// Makes Kysely accept the service's table names as known ones.
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

/** A person's confirmed factors, oldest first. */
export const listFactors = (store: FactorStore, ownerId: number) =>
  store.db
    .selectFrom(factorsOf(store))
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();

export type FactorRow = Awaited<ReturnType<typeof listFactors>>[number];

/** An authenticator app that has not shown a code yet; `undefined` if started before `since`. */
export const findPendingTotp = (store: FactorStore, ownerId: number, publicId: string, since: Date) =>
  store.db
    .selectFrom(factorsOf(store))
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('public_id', '=', publicId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst();

/** Replaces an earlier app that is still being set up. */
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

/** @throws a duplicate on the hash if someone already has the passkey */
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

/** Records the step of a code; `false` if that or a later one was used. */
export async function advanceTotp(store: FactorStore, id: number, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable(factorsOf(store))
    .set({ counter: step, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Records a passkey's count; `false` if it was already as high, as with a copied passkey. Many passkeys do not count: 0
 * follows 0.
 */
export async function advancePasskey(store: FactorStore, id: number, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable(factorsOf(store))
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((e) => (counter === 0 ? e('counter', '=', 0) : e('counter', '<', counter)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** `undefined` if the id is unknown. */
export async function deleteFactor(store: FactorStore, ownerId: number, publicId: string) {
  const factors = await listFactors(store, ownerId);
  const factor = factors.find((one) => one.publicId === publicId);
  if (factor) await store.db.deleteFrom(factorsOf(store)).where('id', '=', factor.id).execute();
  return factor;
}

/** Deletes all factors of a person. Returns the confirmed ones. */
export async function deleteFactors(store: FactorStore, ownerId: number): Promise<FactorRow[]> {
  const factors = await listFactors(store, ownerId);
  await store.db.deleteFrom(factorsOf(store)).where('owner_id', '=', ownerId).execute();
  await deleteRecoveryCodes(store, ownerId);
  return factors;
}

const deleteRecoveryCodes = (store: FactorStore, ownerId: number) =>
  store.db.deleteFrom(codesOf(store)).where('owner_id', '=', ownerId).execute();

/** Replaces all former codes. */
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

/** Uses up a code; `false` if the hash is unknown. */
export async function deleteRecoveryCode(store: FactorStore, ownerId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await store.db
    .deleteFrom(codesOf(store))
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Records a used challenge; `false` if it was already used. */
export async function insertUsedChallenge(store: FactorStore, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await store.db
    .insertInto(challengesOf(store))
    .ignore()
    .values({ hash, expires_at: expiresAt })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes expired used challenges in batches. Returns the number deleted. */
export async function deleteUsedChallengesBefore(store: FactorStore, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await store.db
    .deleteFrom(challengesOf(store))
    .where('expires_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Moves a person's factors, all or only authenticator apps, to an account in other tables. Recovery codes are not
 * moved.
 */
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
  // Deletes first: if both tables are in one database, a passkey is unique.
  await from.db.deleteFrom(factorsOf(from)).where('owner_id', '=', ownerId).execute();
  const moved = rows.map(({ id: _, ...row }) => ({ ...row, owner_id: newOwnerId }));
  if (moved.length > 0) await to.db.insertInto(factorsOf(to)).values(moved).execute();
}
