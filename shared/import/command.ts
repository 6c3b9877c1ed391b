/** The part that all import commands share: fetch the file, show progress, report the outcome. */
import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportStore } from './queries.ts';
import { writeRows } from './rows-file.ts';
import type { ImportRow } from './tables.ts';

const showEveryMs = 250;
const barLength = 30;

/** @throws a sentence for a file that is not there */
export async function bringFile(folder: string, id: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFile(file, path.join(folder, id), constants.COPYFILE_EXCL).catch((error) => {
    throw error.code === 'ENOENT' ? new Error(`File ${file} does not exist.`) : error;
  });
}

/**
 * Shows how far an import is until it has ended. `work` goes on with it, or returns where another process does, and is called
 * again and again. @throws why it failed
 */
export async function followImport(
  find: () => Promise<ImportRow>,
  work: (row: ImportRow) => Promise<void>,
): Promise<ImportRow> {
  const bar = setInterval(() => void find().then(showProgress, () => {}), showEveryMs);
  try {
    for (;;) {
      const row = await find();
      if (row.status === 'failed') throw new Error(row.error ?? 'the import failed');
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
  const counts = total === null ? status : `${position} of ${total} rows, ${created} made, ${failed} failed`;
  process.stderr.write(`\r\u001b[K${bar} ${Math.floor(share * 100)} % ${counts}`);
}

/** Rows that failed are written beside the file. */
export async function resultOf(store: ImportStore, row: ImportRow, file: string) {
  const { created, changed, skipped, failed } = row;
  if (failed === 0) return { created, changed, skipped, failed, errorsFile: null };
  const errorsFile = path.resolve(`${file.replace(/\.(csv|jsonl?|ndjson|sql|zip)?(\.gz)?$/i, '')}.errors.csv`);
  await pipeline(Readable.from(writeRows(store, row, ['failed'])), createWriteStream(errorsFile));
  return { created, changed, skipped, failed, errorsFile };
}
