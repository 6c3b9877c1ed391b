/** The worker that runs imports whose files are on this machine, and deletes old files. */
import { getNow } from '../../../../shared/db/clock-queries.ts';
import { clearImports } from '../../../../shared/import/clear-imports.ts';
import { listDueImports, localFiles } from '../../../../shared/import/local-files.ts';
import { findImportById } from '../../../../shared/import/queries.ts';
import { runImport } from '../../../../shared/import/runner.ts';
import type { BeginPiece } from '../../../../shared/jobs/suspects.ts';
import { startSiteJobs } from '../../../host/site-jobs.ts';
import type { Context } from '../context/context.ts';
import { contactEngine, importFolder, storeOf } from './engine.ts';
import type { ImportOptions } from './options.ts';

const atOnce = 1;
const lookEveryMs = 500;
const clearEveryMs = 600_000;

export function startImports(context: Context): void {
  const { db, log, config } = context;
  const store = storeOf(db);
  const files = localFiles(importFolder(config));
  startSiteJobs<{ id: number }>(context, {
    name: 'contact-imports',
    atOnce,
    lookEveryMs,
    news: context.watch(
      'imports',
      `EXISTS (SELECT 1 FROM {prefix}automations_imports
        WHERE status IN ('queued', 'reading', 'running') OR undo_status IN ('queued', 'running'))`,
    ),
    look: () => listDueImports(store, files),
    work: ({ id }, stopping, begin) => work(context, id, stopping, begin),
    inPieces: true,
    onFailed: (err, job) => log.warn({ err, job }, 'an import of contacts was interrupted; it will continue'),
  });
  context.schedule({
    name: 'clear-imports',
    everyMs: clearEveryMs,
    run: async () => clearImports(store, files, await getNow(context.db)),
  });
}

async function work(context: Context, id: number, stopping: AbortSignal, begin: BeginPiece) {
  const row = await findImportById(storeOf(context.db), id);
  if (!row) return undefined;
  const { create_fields: createsFields = false } = JSON.parse(row.options) as ImportOptions;
  return runImport(await contactEngine(context, createsFields), id, stopping, begin);
}
