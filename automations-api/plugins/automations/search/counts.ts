/** Reads the kept counts: how many contacts there are of a kind, without looking at a contact. */
// biome-ignore-all lint/plugin: finding contacts is written by hand.

import { Axis, everyone, lanesOf } from '../contacts/counts.ts';
import { dayOf, isMidnight } from '../core/dates.ts';
import type { Db } from '../core/tables.ts';
import type { Filter, Range } from './schema.ts';

/** The contacts with a term (or all, under `everyone`): by status, together, and a mark that any change moves. */
export type TermSize = { all: number; byStatus: ReadonlyMap<number, number>; changes: number };

const noSize: TermSize = { all: 0, byStatus: new Map(), changes: 0 };

/** The size of everyone and of each term of a filter. */
export async function loadSizes(
  db: Db,
  { tags, lists }: Pick<Filter, 'tags' | 'lists'>,
): Promise<(termId: number) => TermSize> {
  const rows = await db
    .selectFrom('automations_contact_counts')
    .select(['term_id', 'status', 'n', 'changes'])
    .where('term_id', 'in', [everyone, ...tags, ...lists])
    .where('axis', 'in', lanesOf(Axis.all))
    .execute();
  const sizes = new Map<number, TermSize & { byStatus: Map<number, number> }>();
  for (const { term_id, status, n, changes } of rows) {
    const size = sizes.get(term_id) ?? { all: 0, byStatus: new Map(), changes: 0 };
    size.byStatus.set(status, (size.byStatus.get(status) ?? 0) + n);
    sizes.set(term_id, { ...size, all: size.all + n, changes: size.changes + changes });
  }
  return (termId) => sizes.get(termId) ?? noSize;
}

export const sizeOfStatuses = ({ all, byStatus }: TermSize, statuses: number[]): number =>
  statuses.length === 0 ? all : statuses.reduce((sum, status) => sum + (byStatus.get(status) ?? 0), 0);

export const isBounded = ({ from, until }: Range) => from !== undefined || until !== undefined;

/** Counts are kept by day, and so of whole days alone. */
export const isOfWholeDays = ({ from, until }: Range) => [from, until].every((date) => !date || isMidnight(date));

/** The contacts of one term and some statuses (none: all) within whole days of one kind. */
export async function countInDays(
  db: Db,
  termId: number,
  axis: Axis,
  { from, until }: Range,
  statuses: number[],
): Promise<number> {
  let query = db
    .selectFrom('automations_contact_counts')
    .select((e) => e.fn.sum<string | null>('n').as('n'))
    .where('term_id', '=', termId)
    .where('axis', 'in', lanesOf(axis));
  if (from) query = query.where('day', '>=', dayOf(from));
  if (until) query = query.where('day', '<', dayOf(until));
  if (statuses.length > 0) query = query.where('status', 'in', statuses);
  return Number((await query.executeTakeFirst())?.n ?? 0);
}
