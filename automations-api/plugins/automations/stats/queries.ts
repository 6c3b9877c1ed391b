/** Queries for the site's analytics, from stored counts. */
import { Axis, everyone, lanesOf } from '../contacts/counts.ts';
import type { Db } from '../core/tables.ts';
import { type TermType, toTermRef } from '../terms/core/queries.ts';
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

/** Lists the tags or lists with the most contacts. */
export async function listLargestTerms(db: Db, type: TermType, limit: number) {
  const terms = await db
    .selectFrom('automations_contact_counts as c')
    .innerJoin('automations_terms as t', 't.id', 'c.term_id')
    .select((e) => ['t.id', 't.name', e.fn.sum<string>('c.n').as('n')])
    .where('t.type', '=', type)
    .where('c.axis', '=', Axis.all)
    .groupBy(['t.id', 't.name'])
    .having((e) => e.fn.sum('c.n'), '>', 0)
    .orderBy('n', 'desc')
    .orderBy('t.name')
    .limit(limit)
    .execute();
  return terms.map((term) => ({ ...toTermRef(term), contacts: Number(term.n) }));
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
