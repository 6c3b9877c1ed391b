/**
 * The runner that continues an import until it ends, is stopped, or another runner takes over. The import's state is in
 * its row and file, so the runner can be killed at any time: each batch and its position are stored in one transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLease } from '../db/lease.ts';
import { isStoreDown } from '../errors.ts';
import { type BeginPiece, type Busy, beginFresh } from '../jobs/suspects.ts';
import { FileFault } from './bytes.ts';
import { type Engine, fileOf } from './engine.ts';
import { openImportFile } from './import-file.ts';
import { deleteChanges, findImportById, recordUndo, updateImport } from './queries.ts';
import { readImport } from './read-import.ts';
import { type Begin, runBatches } from './run-batches.ts';
import { runUndo } from './run-undo.ts';
import { Overtaken } from './store-batch.ts';
import type { ImportTables } from './tables.ts';
import { ImportFault } from './target.ts';

const leaseMs = 15_000;
const waitsMs = [500, 1_000, 2_000, 4_000, 8_000];

/** Continues an import; resolves to `busy` if another runner has it. `signal` stops it between two batches. */
export async function runImport<Item, Tables extends ImportTables>(
  engine: Engine<Item, Tables>,
  id: number,
  signal: AbortSignal,
  begin: BeginPiece = beginFresh,
): Promise<Busy | undefined> {
  const { imports } = engine.store.names;
  const lease = await takeLease(engine.leases, `${imports}-${id}`, { ms: engine.leaseMs ?? leaseMs });
  if (!lease) return 'busy';
  try {
    await runPatiently(engine, id, AbortSignal.any([signal, lease.signal]), beginOrEnd(begin));
  } finally {
    await lease.release();
  }
  return undefined;
}

/** Ends the import if its process ended three times, the last two times during this piece. No piece can be skipped. */
const beginOrEnd = (begin: BeginPiece) => async (piece: string) => {
  if (await begin(piece))
    throw new ImportFault(`Working on ${piece} ended the process three times, so the import was stopped.`);
};

/** Runs the import, and waits for stores that are unavailable for a while. */
async function runPatiently<Item, Tables extends ImportTables>(
  engine: Engine<Item, Tables>,
  id: number,
  signal: AbortSignal,
  begin: Begin,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const before = await findImportById(engine.store, id).catch(() => undefined);
    try {
      await runOnce(engine, id, signal, begin);
      return;
    } catch (error) {
      if (error instanceof Overtaken || signal.aborted) return;
      if (!isStoreDown(error)) return endWithFault(engine, id, error);
      const after = await findImportById(engine.store, id).catch(() => undefined);
      if (after && before && after.position > before.position) attempt = 0;
      const waitMs = waitsMs[attempt];
      if (waitMs === undefined) throw error;
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}

async function runOnce<Item, Tables extends ImportTables>(
  engine: Engine<Item, Tables>,
  id: number,
  signal: AbortSignal,
  begin: Begin,
): Promise<void> {
  const row = await findImportById(engine.store, id);
  if (!row) return;
  if (row.undo_status === 'queued' || row.undo_status === 'running') return runUndo(engine, row, signal, begin);
  if (row.status === 'queued' || row.status === 'reading') {
    await begin('the first reading of the file');
    await readImport(engine, row, await engine.quotaOf(row), signal);
  }
  const read = await findImportById(engine.store, id);
  if (read?.status !== 'running') return;
  const target = await engine.openTarget(read);
  const { rows } = await openImportFile(fileOf(engine.folder, read), read.file_name, engine.readSql);
  const quota = await engine.quotaOf(read);
  try {
    await runBatches(engine, target, read, { rows, signal, begin, quota });
  } finally {
    if (!signal.aborted) await target.end();
  }
  if (signal.aborted) return;
  if (read.dry_run) await deleteChanges(engine.store, id);
  await updateImport(engine.store, id, ['running'], { status: 'done', ended_at: new Date() });
}

/** Marks the import as failed, with the reason. */
async function endWithFault<Item, Tables extends ImportTables>(
  { store, log }: Engine<Item, Tables>,
  id: number,
  error: unknown,
): Promise<void> {
  const isKnown = error instanceof ImportFault || error instanceof FileFault;
  if (!isKnown) log.error({ err: error, import: id }, 'an import failed');
  const why = isKnown ? error.message : 'An unexpected error stopped the import. Imported rows stay.';
  const changes = { status: 'failed', error: why.slice(0, 500), ended_at: new Date() } as const;
  if (await updateImport(store, id, ['queued', 'reading', 'running'], changes)) return;
  await recordUndo(store, id, null, changes.error);
}
