/** Passes on lines added to a directory's logs, across rotations. It opens files and never changes them. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** A journal can wait a moment, and each look wakes the process. */
const lookEveryMs = () => (process.stdout.isTTY ? 200 : 1_000);

/** An open file, the position read so far, and the start of an incomplete line. */
type Place = { handle: FileHandle; inode: number; at: number; decoder: StringDecoder; rest: string };

/** A log by its name; the previous file is read until the next rotation, because its writers may be late. */
type Followed = { current?: Place; before?: Place };

/**
 * Starts at the current end of the files, except for the named ones. The returned function reads the rest and stops.
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
      const log = logs.get(name) ?? {};
      logs.set(name, log);
      await openAnew(path.join(directory, name), log, toEnd);
    }
  };
  const places = () => [...logs.values()].flatMap(({ before, current }) => [before, current]);
  const look = async () => {
    await openNew(false);
    // Includes a log that was just renamed and has no successor yet.
    for (const place of places()) if (place) await readOn(place, onLine);
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
    for (const place of places()) await place?.handle.close();
  };
}

/** Opens a file that is not the one followed under its name. */
async function openAnew(file: string, log: Followed, toEnd: boolean): Promise<void> {
  if ((await stat(file)).ino === log.current?.inode) return;
  const handle = await open(file, 'r');
  const { ino, size } = await handle.stat();
  await log.before?.handle.close();
  log.before = log.current;
  log.current = { handle, inode: ino, at: toEnd ? size : 0, decoder: new StringDecoder('utf8'), rest: '' };
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
