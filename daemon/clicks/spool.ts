/**
 * Clicks on local disk until MySQL has them: one directory a process, append-only segments, each of which becomes one
 * batch under the segment's name. `append` is called on the redirect path and only writes; opening and syncing happen
 * beside it. A power loss costs at most what was written in the last 100 ms, a killed process nothing.
 *
 * When the disk or the bound is full, `append` says so and writes nothing: what is on disk is older and is kept.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fdatasync, mkdirSync, open, openSync, readdirSync, renameSync, statSync, writeSync } from 'node:fs';
import { readFile, rm, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../shared/log.ts';
import { isOrphan, ownName, touch } from './spool-owner.ts';

const syncEveryMs = 100;
/** About 15,000 clicks: the more a batch holds, the fewer rows of counts a click touches. */
const segmentBytes = 3 << 20;
const suffix = '.clicks';

/** A closed segment. `id` is unique over all machines. */
export type Segment = { id: string; file: string; bytes: number };

export type Spool = {
  /** Writes a frame at the end; false when it was not written. */
  append(frame: Buffer, length: number): boolean;
  /** The oldest closed segment, or the open one, closed for it; undefined when there is nothing. */
  take(): Segment | undefined;
  /** Gives back what `take` gave and could not be used. */
  putBack(segment: Segment): void;
  read(segment: Segment): Promise<Buffer>;
  remove(segment: Segment): Promise<void>;
  /** Takes over the directories of processes that are gone. */
  adopt(): void;
  /** Bytes on disk and segments not taken. */
  state(): { bytes: number; segments: number };
  /** Syncs and closes; what is left is adopted by the next process. */
  close(): Promise<void>;
};

export type SpoolOptions = { directory: string; maxBytes: number; log: Log };

type Open = { id: string; file: string; fd: number; bytes: number };

export function createSpool({ directory, maxBytes, log }: SpoolOptions): Spool {
  const prefix = randomBytes(6).toString('hex');
  let segmentsMade = 0;
  let directoriesMade = 0;
  const nextDirectory = () => path.join(directory, `${ownName}.${prefix}.${directoriesMade++}`);
  const own = nextDirectory();
  mkdirSync(own, { recursive: true, mode: 0o700 });

  const closed: Segment[] = [];
  const adopted = new Map<string, number>();
  let total = 0;
  let current: Open | undefined;
  let spare: Open | undefined;
  let opening = false;
  let unsynced = false;
  let syncing = Promise.resolve();
  let failing = false;

  function name(): { id: string; file: string } {
    const id = `${Date.now().toString(36)}-${prefix}-${(segmentsMade++).toString(36)}`;
    return { id, file: path.join(own, id + suffix) };
  }

  /** A file is made ready off the redirect path, where a busy disk may take its time. */
  function prepareSpare(): void {
    if (spare || opening || stopped) return;
    opening = true;
    const { id, file } = name();
    open(file, 'wx', 0o600, (error, fd) => {
      opening = false;
      if (error) return;
      if (stopped) closeSync(fd);
      else spare = { id, file, fd, bytes: 0 };
    });
  }

  function openNow(): Open {
    const { id, file } = name();
    return { id, file, fd: openSync(file, 'wx', 0o600), bytes: 0 };
  }

  function append(frame: Buffer, length: number): boolean {
    if (total + length > maxBytes) return fail({ maxBytes }, 'the spool has reached its bound');
    try {
      if (!current) {
        current = spare ?? openNow();
        spare = undefined;
      }
      // At a position: what a write cut short by a full disk left behind is written over by the next.
      if (writeSync(current.fd, frame, 0, length, current.bytes) < length) {
        return fail({ file: current.file }, 'the disk of the spool is full');
      }
    } catch (err) {
      return fail({ err }, 'the spool cannot be written');
    }
    current.bytes += length;
    total += length;
    unsynced = true;
    if (failing) log.info('the spool can be written again');
    failing = false;
    if (current.bytes >= segmentBytes) seal();
    else prepareSpare();
    return true;
  }

  function fail(details: object, message: string): false {
    if (!failing) log.error(details, `${message}; redirects go on and clicks wait in memory`);
    failing = true;
    return false;
  }

  function seal(): void {
    if (!current || current.bytes === 0) return;
    const { id, file, fd, bytes } = current;
    current = undefined;
    closed.push({ id, file, bytes });
    fdatasync(fd, (err) => {
      if (err) log.error({ err, file }, 'a segment could not be synced');
      closeSync(fd);
    });
    prepareSpare();
  }

  function sync(): Promise<void> {
    if (!unsynced || !current) return syncing;
    unsynced = false;
    const { fd } = current;
    syncing = new Promise((resolve) => fdatasync(fd, () => resolve()));
    return syncing;
  }

  function adopt(): void {
    for (const directory of [own, ...adopted.keys()]) touch(directory);
    for (const found of readdirSync(directory)) {
      const from = path.join(directory, found);
      try {
        if (!isOrphan(from, found)) continue;
        // The rename is what makes one process, and no other, the new owner.
        const to = nextDirectory();
        renameSync(from, to);
        takeOver(to);
      } catch (err) {
        if ((err as NodeJS.ErrnoException).code !== 'ENOENT') log.error({ err, from }, 'a spool could not be adopted');
      }
    }
  }

  function takeOver(taken: string): void {
    const files = readdirSync(taken).filter((file) => file.endsWith(suffix));
    const segments = files
      .map((file) => path.join(taken, file))
      .map((file) => ({ id: path.basename(file, suffix), file, bytes: statSync(file).size }));
    adopted.set(taken, segments.length);
    closed.unshift(...segments.sort((a, b) => (a.id < b.id ? -1 : 1)));
    total += segments.reduce((sum, { bytes }) => sum + bytes, 0);
    if (segments.length === 0) void dropDirectory(taken);
    else log.info({ segments: segments.length, directory: taken }, 'the spool of a process that is gone was adopted');
  }

  async function dropDirectory(taken: string): Promise<void> {
    adopted.delete(taken);
    await rm(taken, { recursive: true, force: true });
  }

  async function remove({ file, bytes }: Segment): Promise<void> {
    await unlink(file);
    total -= bytes;
    const at = path.dirname(file);
    const left = adopted.get(at);
    if (left === undefined) return;
    adopted.set(at, left - 1);
    if (left === 1) await dropDirectory(at);
  }

  let stopped = false;
  const timer = setInterval(sync, syncEveryMs);

  return {
    append,
    take() {
      if (closed.length === 0) seal();
      return closed.shift();
    },
    putBack: (segment) => void closed.unshift(segment),
    read: async ({ file, bytes }) => (await readFile(file)).subarray(0, bytes),
    remove,
    adopt,
    state: () => ({ bytes: total, segments: closed.length + (current ? 1 : 0) }),
    async close() {
      stopped = true;
      clearInterval(timer);
      await syncing;
      await sync();
      if (current) closeSync(current.fd);
      if (spare) {
        closeSync(spare.fd);
        await unlink(spare.file);
      }
      await rmdir(own).catch(() => {});
    },
  };
}
