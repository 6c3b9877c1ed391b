/**
 * Pages of the contacts that the contact index found. The index itself sorts them by date. For other orders, MySQL
 * walks its own index of that order or sorts the found ids, depending on their number.
 */
import type { Db } from '../../core/tables.ts';
import type { DateOrder, Found } from '../index/found.ts';
import { listPositions, sortIds } from '../sql/find-queries.ts';
import type { Position, Slice, Sort } from '../sql/sort.ts';

/** The last position up to which the contact index sorts by date. */
const mostSorted = 10_000;
/**
 * The number of ids that MySQL sorts at once. It never sorts more than `mostLookedUp`, since the statement would be
 * too long.
 */
const fewFound = 1_000;
const mostLookedUp = 20_000;
/** Maximum number of steps of a walk, per found contact, before looking the contact up costs less. */
const stepsEach = 2;
const leastStep = 500;
const mostStep = 5_000;

/**
 * Lists a page. Reads `found` before any await, since the index can change. Reads pages in the second half from the
 * end.
 */
export async function listFound(db: Db, found: Found, sort: Sort, slice: Slice): Promise<Position[]> {
  const { limit, offset, after } = slice;
  const length = after ? limit : Math.min(limit, found.total - offset);
  if (length <= 0 || found.total === 0) return [];
  const fromEnd = found.total - offset - length;
  if (after || offset <= fromEnd) return listInOrder(db, found, sort, slice);
  const backwards = { ...sort, descending: !sort.descending };
  return (await listInOrder(db, found, backwards, { limit: length, offset: fromEnd })).reverse();
}

async function listInOrder(db: Db, found: Found, sort: Sort, slice: Slice): Promise<Position[]> {
  const order = dateOrder(sort);
  if (order && slice.offset + slice.limit <= mostSorted) return sortInMemory(found, order, slice);
  if (found.total === found.everyone) return listPositions(db, [], sort, slice);
  const ids = found.total <= mostLookedUp ? found.ids() : undefined;
  if (!ids) return walkTo(db, found, sort, slice);
  const steps = ids.length > fewFound ? ids.length * stepsEach : 0;
  const page = await walkTo(db, found, sort, slice, steps);
  return page.length < slice.limit ? sortIds(db, ids, sort, slice) : page;
}

/** Walks MySQL's index of the sort order and keeps the found contacts. Stops after `steps`. */
export async function walkTo(
  db: Db,
  found: Pick<Found, 'has' | 'total' | 'everyone'>,
  sort: Sort,
  { limit, offset, after }: Slice,
  steps = Number.POSITIVE_INFINITY,
): Promise<Position[]> {
  const likely = Math.ceil(((offset + limit) * found.everyone) / Math.max(1, found.total));
  const step = Math.min(mostStep, Math.max(leastStep, likely));
  const page: Position[] = [];
  let passed = 0;
  let from = after;
  for (let walked = 0; walked < steps; walked += step) {
    const part = await listPositions(db, [], sort, { limit: step, offset: 0, after: from });
    for (const position of part) {
      if (page.length === limit) break;
      if (found.has(position.id) && ++passed > offset) page.push(position);
    }
    if (page.length === limit || part.length < step) break;
    from = part.at(-1);
  }
  return page;
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
