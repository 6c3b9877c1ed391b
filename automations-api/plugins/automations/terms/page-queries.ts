/** Queries for pages of tags and lists. */

import type { ExpressionBuilder } from 'kysely';
import { contains } from '../../../../shared/db/like.ts';
import { countRows } from '../../../../shared/db/results.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import { Axis } from '../contacts/counts.ts';
import type { AutomationsTables, Db } from '../core/tables.ts';
import type { Term, TermType } from './core/queries.ts';
import type { TermSort } from './page-schema.ts';

export type TermList = {
  type: TermType;
  /** A part of the name. Case and accents are ignored. */
  search?: string | undefined;
  ids?: number[] | undefined;
  sort: TermSort;
  descending: boolean;
};
export type ListedTerm = Term & { created_at: Date; updated_at: Date | null };

export function listTerms(db: Db, list: TermList, { limit, offset }: PageWindow): Promise<ListedTerm[]> {
  const { sort, descending } = list;
  const direction = descending ? 'desc' : 'asc';
  return matching(db, list)
    .select(['t.id', 't.type', 't.name', 't.created_at', 't.updated_at'])
    .$if(sort === 'name', (terms) => terms.orderBy('t.name', direction))
    .$if(sort === 'contacts', (terms) => terms.orderBy(size, direction).orderBy('t.name'))
    .orderBy('t.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

export const countTerms = (db: Db, list: TermList): Promise<number> => countRows(matching(db, list));

const matching = (db: Db, { type, search, ids }: TermList) =>
  db
    .selectFrom('automations_terms as t')
    .where('t.type', '=', type)
    .$if(search !== undefined, (terms) => terms.where('t.name', 'like', contains(search as string)))
    .$if(ids !== undefined, (terms) => terms.where('t.id', 'in', ids as number[]));

type Tables = AutomationsTables & { t: AutomationsTables['automations_terms'] };

/** Selects a term's number of contacts, from its counts by status. */
const size = (e: ExpressionBuilder<Tables, 't'>) =>
  e
    .selectFrom('automations_contact_counts as c')
    .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('c.n'), inner.val(0)).as('n'))
    .whereRef('c.term_id', '=', 't.id')
    .where('c.axis', '=', Axis.all);

/** Counts the contacts of each term. Terms without contacts can be missing. */
export async function countMembers(db: Db, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('automations_contact_counts')
    .select((e) => ['term_id', e.fn.sum<string>('n').as('n')])
    .where('term_id', 'in', ids)
    .where('axis', '=', Axis.all)
    .groupBy('term_id')
    .execute();
  return new Map(rows.map(({ term_id, n }) => [term_id, Number(n)]));
}
