/** The tables of imports, the same in both services; `sql/0001_baseline.sql` describes the columns. */
import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { Flag, Nullable } from '../db/columns.ts';

/** The status of an import; it is invisible while its file is being received. */
export type ImportStatus = 'receiving' | ShownStatus;
type ShownStatus = 'queued' | 'reading' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed';
export type Fate = 'created' | 'changed' | 'skipped' | 'failed';
/** Row outcomes that have a reason; `kept`: an undo left the row's item unchanged. */
export type ReasonedFate = Exclude<Fate, 'created'> | 'kept';

type Counted = Record<
  Fate | 'position' | 'needed' | 'undo_deleted' | 'undo_restored' | 'undo_kept' | 'file_bytes' | 'kept_bytes',
  Generated<number>
>;

export type ImportTable = Counted & {
  id: Generated<number>;
  public_id: string;
  workspace_id: number;
  actor: string;
  status: ImportStatus;
  requested_format: string;
  format: Nullable<string>;
  on_taken: string;
  dry_run: Flag;
  options: string;
  mapping: Nullable<string>;
  columns_found: Nullable<string>;
  columns_hash: Nullable<Buffer>;
  preview: Nullable<string>;
  file_form: Nullable<string>;
  tallies: Nullable<string>;
  total: Nullable<number>;
  error: Nullable<string>;
  file: Nullable<string>;
  file_name: string;
  created_at: Date;
  started_at: Nullable<Date>;
  ended_at: Nullable<Date>;
  undo_status: Nullable<'queued' | 'running' | 'done'>;
  undo_actor: Nullable<string>;
};

export type ImportRow = Selectable<ImportTable> & { status: ShownStatus };

export type ImportTables = {
  imports: ImportTable;
  import_rows: { import_id: number; row_no: number; fate: ReasonedFate; cells: string; why: string };
  import_changes: { import_id: number; row_no: number; object_id: string; previous: string | null; version: string };
};

export type ImportDb = Kysely<ImportTables>;
export type ImportTrx = Transaction<ImportTables>;

/** A service's names of the tables. */
export type ImportNames = { imports: string; rows: string; changes: string };

/** Returns the names, with the types of the known names for Kysely. */
export const known = ({ imports, rows, changes }: ImportNames) => ({
  imports: imports as 'imports',
  rows: rows as 'import_rows',
  changes: changes as 'import_changes',
});
