/** Requests that write contacts with an `Idempotency-Key`: a repeated one gets its first answer and writes nothing. */
import { withTables } from '../../../../shared/db/with-tables.ts';
import { beginAttempt, type Faults } from '../../../../shared/idempotency/attempts.ts';
import type { IdempotencyStore } from '../../../../shared/idempotency/tables.ts';
import type { RestAnswer, RestRequest } from '../../../host/core/route.ts';
import { readKey } from '../api-keys/authenticate.ts';
import { fail, unprocessable } from '../core/errors.ts';
import type { Db, Trx } from '../core/tables.ts';

/** Contacts have one workspace. */
const workspaceId = 0;

type Answer<Data> = Extract<RestAnswer<Data>, { data: Data }>;

/** Writes the answer in the transaction that does the work; undefined for a request without a key. */
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

/** The answer of an earlier attempt with the same key, or that of `act`. @throws unprocessable_entity or conflict */
export async function once<Data>(
  db: Db,
  { method, route, params, path, query, headers, caller }: Request,
  act: (keep: Keep<Data>) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  const key = headers['idempotency-key'];
  if (key === undefined) return act(undefined);
  const credential = readKey({ query, headers }) ?? `${caller?.type} ${caller?.id}`;
  const content = [`${method} ${route}\n`, JSON.stringify([path, params])];
  const begun = await beginAttempt(
    idempotencyKeys(db),
    faults,
    { workspaceId, credential },
    { keyed: { key, content }, now: new Date() },
  );
  if ('replay' in begun) return replayed(JSON.parse(begun.replay));
  try {
    const keep: Keep<Data> = (trx, answer) => begun.keep(idempotencyKeys(trx).db, JSON.stringify(answer));
    const answer = await act(keep);
    await begun.end(JSON.stringify(answer));
    return answer;
  } catch (error) {
    await begun.end().catch(() => {});
    throw error;
  }
}

const replayed = <Data>(answer: Answer<Data>): Answer<Data> => ({
  ...answer,
  headers: { ...answer.headers, 'Idempotency-Replayed': 'true' },
});
