/** Support for `Idempotency-Key` on contact writes: a repeated request gets the first answer and writes nothing. */
import { withTables } from '../../../../shared/db/with-tables.ts';
import { beginAttempt, type Faults } from '../../../../shared/idempotency/attempts.ts';
import type { IdempotencyStore } from '../../../../shared/idempotency/tables.ts';
import type { RestAnswer, RestRequest } from '../../../host/core/route.ts';
import { readKey } from '../api-keys/authenticate.ts';
import { fail, unprocessable } from '../core/errors.ts';
import type { Db, Trx } from '../core/tables.ts';

/** The id for all contacts, since a site has only one workspace. */
const workspaceId = 0;

type Answer<Data> = Extract<RestAnswer<Data>, { data: Data }>;

/** A function that stores the answer in the transaction of the work; undefined for a request without a key. */
export type Keep<Data> = ((trx: Trx, answer: Answer<Data>) => Promise<void>) | undefined;

const faults: Faults = {
  refuse: (message) => unprocessable(`Idempotency-Key ${message}`),
  inFlight: (message) => fail('conflict', message),
};

export const idempotencyKeys = (db: Db | Trx): IdempotencyStore => ({
  db: withTables(db),
  table: 'automations_idempotency_keys',
});

type Request = Pick<RestRequest, 'method' | 'route' | 'params' | 'path' | 'query' | 'headers' | 'caller'>;

/**
 * Returns the answer of an earlier attempt with the same key, otherwise the answer of `act`.
 * @throws unprocessable_entity or conflict
 */
export async function once<Data>(
  db: Db,
  { method, route, params, path, query, headers, caller }: Request,
  act: (keep: Keep<Data>) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  const key = headers['idempotency-key'];
  if (key === undefined) return act(undefined);
  const credential = readKey({ query, headers }) ?? `${caller?.type} ${caller?.id}`;
  const content = [`${method} ${route}\n`, JSON.stringify([path, params])];
  const attempt = await beginAttempt(
    idempotencyKeys(db),
    faults,
    { workspaceId, credential },
    { keyed: { key, content }, now: new Date() },
  );
  if ('replay' in attempt) return replayed(JSON.parse(attempt.replay));
  try {
    const keep: Keep<Data> = (trx, answer) => attempt.keep(idempotencyKeys(trx).db, JSON.stringify(answer));
    const answer = await act(keep);
    await attempt.end(JSON.stringify(answer));
    return answer;
  } catch (error) {
    await attempt.end().catch(() => {});
    throw error;
  }
}

const replayed = <Data>(answer: Answer<Data>): Answer<Data> => ({
  ...answer,
  headers: { ...answer.headers, 'Idempotency-Replayed': 'true' },
});
