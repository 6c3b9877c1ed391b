/** Queries for second factors: authenticator apps, passkeys, recovery codes and used challenges. */

import { newId } from '../db/public-ids.ts';
import { changedRows, changesRows, countRows } from '../db/results.ts';
import { updateBegunBy } from './session-queries.ts';
import type { Db, Trx } from './tables.ts';

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

/** Lists a user's confirmed factors, oldest first. */
export const listFactors = (db: Db, ownerId: number) =>
  db
    .selectFrom('user_factors')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();

export type FactorRow = Awaited<ReturnType<typeof listFactors>>[number];

/** Finds an authenticator app that is not confirmed yet; `undefined` if its setup started before `since`. */
export const findPendingTotp = (db: Db, ownerId: number, publicId: string, since: Date) =>
  db
    .selectFrom('user_factors')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('public_id', '=', publicId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst();

/** Inserts an unconfirmed app, and replaces an earlier unconfirmed one. */
export async function replacePendingTotp(
  db: Db,
  ownerId: number,
  { name, secret }: { name: string; secret: string },
  now: Date,
): Promise<string> {
  await db.deleteFrom('user_factors').where('owner_id', '=', ownerId).where('confirmed_at', 'is', null).execute();
  const publicId = newId('fac');
  await db
    .insertInto('user_factors')
    .values({ public_id: publicId, owner_id: ownerId, type: 'totp', name, secret, created_at: now })
    .execute();
  return publicId;
}

export const confirmTotp = (db: Db, id: number, step: number, now: Date) =>
  db
    .updateTable('user_factors')
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

/** Inserts a passkey. @throws a duplicate-key error on the hash if the passkey is already known */
export async function insertPasskey(db: Db, ownerId: number, passkey: NewPasskey, now: Date) {
  const publicId = newId('fac');
  await db
    .insertInto('user_factors')
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

export const findPasskey = (db: Db, credentialHash: Buffer) =>
  db.selectFrom('user_factors').select(columns).where('credential_hash', '=', credentialHash).executeTakeFirst();

/** Records the step of a code; `false` if it or a later step was already used. */
export const advanceTotp = (db: Db, id: number, step: number, now: Date): Promise<boolean> =>
  changesRows(
    db
      .updateTable('user_factors')
      .set({ counter: step, last_used_at: now })
      .where('id', '=', id)
      .where('counter', '<', step),
  );

/**
 * Records a passkey's count; `false` if the count did not grow, which can mean a copied passkey. Many passkeys do not
 * count, so 0 can follow 0.
 */
export const advancePasskey = (db: Db, id: number, counter: number, now: Date): Promise<boolean> =>
  changesRows(
    db
      .updateTable('user_factors')
      .set({ counter, last_used_at: now })
      .where('id', '=', id)
      .where((e) => (counter === 0 ? e('counter', '=', 0) : e('counter', '<', counter))),
  );

/** Deletes a factor; `undefined` if the id is unknown. */
export async function deleteFactor(db: Db, ownerId: number, publicId: string) {
  const factors = await listFactors(db, ownerId);
  const factor = factors.find((one) => one.publicId === publicId);
  if (factor) await db.deleteFrom('user_factors').where('id', '=', factor.id).execute();
  return factor;
}

/**
 * Deletes all factors of a user. Sessions that were started with a factor then count as started with a password.
 * Returns the confirmed factors.
 */
export async function deleteFactors(trx: Trx, ownerId: number): Promise<FactorRow[]> {
  const factors = await listFactors(trx, ownerId);
  await trx.deleteFrom('user_factors').where('owner_id', '=', ownerId).execute();
  await deleteRecoveryCodes(trx, ownerId);
  await updateBegunBy(trx, ownerId, 'factor', 'password');
  return factors;
}

const deleteRecoveryCodes = (db: Db, ownerId: number) =>
  db.deleteFrom('user_recovery_codes').where('owner_id', '=', ownerId).execute();

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(db: Db, ownerId: number, hashes: Buffer[]): Promise<void> {
  await deleteRecoveryCodes(db, ownerId);
  if (hashes.length === 0) return;
  await db
    .insertInto('user_recovery_codes')
    .values(hashes.map((hash) => ({ owner_id: ownerId, hash })))
    .execute();
}

export const countRecoveryCodes = (db: Db, ownerId: number): Promise<number> =>
  countRows(db.selectFrom('user_recovery_codes').where('owner_id', '=', ownerId));

/** Uses up a recovery code; `false` if the hash is unknown. */
export const deleteRecoveryCode = (db: Db, ownerId: number, hash: Buffer): Promise<boolean> =>
  changesRows(db.deleteFrom('user_recovery_codes').where('owner_id', '=', ownerId).where('hash', '=', hash));

/** Records a used challenge; `false` if it was already used. */
export const insertUsedChallenge = (db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> =>
  changesRows(db.insertInto('used_challenges').ignore().values({ hash, expires_at: expiresAt }));

/** Deletes expired used challenges in batches. Returns the number deleted. */
export const deleteUsedChallengesBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('used_challenges').where('expires_at', '<', time).limit(limit));
