/** Writing the audit log in MySQL. Both services add to it; the link service reads it. */
import { type Insertable, sql } from 'kysely';
import { insertRows } from '../db/insert-rows.ts';
import type { AuditEntryTable, Db, Trx } from './tables.ts';

export const insertEntries = (trx: Trx, rows: Insertable<AuditEntryTable>[]) =>
  insertRows(
    trx,
    'audit_entries',
    ['workspace_id', 'action', 'object_id', 'actor', 'user_id', 'key_public_id', 'details', 'created_at'],
    rows,
  );

/** Removes a person's email from the details of the entries after `from`, up to `to`. */
export const eraseEmail = (trx: Trx, email: string, from: number, to: number) =>
  trx
    .updateTable('audit_entries')
    .set({ details: sql`JSON_SET(details, '$.email', NULL)` })
    .where('id', '>', from)
    .where('id', '<=', to)
    .where(sql<boolean>`LOCATE(CAST(${JSON.stringify({ email }).slice(1, -1)} AS BINARY), CAST(details AS BINARY)) > 0`)
    .execute();

/** Deletes entries older than `time` in batches. Returns the number deleted. */
export async function deleteEntriesBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_entries')
    .where('created_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
