/** Idempotency keys in MySQL: the claim on a request, and its answer once there is one. */

import { duplicateKey } from '../../shared/db/db.ts';
import type { Db, Trx } from '../core/tables.ts';

/** A retried request: its key, its content and its attempt. */
export type Claim = { workspaceId: number; keyHash: Buffer; requestHash: Buffer; claim: Buffer };

/** Takes a free key; `false` if it is held. */
export async function insertClaim(db: Db, { workspaceId, keyHash, requestHash, claim }: Claim, now: Date) {
  try {
    await db
      .insertInto('idempotency_keys')
      .values({ workspace_id: workspaceId, key_hash: keyHash, request_hash: requestHash, claim, claimed_at: now })
      .execute();
    return true;
  } catch (error) {
    if (duplicateKey(error) === undefined) throw error;
    return false;
  }
}

export const findClaim = (db: Db, { workspaceId, keyHash }: Claim) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'claim', 'claimed_at as claimedAt', 'answer'])
    .where('workspace_id', '=', workspaceId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();

/** Takes a key over from its attempt, unless another was faster or that attempt has answered after all. */
export async function replaceClaim(
  db: Db,
  claim: Claim,
  held: { claim: Buffer; answer: Buffer | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set({ request_hash: claim.requestHash, claim: claim.claim, claimed_at: now, answer: null })
    .where('workspace_id', '=', claim.workspaceId)
    .where('key_hash', '=', claim.keyHash)
    .where('claim', '=', held.claim)
    .where('answer', held.answer ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Stores the answer; `false` if the key was taken over meanwhile, and then nothing may be committed. */
export async function updateAnswer(db: Db | Trx, claim: Claim, answer: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('workspace_id', '=', claim.workspaceId)
    .where('key_hash', '=', claim.keyHash)
    .where('claim', '=', claim.claim)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Releases a key without an answer, so that the request can be retried. */
export const deleteClaim = (db: Db, { workspaceId, keyHash, claim }: Claim) =>
  db
    .deleteFrom('idempotency_keys')
    .where('workspace_id', '=', workspaceId)
    .where('key_hash', '=', keyHash)
    .where('claim', '=', claim)
    .where('answer', 'is', null)
    .execute();

/** Deletes keys taken before a time; returns the number. */
export async function deleteClaimsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('claimed_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
