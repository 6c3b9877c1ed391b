/** The row of this machine among those that share the database. */
import type { Db } from '../core/tables.ts';

export type MachineRow = { id: string; name: string; settings: string; seen_at: Date };

export const upsertMachine = (db: Db, row: MachineRow) =>
  db.insertInto('machines').values(row).onDuplicateKeyUpdate(row).execute();

export const deleteMachinesBefore = (db: Db, before: Date) =>
  db.deleteFrom('machines').where('seen_at', '<', before).execute();
