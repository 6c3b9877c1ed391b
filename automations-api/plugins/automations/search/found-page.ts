/**
 * A page of the contacts that the index found. Where the sort is by a date, the index has the order; otherwise MySQL
 * looks those that were found up and sorts them, or walks the index of the sort, whichever is less.
 */
import type { Conditions, ContactIndex, Keep, Seconds } from '../contact-index/contact-index.ts';
import type { DateOrder, Found } from '../contact-index/found.ts';
import type { Db } from '../core/tables.ts';
import type { Position } from './cursor.ts';
import { findPage, listPositions, type Page, readPage, type Slice, sortPage } from './page.ts';
import { hasCriteria, isWalked } from './page-start.ts';
import type { Filter, Range, Sort } from './schema.ts';

/** So far into a list the index sorts; what is deeper is walked to. */
const mostSorted = 10_000;

const inSeconds = (date: Date | undefined) => date && date.getTime() / 1_000;
const secondsOf = ({ from, until }: Range): Seconds => ({ from: inSeconds(from), until: inSeconds(until) });

/** The filter in the words of the index, but for the address and the criteria. */
export const conditionsOf = ({ statuses, tags, lists, created, modified, also = [] }: Filter): Conditions => ({
  terms: [tags, lists].filter((ids) => ids.length > 0),
  statuses,
  created: secondsOf(created),
  modified: secondsOf(modified),
  also: also.map(conditionsOf),
});

/** Its criteria and those of its segments, to be asked of the index before anything else can run. */
export const keepsOf = ({ criteria, also = [] }: Filter, index: ContactIndex): Promise<Keep[]> =>
  Promise.all([...criteria, ...also.flatMap((filter) => filter.criteria)].map(({ inIndex }) => inIndex(index)));

/** `everyone`: how many contacts there are. What it asks of `found` it asks before it waits for anything. */
export function readFound(
  db: Db,
  everyone: number,
  found: Found,
  filter: Filter,
  sort: Sort,
  slice: Slice,
): Promise<Page> {
  const wanted = slice.offset + slice.limit;
  const order = dateOrder(sort);
  if (order && wanted <= mostSorted) return readPage(db, sortInMemory(found, order, slice), slice.limit);
  if (order || isWalked(filter, wanted, found.total, everyone)) {
    return hasCriteria(filter)
      ? walkToFound(db, everyone, found, sort, slice)
      : findPage(db, filter, sort, slice, 'sort');
  }
  return sortPage(db, found.ids(), sort, slice);
}

const leastStep = 500;
const mostStep = 5_000;

/** Walks the index of the sort and passes over whom the index did not find: nothing else is asked of each. */
export async function walkToFound(
  db: Db,
  everyone: number,
  found: Pick<Found, 'has' | 'total'>,
  sort: Sort,
  { limit, offset, after }: Slice,
): Promise<Page> {
  const likely = Math.ceil(((offset + limit) * everyone) / Math.max(1, found.total));
  const step = Math.min(mostStep, Math.max(leastStep, likely));
  const page: Position[] = [];
  let passed = 0;
  for (let from = after; ; ) {
    const part = await listPositions(db, sort, step, from);
    for (const position of part) {
      if (page.length === limit) break;
      if (found.has(position.id) && ++passed > offset) page.push(position);
    }
    if (page.length === limit || part.length < step) return readPage(db, page, limit);
    from = part.at(-1);
  }
}

function dateOrder({ field, descending }: Sort): DateOrder | undefined {
  if (field === 'creation_date') return { column: 'created', descending };
  if (field === 'last_modified') return { column: 'modified', descending };
  return undefined;
}

function sortInMemory(found: Found, order: DateOrder, { limit, offset, after }: Slice): Position[] {
  const past = after && { id: after.id, value: (after.value as Date).getTime() / 1_000 };
  const places = found.first(offset + limit, order, past).slice(offset);
  return places.map(({ id, value }) => ({ id, value: new Date(value * 1_000) }));
}
