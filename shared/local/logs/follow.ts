/** Hands on the lines that are added to a directory's logs, across rotations. It opens files and never changes them. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';

const lookEveryMs = 200;

/** An open file, how far it is read, and the beginning of a line whose end is still to come. */
type Place = { handle: FileHandle; inode: number; at: number; decoder: StringDecoder; rest: string };

/** A log by its name; the one before it is read on until the next rotation, for its writers may be late. */
type Followed = { current?: Place; before?: Place };

/** From the present end of the files on. The returned function reads what is still there and stops. */
export async function followLogs(directory: string, onLine: (line: string) => void): Promise<() => Promise<void>> {
  const followed = new Map<string, Followed>();
  await look(directory, followed, (place, size) => {
    place.at = size;
  });
  const read = () => look(directory, followed, () => {}, onLine);
  let running = Promise.resolve();
  const next = () => {
    running = running.then(read).catch(() => {});
    return running;
  };
  const timer = setInterval(next, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await next();
    for (const { current, before } of followed.values())
      await Promise.all([current?.handle.close(), before?.handle.close()]);
  };
}

async function look(
  directory: string,
  followed: Map<string, Followed>,
  onOpen: (place: Place, size: number) => void,
  onLine?: (line: string) => void,
): Promise<void> {
  const present = (await readdir(directory)).filter((name) => name.endsWith('.log'));
  // A log that was renamed a moment ago may have no successor yet, and still has lines to read.
  for (const name of new Set([...followed.keys(), ...present])) {
    const log = followed.get(name) ?? {};
    followed.set(name, log);
    await openAnew(path.join(directory, name), log, onOpen);
    if (!onLine) continue;
    for (const place of [log.before, log.current]) if (place) await readOn(place, onLine);
  }
}

async function openAnew(file: string, log: Followed, onOpen: (place: Place, size: number) => void): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found || found.ino === log.current?.inode) return;
  await log.before?.handle.close();
  log.before = log.current;
  const handle = await open(file, 'r');
  const { ino, size } = await handle.stat();
  log.current = { handle, inode: ino, at: 0, decoder: new StringDecoder('utf8'), rest: '' };
  onOpen(log.current, size);
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
