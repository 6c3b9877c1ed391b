/** New lines of a directory's logs, across rotations. The files are only read. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/**
 * Returns the interval between checks. If the output goes to a journal, a second's delay does no harm, whereas each
 * check wakes the process.
 */
const lookEveryMs = () => (process.stdout.isTTY ? 200 : 1_000);

/** An open file, the position read so far, and the start of an incomplete line. */
type Place = { handle: FileHandle; inode: number; at: number; decoder: StringDecoder; rest: string };

/** A log's current file, and its earlier files, which are read until the next rotation for late writers. */
type Followed = { current?: Place; before: Place[] };

/**
 * Calls `onLine` for each new line in any log not listed in `except`. The returned function reads the remaining lines
 * and then stops.
 */
export async function followLogs(
  directory: string,
  except: string[],
  onLine: (line: string) => void,
): Promise<() => Promise<void>> {
  const logs = new Map<string, Followed>();
  const openNew = async (toEnd: boolean) => {
    for (const name of await readdir(directory)) {
      if (!name.endsWith('.log') || except.includes(name)) continue;
      const log = logs.get(name) ?? { before: [] };
      logs.set(name, log);
      await openNewer(path.join(directory, name), log, toEnd, onLine);
    }
  };
  const places = () => [...logs.values()].flatMap(({ before, current }) => (current ? [...before, current] : before));
  const look = async () => {
    await openNew(false);
    // Includes a log that was just renamed and has no successor yet.
    for (const place of places()) await readOn(place, onLine);
  };
  await openNew(true);
  let looking = Promise.resolve();
  const next = () => {
    looking = looking.then(look).catch(() => {});
    return looking;
  };
  const timer = setInterval(next, lookEveryMs());
  return async () => {
    clearInterval(timer);
    await next();
    for (const place of places()) await place.handle.close();
  };
}

/** Opens a log's files that are newer than its current one, including those rotated since the last check. */
async function openNewer(file: string, log: Followed, toEnd: boolean, onLine: (line: string) => void): Promise<void> {
  const { current } = log;
  if ((await stat(file)).ino === current?.inode) return;
  const newer = [await openPlace(file, toEnd)];
  for (let age = 1; current; age++) {
    const place = await openPlace(`${file}.${age}`, false).catch(() => undefined);
    if (!place) break;
    const isKnown = [current, ...newer].some(({ inode }) => inode === place.inode);
    if (isKnown) await place.handle.close();
    else newer.unshift(place);
    if (place.inode === current.inode) break;
  }
  for (const place of log.before) {
    await readOn(place, onLine);
    await place.handle.close();
  }
  log.before = [...(current ? [current] : []), ...newer.slice(0, -1)];
  log.current = newer.at(-1) as Place;
}

async function openPlace(file: string, atEnd: boolean): Promise<Place> {
  const handle = await open(file, 'r');
  const { ino, size } = await handle.stat();
  return { handle, inode: ino, at: atEnd ? size : 0, decoder: new StringDecoder('utf8'), rest: '' };
}

async function readOn(place: Place, onLine: (line: string) => void): Promise<void> {
  const buffer = Buffer.allocUnsafe(1 << 16);
  for (;;) {
    const { bytesRead } = await place.handle.read(buffer, 0, buffer.length, place.at);
    if (bytesRead === 0) return;
    place.at += bytesRead;
    const lines = (place.rest + place.decoder.write(buffer.subarray(0, bytesRead))).split('\n');
    place.rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
}
