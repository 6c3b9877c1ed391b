/** The rows of imports, the same in both services; `sql/0001_baseline.sql` says what the columns hold. */
import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { Flag, Nullable } from '../db/columns.ts';

/** Nobody sees an import that is being received. */
export type ImportStatus = 'receiving' | ShownStatus;
type ShownStatus = 'queued' | 'reading' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed';
export type Fate = 'created' | 'changed' | 'skipped' | 'failed';
/** Fates that a row has a reason for; `kept` is one that an undo left as it was. */
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
  format_asked: string;
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
  import_changes: { import_id: number; row_no: number; object_id: string; former: string | null; version: string };
};

export type ImportDb = Kysely<ImportTables>;
export type ImportTrx = Transaction<ImportTables>;

/** The names that the tables have in a service. */
export type ImportNames = { imports: string; rows: string; changes: string };

/** Names that Kysely is to take for those it knows. */
export const known = ({ imports, rows, changes }: ImportNames) => ({
  imports: imports as 'imports',
  rows: rows as 'import_rows',
  changes: changes as 'import_changes',
});
