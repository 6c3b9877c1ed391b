/**
 * The first step of `waypost links import --from …`, which reads a running system through its API into a file. An
 * interrupted read can be resumed.
 */
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessTo, readSystem } from '../../imports/sources/read-system.ts';
import type { SystemName } from '../../imports/sources/systems.ts';

export type SourceFlags = { from?: SystemName; url?: string; key?: string };

/** Returns the file to import and its format. @throws SourceFault if the file or the options are invalid */
export async function fileToImport(file: string | undefined, flags: SourceFlags & { format: string }) {
  const { from, url, format } = flags;
  if (!from) {
    if (file === undefined) throw new Error('Give a file, or a system to read with --from.');
    return { file, format };
  }
  const key = flags.key ?? (process.stdin.isTTY ? '' : (await text(process.stdin)).trim());
  if (key === '') throw new Error(`Give the key of ${from} in WAYPOST_IMPORT_KEY or on standard input.`);
  const target = file ?? `${from}-links.jsonl`;
  const signal = new AbortController().signal;
  const { rows, missing } = await readSystem(from, accessTo(from, url, key), {
    ...{ file: target, allowPrivate: true, signal, wait: (ms: number) => sleep(ms) },
    onPage: (read, total) => showProgress(`\r\u001b[K${read}${total === undefined ? '' : ` of ${total}`} links read`),
  });
  showProgress(`\r\u001b[K${rows} links of ${from} are in ${target}.\n`);
  if (missing > 0)
    process.stderr.write(`The API left out ${missing} more links: import a dump or an export as well.\n`);
  return { file: target, format: from };
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(text);
}
