/** Queries for the machines that share the database. */
import type { Insertable } from 'kysely';
import type { Db, Tables } from '../core/tables.ts';

export const upsertMachine = (db: Db, row: Insertable<Tables['machines']>) =>
  db.insertInto('machines').values(row).onDuplicateKeyUpdate(row).execute();

export const deleteMachinesBefore = (db: Db, before: Date) =>
  db.deleteFrom('machines').where('seen_at', '<', before).execute();
