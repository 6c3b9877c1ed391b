/** Actions on an import: pause, resume, cancel, undo, another run and deletion. */
import { rm } from 'node:fs/promises';
import type { Updateable } from 'kysely';
import { fileOf } from './engine.ts';
import { deleteImport, ended, type ImportStore, live, requestUndo, updateImport } from './queries.ts';
import type { ImportRow, ImportTable } from './tables.ts';

export type Act = 'pause' | 'resume' | 'cancel' | 'undo';
/** The reason why an action is impossible. */
export type Refusal = 'not_under_way' | 'not_paused' | 'ended' | 'nothing_to_undo' | 'too_late' | 'undoing';

/** The time after its end in which an import can be undone and its file used again. */
const undoMs = 86_400_000;

/** Returns whether an import has ended, and created or changed something. */
const isUndoable = ({ status, dry_run, created, changed, undo_status }: ImportRow): boolean =>
  ended.includes(status) && !dry_run && created + changed > 0 && undo_status === null;

/** Returns the time until which an import can be undone; null if it cannot be undone. */
export const undoableUntil = (row: ImportRow): Date | null =>
  isUndoable(row) ? new Date((row.ended_at?.getTime() ?? 0) + undoMs) : null;

/**
 * Runs an action. Resolves to the refusal, or to undefined on success. `actor`: the user who requests an undo, as
 * JSON.
 */
export async function actOnImport(
  store: ImportStore,
  row: ImportRow,
  act: Act,
  actor: string,
): Promise<Refusal | undefined> {
  const change = async (from: ImportRow['status'][], changes: Updateable<ImportTable>, otherwise: Refusal) =>
    (await updateImport(store, row.id, from, changes)) ? undefined : otherwise;
  if (act === 'pause') return change(live, { status: 'paused' }, 'not_under_way');
  if (act === 'resume') return change(['paused'], { status: row.total === null ? 'queued' : 'running' }, 'not_paused');
  if (act === 'cancel') return change([...live, 'paused'], { status: 'cancelled', ended_at: new Date() }, 'ended');
  const until = undoableUntil(row);
  if (!until) return 'nothing_to_undo';
  if (Date.now() > until.getTime()) return 'too_late';
  return (await requestUndo(store, row.id, actor)) ? undefined : 'undoing';
}

/**
 * Repeats an ended dry run from its first row; `mapping` is merged into its mapping. Returns false for any other
 * import.
 */
export async function runAgain(
  store: ImportStore,
  row: ImportRow,
  mapping: object | undefined,
  changes: Updateable<ImportTable>,
): Promise<boolean> {
  if (!row.dry_run || row.file === null) return false;
  const previous: object = JSON.parse(row.mapping ?? '{}');
  return updateImport(store, row.id, ended, {
    status: 'queued',
    mapping: mapping ? JSON.stringify({ ...previous, ...mapping }) : row.mapping,
    ...{ total: null, position: 0, created: 0, changed: 0, skipped: 0, failed: 0, needed: 0, kept_bytes: 0 },
    ...{ tallies: null, error: null, started_at: null, ended_at: null },
    ...changes,
  });
}

/** Deletes an import with its file and its report. Returns false if it has not ended, or is being undone. */
export async function removeImport(store: ImportStore, folder: string, row: ImportRow): Promise<boolean> {
  const isUndoing = row.undo_status !== null && row.undo_status !== 'done';
  if (!ended.includes(row.status) || isUndoing) return false;
  if (row.file !== null) await rm(fileOf(folder, row), { force: true });
  await deleteImport(store, row.id);
  return true;
}
