/** Creation, changes and deletion of segments, without circular or dangling references. */
import { duplicateKey, inTransaction } from '../../../../shared/db/db.ts';
import type { Caller } from '../../../host/core/route.ts';
import { checkLocked, type Headers } from '../../../host/versions.ts';
import { findLastEntry } from '../audit/queries.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { fail, unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import { keyOf, nameOf } from '../core/text.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { deepestSegments, lockSegments } from '../finder/resolve.ts';
import { deleteSegment, insertSegment, listUsing, lockSegment, type SegmentRow, updateSegment } from './queries.ts';
import { showSegment, versionOf } from './show.ts';

/** A filter, and how many contacts matched it at the time `at`. */
export type CountedFilter = { filter: FilterArgs; count: number; at: Date };

/** Creates a segment. @throws required_fields_missing, already_exists or unprocessable_entity */
export const addSegment = (
  { db }: Context,
  by: Caller | undefined,
  name: string,
  filter: CountedFilter,
): Promise<SegmentRow> =>
  refuseTakenName(
    inTransaction(db, async (trx) => {
      await checkNesting(trx, undefined, filter.filter);
      const row = { ...named(name), ...columnsOf(filter), holds: 0, created_at: presentSecond(), updated_at: null };
      const id = await insertSegment(trx, row);
      await writeAudit(trx, by, 'segment.created', { subject: id, data: { name: row.name } });
      return { id, ...row };
    }),
  );

/** The caller of a change, and the headers with the edited version. */
type Edit = Headers & { by: Caller | undefined };

/** Changes the given fields. @throws data_not_found, conflict, already_exists or unprocessable_entity */
export const changeSegment = (
  { db }: Context,
  id: number,
  { name, filter }: { name?: string | undefined; filter?: CountedFilter | undefined },
  { by, headers }: Edit,
): Promise<SegmentRow> =>
  refuseTakenName(
    inTransaction(db, async (trx) => {
      const segment = await lockVersion(trx, id, { headers });
      if (filter) await checkNesting(trx, id, filter.filter);
      const changes = {
        ...(name === undefined ? {} : named(name)),
        ...(filter ? columnsOf(filter) : {}),
        updated_at: presentSecond(),
      };
      await updateSegment(trx, id, changes);
      await writeAudit(trx, by, 'segment.changed', { subject: id, data: { name: changes.name ?? segment.name } });
      return { ...segment, ...changes };
    }),
  );

/** Deletes an unused segment. @throws data_not_found, conflict, or unprocessable_entity with its uses */
export const removeSegment = (
  { db, segmentReferences }: Context,
  id: number,
  { by, headers }: Edit,
): Promise<SegmentRow> =>
  inTransaction(db, async (trx) => {
    const segment = await lockVersion(trx, id, { headers });
    const users = (await listUsing(trx, [id])).map((user) => `segment ${user.id} (${user.name})`);
    for (const listReferences of segmentReferences) users.push(...(await listReferences(trx, id)));
    if (users.length > 0) throw unprocessable(`This segment is used by ${users.join(', ')}.`);
    await deleteSegment(trx, id);
    await writeAudit(trx, by, 'segment.deleted', { subject: id, data: { name: segment.name } });
    return segment;
  });

/** Locks a segment and checks its version. @throws data_not_found or conflict */
const lockVersion = async (trx: Trx, id: number, head: Headers): Promise<SegmentRow> =>
  checkLocked(head, 'segment', await lockSegment(trx, id), {
    etag: versionOf,
    show: (segment) => showSegment(segment, { count: segment.counted, at: segment.counted_at }),
    findLastChange: () => findLastEntry(trx, ['segment.changed', 'segment.created'], id),
  });

/** Locks the segments that the filter uses. @throws unprocessable_entity for a cycle or too many levels */
async function checkNesting(trx: Trx, id: number | undefined, filter: FilterArgs): Promise<void> {
  let levels = 1 + (await lockSegments(trx, filter, id));
  const listAbove = async (ids: number[]) => (await listUsing(trx, ids)).map((segment) => segment.id);
  for (let ids = id === undefined ? [] : await listAbove([id]); ids.length > 0; ids = await listAbove(ids)) {
    if (++levels > deepestSegments) break;
  }
  if (levels > deepestSegments) {
    throw unprocessable(`Segments can be nested at most ${deepestSegments} deep.`);
  }
}

function named(text: string): Pick<SegmentRow, 'name' | 'name_key'> {
  const name = nameOf(text);
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
      ? fail('already_exists', 'A segment with this name already exists.')
      : error;
  });
