/** The worker that continues imports whose files are on this machine, and deletes the remains of old ones. */
import { getNow } from '../../shared/db/clock-queries.ts';
import { clearImports } from '../../shared/import/clear-imports.ts';
import { listDueImports, localFiles } from '../../shared/import/local-files.ts';
import { runImport } from '../../shared/import/runner.ts';
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { FairQueue } from '../../shared/jobs/fair-queue.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import { recordWrite } from '../api/lagging-reads.ts';
import { announceChanges } from '../change-feed/nudge.ts';
import { type LinkCreation, openImports } from '../imports/open-imports.ts';
import { toMessages } from '../redirect/map/handed-rows.ts';
import type { RecordRow } from '../redirect/map/rows.ts';
import type { WorkerStores } from './worker-stores.ts';

/** Maximum number of running imports, each of which keeps its file open. */
const openAtOnce = 40;
/** Number of batches that are written at the same time. */
const batchesAtOnce = 2;
const lookEveryMs = 1_000;
const clearEveryMs = 600_000;
const lockMs = 10_000;

/** Starts the worker. Other work of this process can use its `creation`. */
export async function startImports(stores: WorkerStores): Promise<Started & { creation: LinkCreation }> {
  const { config, db, commands, log } = stores;
  const context = {
    ...{ config, db, log },
    recordWrite: (workspaceId: number) => recordWrite(commands, config, workspaceId),
    announceChanges(created: RecordRow[] = []) {
      for (const message of toMessages(created)) void announceChanges(commands, config.redisPrefix, message);
    },
  };
  const imports = await openImports(context, stores.pulse?.news('lists'));
  const batches = new FairQueue({
    ...{ capacity: batchesAtOnce, waitingEach: openAtOnce, waitingAtMost: openAtOnce },
    refusal: () => new Error('too many batches of imports wait'),
  });
  const engine: typeof imports.engine = {
    ...imports.engine,
    inTurn: (row, batch) => batches.run(String(row.workspace_id), batch),
  };
  const files = localFiles(engine.folder);
  const work = startDueJobs<{ id: number }>(stores, {
    name: 'imports',
    atOnce: openAtOnce,
    lookEveryMs,
    news: stores.pulse?.news('imports'),
    look: () => listDueImports(engine.store, files),
    work: ({ id }, signal, begin) => imports.within(() => runImport(engine, id, signal, begin)),
    inPieces: true,
    // Another worker takes over a killed worker's job after about this time.
    settings: { lockDuration: lockMs, stalledInterval: lockMs / 2 },
    onFailed: (err, job) => log.warn({ err, job }, 'an import was interrupted; it will continue'),
  });
  const clearing = repeat(log, 'delete remains of imports', clearEveryMs, {
    work: async () => clearImports(engine.store, files, await getNow(engine.store.db)),
  });
  return {
    creation: imports,
    async close() {
      await clearing.stop();
      await work.close();
      await imports.close();
    },
  };
}
