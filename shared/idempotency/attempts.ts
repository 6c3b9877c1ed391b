/**
 * `Idempotency-Key`: a retried request acts only once and gets its first answer. The key is claimed before the handler
 * runs. The answer is written in the handler's transaction, so a dying process leaves either the work and its answer or
 * neither. A key of a dead process becomes free after a while. A key is valid only for its credential, because an answer
 * can contain data for its caller only.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Claim,
  confirmAnswer,
  deleteClaim,
  findClaim,
  insertClaim,
  replaceClaim,
  updateAnswer,
} from './queries.ts';
import type { IdempotencyStore } from './tables.ts';

export const keptMs = 24 * 3600 * 1_000;
/** The duration of a claim, longer than the longest request. */
const heldMs = 60_000;
/** Delay before the release of a claim is retried. */
const retryMs = 500;
const longestKey = 255;

/** The origin of the request. */
export type Claimant = {
  workspaceId: number;
  /** The API key or session token presented. */
  credential: string;
};

/** A request's key, and the bytes that distinguish it from other requests. */
type Keyed = { key: string; content: (string | Buffer)[] };

/** Functions that create a service's errors. */
export type Faults = { refuse: (message: string) => Error; inFlight: (message: string) => Error };

export type Attempt = {
  /** Writes the answer in the transaction that does the work. */
  keep: (trx: IdempotencyStore['db'], answer: string) => Promise<void>;
  /** Ends the attempt after the handler, with its answer, or without one after a failure. */
  end: (answer?: string) => Promise<void>;
};

/** Resolves to the answer of an earlier attempt or the right to act. @throws the service's errors */
export async function beginAttempt(
  store: IdempotencyStore,
  faults: Faults,
  { workspaceId, credential }: Claimant,
  { keyed: { key, content }, now }: { keyed: Keyed; now: Date },
): Promise<{ replay: string } | Attempt> {
  if (key.length < 1 || key.length > longestKey) throw faults.refuse(`must have 1 to ${longestKey} characters`);
  const inFlight = () => faults.inFlight('A request with this Idempotency-Key is still running. Retry shortly.');
  const secret = `${credential}\n${key}`;
  const claim: Claim = {
    workspaceId,
    keyHash: sha256('key\n', secret),
    requestHash: sha256(...content),
    claim: randomBytes(16),
  };
  const isClaimed = await insertClaim(store, claim, now).catch((error) => {
    void releaseLater(store, claim);
    throw error;
  });
  if (isClaimed) return attempt(store, claim, secret, inFlight);
  const held = await findClaim(store, claim);
  if (!held) throw inFlight();
  const age = now.getTime() - held.claimedAt.getTime();
  if (age > (held.answer ? keptMs : heldMs)) {
    if (!(await replaceClaim(store, claim, held, now))) throw inFlight();
    return attempt(store, claim, secret, inFlight);
  }
  if (!held.requestHash.equals(claim.requestHash)) throw faults.refuse('was used for another request');
  if (!held.answer || !(await confirmAnswer(store, claim))) throw inFlight();
  return { replay: open(held.answer, secret) };
}

function attempt(store: IdempotencyStore, claim: Claim, secret: string, inFlight: () => Error): Attempt {
  let kept = false;
  return {
    async keep(trx, answer) {
      if (!(await updateAnswer({ ...store, db: trx }, claim, seal(answer, secret)))) throw inFlight();
      kept = true;
    },
    async end(answer) {
      if (answer === undefined) await deleteClaim(store, claim).catch(() => void releaseLater(store, claim));
      else if (!kept) await updateAnswer(store, claim, seal(answer, secret));
    },
  };
}

/** Claims to release once the database answers again. Otherwise retries of their requests would be refused as still running. */
const unreleased: { store: IdempotencyStore; claim: Claim; until: number }[] = [];

async function releaseLater(store: IdempotencyStore, claim: Claim): Promise<void> {
  if (unreleased.push({ store, claim, until: Date.now() + heldMs }) > 1) return;
  for (let next = unreleased[0]; next; next = unreleased[0]) {
    const isReleased = await deleteClaim(next.store, next.claim).then(
      () => true,
      () => false,
    );
    if (isReleased || Date.now() > next.until) unreleased.shift();
    else await sleep(retryMs, undefined, { ref: false });
  }
}

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Encrypts an answer with data that only the client has, because it can contain a secret that is shown once, such as a new
 * API key.
 */
function seal(answer: string, secret: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sha256('answer\n', secret), iv);
  const sealed = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function open(sealed: Buffer, secret: string): string {
  const decipher = createDecipheriv('aes-256-gcm', sha256('answer\n', secret), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
