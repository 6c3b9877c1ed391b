/** Queries for idempotency keys: a request's claim, and later its answer. */

import { duplicateKey } from '../db/db.ts';
import { changedRows, changesRows } from '../db/results.ts';
import { type IdempotencyStore, known } from './tables.ts';

/** A retried request: its key, its content and its attempt. */
export type Claim = { workspaceId: number; keyHash: Buffer; requestHash: Buffer; claim: Buffer };

/** Claims a free key; `false` if it is already claimed. */
export async function insertClaim(
  store: IdempotencyStore,
  { workspaceId, keyHash, requestHash, claim }: Claim,
  now: Date,
) {
  try {
    await store.db
      .insertInto(known(store))
      .values({ workspace_id: workspaceId, key_hash: keyHash, request_hash: requestHash, claim, claimed_at: now })
      .execute();
    return true;
  } catch (error) {
    if (duplicateKey(error) === undefined) throw error;
    return false;
  }
}

export const findClaim = (store: IdempotencyStore, { workspaceId, keyHash }: Claim) =>
  store.db
    .selectFrom(known(store))
    .select(['request_hash as requestHash', 'claim', 'claimed_at as claimedAt', 'answer'])
    .where('workspace_id', '=', workspaceId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();

/**
 * Takes a key over from an older attempt, unless another attempt took the key first or the older attempt has answered.
 */
export const replaceClaim = (
  store: IdempotencyStore,
  claim: Claim,
  held: { claim: Buffer; answer: Buffer | null },
  now: Date,
): Promise<boolean> =>
  changesRows(
    store.db
      .updateTable(known(store))
      .set({ request_hash: claim.requestHash, claim: claim.claim, claimed_at: now, answer: null })
      .where('workspace_id', '=', claim.workspaceId)
      .where('key_hash', '=', claim.keyHash)
      .where('claim', '=', held.claim)
      .where('answer', held.answer ? 'is not' : 'is', null),
  );

/** Stores the answer; `false` if another attempt has taken the key over. The caller must then commit nothing. */
export const updateAnswer = (store: IdempotencyStore, claim: Claim, answer: Buffer): Promise<boolean> =>
  changesRows(
    store.db
      .updateTable(known(store))
      .set({ answer })
      .where('workspace_id', '=', claim.workspaceId)
      .where('key_hash', '=', claim.keyHash)
      .where('claim', '=', claim.claim),
  );

/** Releases a key without an answer, so that the request can be retried. */
export const deleteClaim = (store: IdempotencyStore, { workspaceId, keyHash, claim }: Claim) =>
  store.db
    .deleteFrom(known(store))
    .where('workspace_id', '=', workspaceId)
    .where('key_hash', '=', keyHash)
    .where('claim', '=', claim)
    .where('answer', 'is', null)
    .execute();

/** Deletes keys taken before `time`. Returns how many it deleted. */
export const deleteClaimsBefore = (store: IdempotencyStore, time: Date, limit: number): Promise<number> =>
  changedRows(store.db.deleteFrom(known(store)).where('claimed_at', '<', time).limit(limit));

/**
 * Commits a change of an answered key, so that the answer and its work are on the server's disk once this resolves: MySQL shows a
 * commit to others a moment earlier. `false` if there is no answer.
 */
export const confirmAnswer = (store: IdempotencyStore, { workspaceId, keyHash, claim }: Claim): Promise<boolean> =>
  changesRows(
    store.db
      .updateTable(known(store))
      .set({ claim })
      .where('workspace_id', '=', workspaceId)
      .where('key_hash', '=', keyHash)
      .where('answer', 'is not', null),
  );
