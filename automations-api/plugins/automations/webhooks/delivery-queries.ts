/** Queries for lists and counts of deliveries. */
import { sql } from 'kysely';
import { countRows } from '../../../../shared/db/results.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import type { Db } from '../core/tables.ts';
import type { DeliveryRow } from './core/queries.ts';

/** The stored statuses by their name in the API. */
const deliveryStatuses = { pending: ['new', 'queued'], delivered: ['delivered'], dead: ['dead'] } as const;
export type DeliveryStatus = keyof typeof deliveryStatuses;

export type DeliveryFilter = { webhookId: number; status?: DeliveryStatus | undefined; events: string[] };

const table = 'automations_webhook_deliveries';

const matching = (db: Db, { webhookId, status, events }: DeliveryFilter) =>
  db
    .selectFrom(table)
    .where('webhook_id', '=', webhookId)
    .$if(status !== undefined, (query) => query.where('status', 'in', deliveryStatuses[status as DeliveryStatus]))
    .$if(events.length > 0, (query) => query.where('event', 'in', events));

type DeliveryPage = PageWindow & { beforeId?: number | undefined };

/** Lists deliveries, newest first. */
export async function listDeliveries(db: Db, filter: DeliveryFilter, page: DeliveryPage): Promise<DeliveryRow[]> {
  const ids = await listIds(db, filter, page);
  if (ids.length === 0) return [];
  return db.selectFrom(table).selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
}

/** Lists the ids of a page. Forces the index, since servers would otherwise scan the whole table from its end. */
async function listIds(
  db: Db,
  { webhookId, status, events }: DeliveryFilter,
  { limit, offset, beforeId }: DeliveryPage,
): Promise<number[]> {
  const conditions = [
    sql`webhook_id = ${webhookId}`,
    ...(status === undefined ? [] : [sql`status IN (${sql.join(deliveryStatuses[status])})`]),
    ...(events.length === 0 ? [] : [sql`event IN (${sql.join(events)})`]),
    ...(beforeId === undefined ? [] : [sql`id < ${beforeId}`]),
  ];
  const index = sql.raw(status === undefined ? 'deliveries_newest' : 'deliveries_webhook');
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)} FORCE INDEX (${index}) WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

export const countDeliveries = (db: Db, filter: DeliveryFilter): Promise<number> => countRows(matching(db, filter));

/** The limit of counts, since a receiver that was down for days can have millions of deliveries. */
export const mostCounted = 10_000;

export type DeliveryCounts = { pending: number; dead: number };

/** Counts pending and dead deliveries, each up to `mostCounted`. Reads only the index. */
export async function countUndelivered(db: Db, webhookId: number): Promise<DeliveryCounts> {
  const bounded = (status: DeliveryStatus) =>
    db
      .selectFrom(
        matching(db, { webhookId, status, events: [] }).select(sql<number>`1`.as('one')).limit(mostCounted).as('some'),
      )
      .select((e) => e.fn.countAll<number>().as('n'));
  const { pending, dead } = await db
    .selectNoFrom([bounded('pending').as('pending'), bounded('dead').as('dead')])
    .executeTakeFirstOrThrow();
  return { pending: Number(pending), dead: Number(dead) };
}
