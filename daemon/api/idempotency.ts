/** The link API's `Idempotency-Key`: stored answers to earlier attempts, and its errors. */
import { withTables } from '../../shared/db/with-tables.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { beginAttempt as begin, type Claimant, type Faults } from '../../shared/idempotency/attempts.ts';
import type { IdempotencyStore } from '../../shared/idempotency/tables.ts';
import type { Db, Trx } from '../core/tables.ts';
import { conflict, invalid } from './errors.ts';

/** A function that stores the answer in the transaction that does the work. */
export type Keep = (trx: Trx, answer: HttpAnswer) => Promise<void>;

type Attempt = {
  /** Stores the answer; `undefined` for a request without a key. */
  keep: Keep | undefined;
  /** Ends the attempt after the handler: with its answer, or without one after a failure. */
  end: (answer?: HttpAnswer) => Promise<void>;
};

const noKey: Attempt = { keep: undefined, end: async () => {} };
const field = 'Idempotency-Key';
const faults: Faults = {
  refuse: (message) => invalid({ field, message }),
  inFlight: (message) => conflict(message, { field }),
};

export const idempotencyKeys = (db: Db | Trx): IdempotencyStore => ({
  db: withTables(db),
  table: 'idempotency_keys',
});

/** Returns the answer to an earlier attempt, or starts a new attempt. @throws `validation_failed`, `conflict` */
export async function beginAttempt(
  db: Db,
  claimant: Claimant,
  { headers, method, path, body }: Pick<HttpRequest, 'headers' | 'method' | 'path' | 'body'>,
  now: Date,
): Promise<{ replay: HttpAnswer } | Attempt> {
  const key = headers['idempotency-key'];
  if (key === undefined) return noKey;
  const keyed = { key, content: [`${method} ${path}\n`, body] };
  const attempt = await begin(idempotencyKeys(db), faults, claimant, { keyed, now });
  if ('replay' in attempt) return { replay: read(attempt.replay) };
  return {
    keep: (trx, answer) => attempt.keep(idempotencyKeys(trx).db, write(answer)),
    end: (answer) => attempt.end(answer && answer.status < 300 ? write(answer) : undefined),
  };
}

const write = ({ status, headers, body = '' }: HttpAnswer): string =>
  JSON.stringify({ status, headers, body: Buffer.from(body).toString() });

function read(text: string): HttpAnswer {
  const answer = JSON.parse(text);
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
}
