/** Queries for the site's analytics, from stored counts. */
import { Axis, everyone, lanesOf } from '../contacts/counts.ts';
import type { Db } from '../core/tables.ts';
import type { DayCount } from './period.ts';

/** Counts the contacts by status. */
export async function countByStatus(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('automations_contact_counts')
    .select((e) => ['status', e.fn.sum<string>('n').as('n')])
    .where('term_id', '=', everyone)
    .where('axis', 'in', lanesOf(Axis.all))
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, n }) => [status, Number(n)]));
}

/** Counts the contacts created on a day or later, by day and current status. */
export async function listCreatedSince(db: Db, day: number): Promise<DayCount[]> {
  const rows = await db
    .selectFrom('automations_contact_counts')
    .select((e) => ['day', 'status', e.fn.sum<string>('n').as('n')])
    .where('term_id', '=', everyone)
    .where('axis', 'in', lanesOf(Axis.created))
    .where('day', '>=', day)
    .groupBy(['day', 'status'])
    .execute();
  return rows.map(({ day, status, n }) => ({ day, status, n: Number(n) }));
}

/** Finds the creation time of the oldest contact. */
export async function findFirstCreation(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('automations_contacts')
    .select((e) => e.fn.min('creation_date').as('first'))
    .executeTakeFirstOrThrow();
  return row.first;
}
