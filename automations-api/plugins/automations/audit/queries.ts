/** Queries for the audit log. */

import type { Insertable, Selectable } from 'kysely';
import { changedRows } from '../../../../shared/db/results.ts';
import type { AuditTable, Db } from '../core/tables.ts';

export type AuditRow = Selectable<AuditTable>;
/** An entry with the present name of its object, if it has one. */
export type NamedRow = AuditRow & { name?: string | undefined };
export type AuditPosition = Pick<AuditRow, 'at' | 'id'>;
export type AuditFilter = {
  actions: string[];
  subject?: string;
  by?: { type: string; id?: number } | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  after?: AuditPosition | undefined;
};

export async function insertAuditEntries(db: Db, rows: Insertable<AuditTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('automations_audit').values(rows).execute();
}

/** Lists entries, newest first. */
export const listAuditEntries = (
  db: Db,
  { actions, subject, by, from, until, after }: AuditFilter,
  limit: number,
): Promise<AuditRow[]> =>
  db
    .selectFrom('automations_audit')
    .selectAll()
    .where((e) =>
      e.and([
        ...(actions.length > 0 ? [e('action', 'in', actions)] : []),
        ...(subject === undefined ? [] : [e('subject', '=', subject)]),
        ...(by ? [e('by_type', '=', by.type)] : []),
        ...(by?.id === undefined ? [] : [e('by_id', '=', by.id)]),
        ...(from ? [e('at', '>=', from)] : []),
        ...(until ? [e('at', '<', until)] : []),
        ...(after ? [e('at', '<=', after.at), e.or([e('at', '<', after.at), e('id', '<', after.id)])] : []),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Lists the ids and email addresses of contacts. Deleted and erased contacts have none. */
export const listEmails = (db: Db, ids: number[]): Promise<{ id: number; email: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('automations_contacts').select(['id', 'email']).where('id', 'in', ids).execute();

/** Finds the newest entry with one of these actions and this subject. */
export const findLastEntry = async (db: Db, actions: string[], subject: number): Promise<AuditRow | undefined> =>
  (await listAuditEntries(db, { actions, subject: String(subject) }, 1))[0];

/** Deletes up to `limit` entries older than `time`. Returns their number. */
export const deleteAuditEntriesBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('automations_audit').where('at', '<', time).orderBy('at').limit(limit));
