/** Queries for timelines. */
import type { Insertable, Selectable } from 'kysely';
import { insertRows } from '../../../../../shared/db/insert-rows.ts';
import type { ContactTable, Db, TimelineTable, Trx } from '../../core/tables.ts';

export type TimelineRow = Selectable<TimelineTable>;

const insertable = ['contact_id', 'event', 'at', 'by_type', 'by_id', 'by_name', 'data'] as const;
const rowsAtOnce = 1_000;

/**
 * Inserts entries. The contacts are locked, so that they cannot be deleted and entries are in the order of the
 * changes.
 */
export async function insertTimelineEntries(trx: Trx, rows: Insertable<TimelineTable>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await insertRows(trx, 'automations_timeline', insertable, { rows: rows.slice(from, from + rowsAtOnce) });
  }
}

/** Lists a contact's entries, newest first, of some events or of all. */
export const listTimeline = (
  db: Db,
  contactId: number,
  events: string[],
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<TimelineRow[]> =>
  db
    .selectFrom('automations_timeline')
    .selectAll()
    .where('contact_id', '=', contactId)
    .where((e) =>
      e.and([
        ...(beforeId === undefined ? [] : [e('id', '<', beforeId)]),
        ...(events.length === 0 ? [] : [e('event', 'in', events)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export type LatestRow = TimelineRow & Pick<Selectable<ContactTable>, 'email' | 'f_name' | 'l_name'>;

/** Lists the latest entries of all contacts, newest first, with their contacts. */
export const listLatest = (db: Db, beforeId: number | undefined, limit: number): Promise<LatestRow[]> =>
  db
    .selectFrom('automations_timeline as t')
    .innerJoin('automations_contacts as c', 'c.id', 't.contact_id')
    .selectAll('t')
    .select(['c.email', 'c.f_name', 'c.l_name'])
    .$if(beforeId !== undefined, (query) => query.where('t.id', '<', beforeId as number))
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute();

/** Lists the entries of all contacts, newest first. `data` is null unless the entry's event is `event`. */
export const listHappened = (db: Db, event: string, beforeId: number | undefined, limit: number) =>
  db
    .selectFrom('automations_timeline')
    .select(['id', 'contact_id', 'at'])
    .select((e) => e.case().when('event', '=', event).then(e.ref('data')).else(null).end().as('data'))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId as number))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const moveTimeline = (trx: Trx, fromId: number, toId: number) =>
  trx.updateTable('automations_timeline').set({ contact_id: toId }).where('contact_id', '=', fromId).execute();

export const deleteTimelinesOfContacts = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('automations_timeline').where('contact_id', 'in', contactIds).execute();

/** Deletes up to `limit` entries older than `time`, oldest first. Returns their number. */
export async function deleteTimelineBefore(db: Db, time: Date, limit: number): Promise<number> {
  const rows = await db.selectFrom('automations_timeline').select(['id', 'at']).orderBy('id').limit(limit).execute();
  const young = rows.findIndex(({ at }) => at >= time);
  const old = young < 0 ? rows : rows.slice(0, young);
  const last = old.at(-1);
  if (last) await db.deleteFrom('automations_timeline').where('id', '<=', last.id).execute();
  return old.length;
}
