/** The common part of import commands: copying the file, progress and the report. */
import { constants, createWriteStream } from 'node:fs';
import { access, copyFile, mkdir, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportStore } from './queries.ts';
import { exitCodeOf, linesOf, linesOfUndo, type Reporting, reportOf, undoReportOf } from './report.ts';
import { writeRows } from './rows-file.ts';
import type { ImportRow } from './tables.ts';
import { tallyOf } from './tallies.ts';

const showEveryMs = 250;
const barLength = 30;

/** Copies the file to the imports folder. @throws with a sentence if it does not exist or cannot be read */
export async function bringFile(folder: string, id: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(file, constants.R_OK).catch((error) => {
    if (error.code === 'ENOENT') throw new Error(`File ${file} does not exist.`);
    throw new Error(`The user ${userInfo().username} cannot read ${file}. Copy it to /tmp and import it from there.`);
  });
  await copyFile(file, path.join(folder, id), constants.COPYFILE_EXCL);
}

/**
 * Shows an import's progress until it has ended. `work` is called repeatedly. It continues the import, or returns if
 * another process does.
 */
export async function followImport(
  find: () => Promise<ImportRow>,
  work: (row: ImportRow) => Promise<unknown>,
): Promise<ImportRow> {
  const bar = setInterval(() => void find().then(showProgress, () => {}), showEveryMs);
  try {
    for (;;) {
      const row = await find();
      if (row.ended_at !== null) return row;
      await work(row);
      await sleep(showEveryMs);
    }
  } finally {
    clearInterval(bar);
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}

function showProgress({ status, total, position, created, failed }: ImportRow): void {
  if (!process.stderr.isTTY) return;
  const share = total ? position / total : 0;
  const done = Math.round(share * barLength);
  const bar = `${'█'.repeat(done)}${'░'.repeat(barLength - done)}`;
  const counts = total === null ? status : `${position} of ${total} rows, ${created} created, ${failed} failed`;
  process.stderr.write(`\r\u001b[K${bar} ${Math.floor(share * 100)} % ${counts}`);
}

/** Continues an undo until it is done, like `followImport`. @throws the reason if it stopped */
export async function followUndo(
  find: () => Promise<ImportRow>,
  work: (row: ImportRow) => Promise<unknown>,
): Promise<ImportRow> {
  for (;;) {
    const row = await find();
    if (row.undo_status === 'done') return row;
    if (row.undo_status === null) throw new Error(row.error ?? 'the undo failed');
    await work(row);
    await sleep(showEveryMs);
  }
}

/** Sets the exit code and returns the report: an object for `--json`, otherwise lines. */
export async function concludeImport(
  store: ImportStore,
  row: ImportRow,
  file: string,
  { reporting, json }: { reporting: Reporting; json?: boolean },
) {
  const report = await reportOf(store, row, reporting, await writeErrors(store, row, file, reporting.notable));
  process.exitCode = exitCodeOf(report);
  return json ? report : linesOf(report);
}

export async function concludeUndo(
  store: ImportStore,
  row: ImportRow,
  reporting: Reporting,
  { json }: { json?: boolean },
) {
  const report = await undoReportOf(store, row, reporting);
  return json ? report : linesOfUndo(report);
}

/** Writes failed and notably skipped rows to a file beside the import's. If there are none, deletes it and resolves to null. */
async function writeErrors(store: ImportStore, row: ImportRow, file: string, notable: readonly string[]) {
  const errorsFile = path.resolve(`${file.replace(/\.(csv|jsonl?|ndjson|sql|zip)?(\.gz)?$/i, '')}.errors.csv`);
  const isNotable = (why: string) => notable.includes(why);
  if (row.failed === 0 && !tallyOf(row, 'skipped').some(({ text }) => isNotable(text))) {
    await rm(errorsFile, { force: true });
    return null;
  }
  const rows = writeRows(store, row, ['failed', 'skipped'], ({ fate, why }) => fate === 'failed' || isNotable(why));
  await pipeline(Readable.from(rows), createWriteStream(errorsFile));
  return errorsFile;
}
