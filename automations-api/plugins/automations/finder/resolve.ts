/** Resolves a filter: looks up the segments it names, one through the other, and the things that its members name. */
import { unprocessable } from '../core/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Criterion, Filter } from './criteria/criterion.ts';
import { type Criteria, findCriteria } from './criteria/find-criteria.ts';
import type { FilterArgs } from './filter-args.ts';
import { findSegmentFilter, holdSegment } from './segment-queries.ts';

/** So many segments may be named one through the other. */
export const deepestSegments = 5;

const noSegment = (id: number) => unprocessable(`There is no segment ${id}.`);

/** Its own criteria, and those of the segments it names. @throws unprocessable_entity */
export async function resolveFilter(db: Db, args: FilterArgs, criteria: Criteria): Promise<Filter> {
  const found: Criterion[] = [];
  for (const part of await listParts(db, args)) found.push(...(await findCriteria(db, part, criteria)));
  return found;
}

/** The filter itself, then those of the segments it names; contacts must meet all of them. */
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
 * Holds the segments that a filter names, so that none of them is changed or deleted before the transaction ends which
 * keeps the filter. Resolves to how many. `selfId`: whose filter it is to be. @throws unprocessable_entity
 */
export async function holdSegments(trx: Trx, { segment }: FilterArgs, selfId?: number): Promise<number> {
  let count = 0;
  for (let id = segment ?? null; id !== null; count++) {
    if (id === selfId) throw unprocessable('A segment cannot be part of itself.');
    const held = count < deepestSegments ? await holdSegment(trx, id) : undefined;
    if (!held) throw noSegment(id);
    id = held.parentId;
  }
  return count;
}
