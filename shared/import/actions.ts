/** The turns that an import takes when somebody asks for it: pausing, going on, ending early, an undo, another run, its end for good. */
import { rm } from 'node:fs/promises';
import type { Updateable } from 'kysely';
import { fileOf } from './engine.ts';
import { deleteImport, ended, type ImportStore, live, requestUndo, updateImport } from './queries.ts';
import type { ImportRow, ImportTable } from './tables.ts';

export type Act = 'pause' | 'resume' | 'cancel' | 'undo';
/** Why an act cannot be done. */
export type Refusal = 'not_under_way' | 'not_paused' | 'ended' | 'nothing_to_undo' | 'too_late' | 'undoing';

/** So long after its end an import can be undone, and its file used again. */
const undoMs = 86_400_000;

/** Whether it has an end, and made or changed something. */
const isUndoable = ({ status, dry_run, created, changed, undo_status }: ImportRow): boolean =>
  ended.includes(status) && !dry_run && created + changed > 0 && undo_status === null;

/** Null for an import with nothing to undo. */
export const undoableUntil = (row: ImportRow): Date | null =>
  isUndoable(row) ? new Date((row.ended_at?.getTime() ?? 0) + undoMs) : null;

/** `actor`: who asks, as JSON, on whose behalf an undo is made. Undefined when it is done. */
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

/** Runs a dry run that has ended again, from its first row; `mapping` adds to the one it had. False for any other import. */
export async function runAgain(
  store: ImportStore,
  row: ImportRow,
  mapping: object | undefined,
  changes: Updateable<ImportTable>,
): Promise<boolean> {
  if (!row.dry_run || row.file === null) return false;
  const former: object = JSON.parse(row.mapping ?? '{}');
  return updateImport(store, row.id, ended, {
    status: 'queued',
    mapping: mapping ? JSON.stringify({ ...former, ...mapping }) : row.mapping,
    ...{ total: null, position: 0, created: 0, changed: 0, skipped: 0, failed: 0, needed: 0, kept_bytes: 0 },
    ...{ tallies: null, error: null, started_at: null, ended_at: null },
    ...changes,
  });
}

/** Deletes an import with its file and its report. False for one that has not ended, or is being undone. */
export async function removeImport(store: ImportStore, folder: string, row: ImportRow): Promise<boolean> {
  const isUndoing = row.undo_status !== null && row.undo_status !== 'done';
  if (!ended.includes(row.status) || isUndoing) return false;
  if (row.file !== null) await rm(fileOf(folder, row), { force: true });
  await deleteImport(store, row.id);
  return true;
}
