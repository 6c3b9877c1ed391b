/** Queries for segments. */

import type { Insertable, Selectable, Updateable } from 'kysely';
import { contains } from '../../../../shared/db/like.ts';
import { countRows, insertedId } from '../../../../shared/db/results.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import type { Db, SegmentTable, Trx } from '../core/tables.ts';

export type SegmentRow = Selectable<SegmentTable>;

/** Lists segments, newest first. `search` is a part of the name, ignoring case and accents. */
export const listSegments = (db: Db, { limit, offset }: PageWindow, search = ''): Promise<SegmentRow[]> =>
  named(db, search).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

export const countSegments = (db: Db, search = ''): Promise<number> => countRows(named(db, search));

const named = (db: Db, search: string) =>
  db
    .selectFrom('automations_segments')
    .$if(search !== '', (segments) => segments.where('name', 'like', contains(search)));

export const findSegment = (db: Db, id: number): Promise<SegmentRow | undefined> =>
  db.selectFrom('automations_segments').selectAll().where('id', '=', id).executeTakeFirst();

export const lockSegment = (trx: Trx, id: number): Promise<SegmentRow | undefined> =>
  trx.selectFrom('automations_segments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Lists the segments that use one of these segments. */
export const listUsing = async (db: Db, ids: number[]): Promise<Pick<SegmentRow, 'id' | 'name'>[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('automations_segments')
        .select(['id', 'name'])
        .where('parent_id', 'in', ids)
        .orderBy('id')
        .execute();

/** @throws a duplicate-key error on `segments_name` */
export const insertSegment = (trx: Trx, segment: Insertable<SegmentTable>): Promise<number> =>
  insertedId(trx.insertInto('automations_segments').values(segment));

/** @throws a duplicate-key error on `segments_name` */
export const updateSegment = (trx: Trx, id: number, changes: Updateable<SegmentTable>) =>
  trx.updateTable('automations_segments').set(changes).where('id', '=', id).execute();

/** Saves a count, unless the filter has changed since. */
export const updateSegmentCount = (db: Db, { id, filter }: SegmentRow, counted: number, at: Date) =>
  db
    .updateTable('automations_segments')
    .set({ counted, counted_at: at })
    .where('id', '=', id)
    .where('filter', '=', filter)
    .execute();

export const deleteSegment = (trx: Trx, id: number) =>
  trx.deleteFrom('automations_segments').where('id', '=', id).execute();
