/** The audit log in MySQL. */
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../shared/db.ts';
import type { AuditEntryTable } from '../../shared/tables.ts';

export const insertEntries = (trx: Trx, rows: Insertable<AuditEntryTable>[]) =>
  trx.insertInto('audit_entries').values(rows).execute();

/** A workspace's entries before an id, newest first. */
export const listEntries = (db: Db, workspaceId: number, beforeId: number | undefined, limit: number) =>
  db
    .selectFrom('audit_entries as entries')
    .leftJoin('users', 'users.id', 'entries.user_id')
    .where('entries.workspace_id', '=', workspaceId)
    .$if(beforeId !== undefined, (query) => query.where('entries.id', '<', beforeId as number))
    .select([
      'entries.id',
      'entries.action',
      'entries.object_id as objectId',
      'entries.actor',
      'users.public_id as userPublicId',
      'users.email',
      'entries.key_public_id as keyPublicId',
      'entries.details',
      'entries.created_at as createdAt',
    ])
    .orderBy('entries.id', 'desc')
    .limit(limit)
    .execute();

export async function findLastEntryId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('audit_entries')
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return Number(id ?? 0);
}

/** Takes a person's address out of the details of the entries after `from`, up to `to`. */
export const eraseEmail = (trx: Trx, email: string, from: number, to: number) =>
  trx
    .updateTable('audit_entries')
    .set({ details: sql`JSON_SET(details, '$.email', NULL)` })
    .where('id', '>', from)
    .where('id', '<=', to)
    .where(sql<boolean>`LOCATE(${JSON.stringify({ email }).slice(1, -1)}, details) > 0`)
    .execute();

/** Forgets entries older than `time`, a bounded number a call. Returns how many went. */
export async function deleteEntriesBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_entries')
    .where('created_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
