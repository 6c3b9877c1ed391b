/**
 * Queries for sending deliveries: due deliveries, results of attempts, and the deletion of old deliveries. Each
 * service has its own table with at least these columns.
 *
 * A delivery is `new` until its first attempt, and `queued` between attempts. At the end it is `delivered` or `dead`.
 * `due_at` is the time of the next attempt. New deliveries all have the same early time, so that they are sent in the
 * order in which they were written.
 */

import { type Generated, type Kysely, sql } from 'kysely';
import type { Nullable } from '../db/columns.ts';
import { patient } from '../db/db.ts';
import { changedRows, changesRows } from '../db/results.ts';

/** The columns that every deliveries table has. */
export type DeliveryColumns = {
  id: Generated<number>;
  webhook_id: number;
  event_id: string;
  event: string;
  payload: string;
  status: Generated<'new' | 'queued' | 'delivered' | 'dead'>;
  attempts: Generated<number>;
  last_error: Nullable<string>;
  due_at: Generated<Date>;
  created_at: Date;
  attempted_at: Nullable<Date>;
};

/** The columns for the receiver's response. */
export type AnswerColumns = {
  answer_status: Nullable<number>;
  answer_body: Nullable<string>;
  took_ms: Nullable<number>;
};

type DeliveryTables = { webhook_deliveries: DeliveryColumns & AnswerColumns };

/** A service's deliveries table. `keepsAnswers`: it has the columns for responses. */
export type DeliveryStore = { db: Kysely<DeliveryTables>; table: string; keepsAnswers: boolean };

/** Returns the table's name. Its type is a name that Kysely knows. */
const known = ({ table }: DeliveryStore) => table as 'webhook_deliveries';

const waiting = ['new', 'queued'] as const;
/** The default of `due_at`. */
const longAgo = new Date(0);

/** Lists the webhooks with due deliveries. It reads one index entry for each webhook and state. */
export async function listDueWebhooks(store: DeliveryStore, now: Date): Promise<number[]> {
  const rows = await store.db
    .selectFrom(known(store))
    .select((e) => ['webhook_id', e.fn.min('due_at').as('dueAt')])
    .where('status', 'in', waiting)
    .groupBy(['status', 'webhook_id'])
    .execute();
  return [...new Set(rows.filter(({ dueAt }) => dueAt <= now).map((row) => row.webhook_id))];
}

/** Lists a webhook's due deliveries: first the retries, the longest waiting first, then the new ones in order. */
export async function listDueDeliveries(
  store: DeliveryStore,
  webhookId: number,
  now: Date,
  limit: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const status of ['queued', 'new'] as const) {
    const rows = await store.db
      .selectFrom(known(store))
      .select('id')
      .where('status', '=', status)
      .where('webhook_id', '=', webhookId)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Finds a waiting delivery. Returns undefined if it was deleted or has ended. */
export const findWaitingDelivery = (store: DeliveryStore, id: number) =>
  store.db
    .selectFrom(known(store))
    .select(['webhook_id', 'event_id', 'payload', 'attempts'])
    .where('id', '=', id)
    .where('status', 'in', waiting)
    .executeTakeFirst();

export type Attempt = {
  status: 'queued' | 'delivered' | 'dead';
  error: string | null;
  /** The time of the next attempt, if there is one. */
  dueAt?: Date;
  /** The response; missing if nothing was sent or no response arrived. */
  answer?: { status: number; body?: string } | undefined;
  tookMs?: number;
};

/** Records an attempt. Returns false if another process has already ended the delivery. */
export async function recordAttempt(store: DeliveryStore, id: number, attempt: Attempt, now: Date): Promise<boolean> {
  const { status, error, dueAt, answer, tookMs } = attempt;
  const { numUpdatedRows } = await store.db
    .updateTable(known(store))
    .set({
      status,
      last_error: error?.slice(0, 255) ?? null,
      attempts: sql`attempts + 1`,
      attempted_at: now,
      ...(dueAt ? { due_at: dueAt } : {}),
      ...(store.keepsAnswers
        ? { answer_status: answer?.status ?? null, answer_body: answer?.body ?? null, took_ms: tookMs ?? null }
        : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', waiting)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Restarts a delivery in one of the given states. Returns false if it has another state. */
export const reviveDelivery = (
  store: DeliveryStore,
  id: number,
  from: readonly ('delivered' | 'dead')[],
): Promise<boolean> =>
  changesRows(
    store.db
      .updateTable(known(store))
      .set({ status: 'new', attempts: 0, due_at: longAgo })
      .where('id', '=', id)
      .where('status', 'in', from),
  );

const revivedAtOnce = 1_000;

/** Restarts a webhook's dead deliveries, oldest first, up to about `most`. Resolves to their number. */
export async function reviveDead(store: DeliveryStore, webhookId: number, most: number): Promise<number> {
  for (let revived = 0; ; ) {
    const { numUpdatedRows } = await store.db
      .updateTable(known(store))
      .set({ status: 'new', attempts: 0, due_at: longAgo })
      .where('webhook_id', '=', webhookId)
      .where('status', '=', 'dead')
      .orderBy('id')
      .limit(revivedAtOnce)
      .executeTakeFirstOrThrow();
    revived += Number(numUpdatedRows);
    if (Number(numUpdatedRows) < revivedAtOnce || revived >= most) return revived;
  }
}

/** Shortens waits that started when `waitsMs` had longer delays. */
export async function shortenWaits(store: DeliveryStore, waitsMs: readonly number[]): Promise<void> {
  for (const [index, ms] of waitsMs.entries()) {
    const end = sql<Date>`attempted_at + INTERVAL ${sql.lit(Math.round(ms / 1_000))} SECOND`;
    await patient(store.db)
      .updateTable(known(store))
      .set({ due_at: end })
      .where('status', '=', 'queued')
      .where('attempts', '=', index + 1)
      .where('due_at', '>', end)
      .execute();
  }
}

const deletedAtOnce = 5_000;

/** Deletes some of the deliveries that are older than `before`. Resolves to whether there may be more. */
export const deleteOldDeliveries = async (
  store: DeliveryStore,
  status: 'delivered' | 'dead',
  before: Date,
): Promise<boolean> =>
  (await changedRows(
    patient(store.db)
      .deleteFrom(known(store))
      .where('status', '=', status)
      .where('created_at', '<', before)
      .limit(deletedAtOnce),
  )) === deletedAtOnce;
