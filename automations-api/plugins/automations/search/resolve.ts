/** What a filter means now: the segments it names are looked up, one through the other, and ids kept to their kinds. */
import { unprocessable } from '../core/errors.ts';
import type { Db, Trx } from '../core/tables.ts';
import { keepKinds } from './kinds.ts';
import { type Filter, type FilterArgs, readFilter } from './schema.ts';
import { findSegmentFilter, holdSegment } from './segment-queries.ts';

/** So many segments may be named one through the other. */
export const deepestSegments = 5;

const noSegment = (id: number) => unprocessable(`There is no segment ${id}.`);

/** @throws unprocessable_entity */
export async function resolveFilter(db: Db, args: FilterArgs): Promise<Filter> {
  const filters: Filter[] = [];
  for (const part of await listParts(db, args)) filters.push(await keepKinds(db, readFilter(part)));
  const [own, ...also] = filters as [Filter, ...Filter[]];
  // Contacts are looked up by an address wherever it stands.
  const emailKey = filters.find((filter) => filter.emailKey !== undefined)?.emailKey;
  return { ...own, emailKey: own.emailKey ?? emailKey, also };
}

/** Whether it leaves out nobody, its segments included. @throws unprocessable_entity */
export async function meansEveryone(db: Db, args: FilterArgs): Promise<boolean> {
  const { also = [], ...own } = await resolveFilter(db, args);
  return [own, ...also].every(leavesOutNobody);
}

const leavesOutNobody = ({ statuses, emailKey, tags, lists, created, modified, criteria }: Filter) =>
  emailKey === undefined &&
  [statuses, tags, lists, criteria].every(({ length }) => length === 0) &&
  [created, modified].every(({ from, until }) => from === undefined && until === undefined);

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
