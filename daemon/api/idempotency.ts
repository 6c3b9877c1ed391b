/**
 * `Idempotency-Key`: a retried request gets its first answer and acts only once. The key is taken before the handler
 * runs; the answer is written in the handler's own transaction, so a process that dies leaves either both the work and
 * its answer or neither. A key whose holder died becomes free after a while. A key is valid only for the credential it
 * came with: an answer may contain data for its caller only.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Db, Trx } from '../core/tables.ts';
import { conflict, invalid } from './errors.ts';
import { type Claim, deleteClaim, findClaim, insertClaim, replaceClaim, updateAnswer } from './idempotency-queries.ts';

export const keptMs = 24 * 3600 * 1_000;
/** Longer than any request runs. */
const heldMs = 60_000;

/** The origin of the request. */
export type Claimant = {
  workspaceId: number;
  /** The API key or session token presented. */
  credential: string;
};

/** Writes the answer in the transaction that does the work. */
export type Keep = (trx: Trx, answer: HttpAnswer) => Promise<void>;

export type Attempt = {
  /** `undefined` without a key. */
  keep: Keep | undefined;
  /** Ends the attempt after the handler: with its answer, or none after a failure. */
  end: (answer?: HttpAnswer) => Promise<void>;
};

const noKey: Attempt = { keep: undefined, end: async () => {} };

/** Either the answer of an earlier attempt or the right to act. @throws `validation_failed`, `conflict`. */
export async function beginAttempt(
  db: Db,
  claimant: Claimant,
  request: HttpRequest,
  now: Date,
): Promise<{ replay: HttpAnswer } | Attempt> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return noKey;
  if (key.length < 1 || key.length > 255) {
    throw invalid({ field: 'Idempotency-Key', message: 'must have 1 to 255 characters' });
  }
  const { workspaceId, credential } = claimant;
  const secret = `${credential}\n${key}`;
  const claim: Claim = {
    workspaceId,
    keyHash: sha256('key\n', secret),
    requestHash: sha256(`${request.method} ${request.path}\n`, request.body),
    claim: randomBytes(16),
  };
  if (await insertClaim(db, claim, now)) return attempt(db, claim, secret);
  const held = await findClaim(db, claim);
  if (!held) throw inFlight();
  const age = now.getTime() - held.claimedAt.getTime();
  if (age > (held.answer ? keptMs : heldMs)) {
    if (!(await replaceClaim(db, claim, held, now))) throw inFlight();
    return attempt(db, claim, secret);
  }
  if (!held.requestHash.equals(claim.requestHash)) {
    throw invalid({ field: 'Idempotency-Key', message: 'was used for another request' });
  }
  if (!held.answer) throw inFlight();
  return { replay: open(held.answer, secret) };
}

const inFlight = () =>
  conflict('A request with this Idempotency-Key is still running. Retry shortly.', { field: 'Idempotency-Key' });

function attempt(db: Db, claim: Claim, secret: string): Attempt {
  let kept = false;
  return {
    async keep(trx, answer) {
      if (!(await updateAnswer(trx, claim, seal(answer, secret)))) throw inFlight();
      kept = true;
    },
    async end(answer) {
      if (!answer || answer.status >= 300) await deleteClaim(db, claim);
      else if (!kept) await updateAnswer(db, claim, seal(answer, secret));
    },
  };
}

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * An answer may contain a secret that is shown only once (a new API key), so it is encrypted with data that only the
 * client has.
 */
function seal({ status, headers, body = '' }: HttpAnswer, secret: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sha256('answer\n', secret), iv);
  const text = JSON.stringify({ status, headers, body: Buffer.from(body).toString() });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function open(sealed: Buffer, secret: string): HttpAnswer {
  const decipher = createDecipheriv('aes-256-gcm', sha256('answer\n', secret), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const answer = JSON.parse(`${decipher.update(sealed.subarray(28), undefined, 'utf8')}${decipher.final('utf8')}`);
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
}
