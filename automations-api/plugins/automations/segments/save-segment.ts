/** Making, changing and deleting segments, so that they name each other in no circle and nothing names one that is gone. */
import { duplicateKey, inTransaction } from '../../../../shared/db.ts';
import type { Caller } from '../../../host/route.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context.ts';
import { presentSecond } from '../dates.ts';
import { fail, notFound, unprocessable } from '../errors.ts';
import { deepestSegments, holdSegments } from '../search/resolve.ts';
import type { FilterArgs } from '../search/schema.ts';
import type { Trx } from '../tables.ts';
import { keyOf } from '../text.ts';
import { deleteSegment, insertSegment, listNaming, lockSegment, type SegmentRow, updateSegment } from './queries.ts';

/** A filter and how many contacts met it at a time. */
export type CountedFilter = { filter: FilterArgs; count: number; at: Date };

/** @throws required_fields_missing, already_exists or unprocessable_entity */
export const addSegment = ({ db }: Context, name: string, filter: CountedFilter): Promise<SegmentRow> =>
  refuseTakenName(
    inTransaction(db, async (trx) => {
      await checkPlace(trx, undefined, filter.filter);
      const made = { ...named(name), ...columnsOf(filter), holds: 0, created_at: presentSecond(), updated_at: null };
      return { id: await insertSegment(trx, made), ...made };
    }),
  );

/** What is given is written. @throws data_not_found, already_exists or unprocessable_entity */
export const changeSegment = (
  { db }: Context,
  id: number,
  { name, filter }: { name?: string | undefined; filter?: CountedFilter | undefined },
): Promise<SegmentRow> =>
  refuseTakenName(
    inTransaction(db, async (trx) => {
      const segment = await lockSegment(trx, id);
      if (!segment) throw notFound('segment');
      if (filter) await checkPlace(trx, id, filter.filter);
      const changes = {
        ...(name === undefined ? {} : named(name)),
        ...(filter ? columnsOf(filter) : {}),
        updated_at: presentSecond(),
      };
      await updateSegment(trx, id, changes);
      return { ...segment, ...changes };
    }),
  );

/** @throws data_not_found, or unprocessable_entity with who uses it */
export const removeSegment = ({ db, segmentUsers }: Context, by: Caller | undefined, id: number): Promise<SegmentRow> =>
  inTransaction(db, async (trx) => {
    const segment = await lockSegment(trx, id);
    if (!segment) throw notFound('segment');
    const users = (await listNaming(trx, [id])).map((user) => `segment ${user.id} (${user.name})`);
    for (const listUsers of segmentUsers) users.push(...(await listUsers(trx, id)));
    if (users.length > 0) throw unprocessable(`This segment is used by ${users.join(', ')}.`);
    await deleteSegment(trx, id);
    await writeAudit(trx, by, 'segment.deleted', id, { name: segment.name });
    return segment;
  });

/** Holds what the filter names. @throws unprocessable_entity where the segment would name itself, or go too deep */
async function checkPlace(trx: Trx, id: number | undefined, filter: FilterArgs): Promise<void> {
  let levels = 1 + (await holdSegments(trx, filter, id));
  const listAbove = async (ids: number[]) => (await listNaming(trx, ids)).map((segment) => segment.id);
  for (let ids = id === undefined ? [] : await listAbove([id]); ids.length > 0; ids = await listAbove(ids)) {
    if (++levels > deepestSegments) break;
  }
  if (levels > deepestSegments) {
    throw unprocessable(`At most ${deepestSegments} segments may be named one through the other.`);
  }
}

function named(text: string): Pick<SegmentRow, 'name' | 'name_key'> {
  const name = text.trim();
  if (name === '') throw fail('required_fields_missing', 'Missing parameter(s): name');
  return { name, name_key: keyOf(name) };
}

const columnsOf = ({ filter, count, at }: CountedFilter) => ({
  filter: JSON.stringify(filter),
  parent_id: filter.segment ?? null,
  counted: count,
  counted_at: at,
});

const refuseTakenName = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw duplicateKey(error) === 'segments_name'
      ? fail('already_exists', 'A segment with this name exists already.')
      : error;
  });
