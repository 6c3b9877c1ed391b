/** Resolution of filters: the segments they refer to, and their criteria. */
import { unprocessable } from '../core/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import { findAnyOf } from './any-of.ts';
import type { Criterion, Filter } from './criteria/criterion.ts';
import { type Criteria, findCriteria } from './criteria/find-criteria.ts';
import type { FilterArgs } from './filter-args.ts';
import { findSegmentFilter, lockSegment } from './segment-queries.ts';

/** Longest chain of segments that refer to each other. */
export const deepestSegments = 5;

const noSegment = (id: number) => unprocessable(`There is no segment ${id}.`);

/** Finds the criteria of a filter and its segments. @throws unprocessable_entity */
export async function resolveFilter(db: Db, args: FilterArgs, criteria: Criteria): Promise<Filter> {
  const found: Criterion[] = [];
  for (const part of await listParts(db, args)) {
    found.push(...(await findCriteria(db, part, criteria)));
    if (part.any_of?.length) found.push(await findAnyOf(db, part.any_of, criteria));
  }
  return found;
}

/** Lists the filter and the filters of its segments. Contacts must match all of them. */
async function listParts(db: Db, args: FilterArgs): Promise<FilterArgs[]> {
  const parts = [args];
  for (let id = args.segment; id !== undefined; id = parts.at(-1)?.segment) {
    const filter = parts.length > deepestSegments ? undefined : await findSegmentFilter(db, id);
    if (!filter) throw noSegment(id);
    parts.push(filter);
  }
  return parts;
}

/**
 * Locks the segments of a filter until the transaction that stores it ends. Resolves to their number. `selfId` is the
 * segment that the filter belongs to.
 * @throws unprocessable_entity
 */
export async function lockSegments(trx: Trx, { segment }: FilterArgs, selfId?: number): Promise<number> {
  let count = 0;
  for (let id = segment ?? null; id !== null; count++) {
    if (id === selfId) throw unprocessable('A segment cannot be part of itself.');
    const locked = count < deepestSegments ? await lockSegment(trx, id) : undefined;
    if (!locked) throw noSegment(id);
    id = locked.parentId;
  }
  return count;
}
