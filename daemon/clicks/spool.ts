/**
 * Clicks kept on the local disk until MySQL has them. Each process has a directory with append-only segments. A
 * segment becomes one batch with the segment's name. `append` is called on the redirect path and only writes. If a
 * process is killed, another process adopts its directory. If the disk is full or the spool has reached its limit,
 * `append` refuses and keeps the older clicks. If the disk is nearly full, the limit is small, which leaves space for
 * databases on the same disk.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { readFile, rm, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../shared/log/log.ts';
import { freeBytes } from '../../shared/process/free-space.ts';
import { type Segment, SegmentWriter, segmentSuffix, type WriteFault } from './segment-writer.ts';
import { isOrphan, ownName, touch } from './spool-owner.ts';

/** Options of a spool. `directory` contains the directories of all processes on this machine. */
export type SpoolOptions = {
  directory: string;
  maxBytes: number;
  /** Free disk space below which the spool is limited to `scarceBytes`. */
  keepFreeBytes?: number;
  log: Log;
};

const scarceBytes = 8 << 20;
const diskCheckMs = 1_000;

export class Spool {
  readonly #options: SpoolOptions;
  readonly #prefix = randomBytes(6).toString('hex');
  readonly #own: string;
  readonly #writer: SegmentWriter;
  /** Closed segments that are not taken, oldest first. */
  readonly #closed: Segment[] = [];
  /** Taken segments that are not yet put back or removed. */
  readonly #taken = new Set<Segment>();
  /** Adopted directories, with the number of segments left in each. */
  readonly #adopted = new Map<string, number>();
  #directoriesMade = 0;
  #total = 0;
  #failing = false;
  /** True while disk space is scarce. Set outside the redirect path. */
  #isScarce = false;
  /** The timer of disk checks. It runs while clicks arrive, and while disk space is scarce. */
  #diskTimer: NodeJS.Timeout | undefined;
  #onFilled = () => {};
  #isClosed = false;

  constructor(options: SpoolOptions) {
    this.#options = options;
    this.#own = this.#nextDirectory();
    mkdirSync(this.#own, { recursive: true, mode: 0o700 });
    this.#writer = new SegmentWriter(this.#own, options.log, (segment) => void this.#closed.push(segment));
    this.#checkDiskIn(0);
  }

  /** Appends a frame. Returns false if it was not written. */
  append(frame: Buffer, length: number): boolean {
    const { log } = this.#options;
    const maxBytes = this.#isScarce ? Math.min(scarceBytes, this.#options.maxBytes) : this.#options.maxBytes;
    const fault = this.#total + length > maxBytes ? limitFault(maxBytes) : this.#writer.append(frame, length);
    if (fault && !this.#failing)
      log.error(fault.details, `${fault.message}; redirects continue and clicks wait in memory`);
    if (!fault && this.#failing) log.info('the spool is writable again');
    this.#failing = fault !== undefined;
    if (fault) return false;
    if (this.#diskTimer === undefined) this.#checkDiskIn(diskCheckMs);
    if (this.#total === 0) this.#onFilled();
    this.#total += length;
    return true;
  }

  /** Sets the function that is called when a click is added to the empty spool. */
  onFilled(onFilled: () => void): void {
    this.#onFilled = onFilled;
  }

  /**
   * Takes the oldest closed segment, or else closes and takes the open one. Returns undefined if the spool is empty.
   */
  take(): Segment | undefined {
    if (this.#closed.length === 0) this.#writer.seal();
    const segment = this.#closed.shift();
    if (segment) this.#taken.add(segment);
    return segment;
  }

  /** Puts back an unused segment from `take`. */
  putBack(segment: Segment): void {
    this.#taken.delete(segment);
    this.#closed.unshift(segment);
  }

  async read({ file, bytes }: Segment): Promise<Buffer> {
    return (await readFile(file)).subarray(0, bytes);
  }

  async remove(segment: Segment): Promise<void> {
    const { file, bytes } = segment;
    await unlink(file);
    this.#taken.delete(segment);
    this.#total -= bytes;
    const directory = path.dirname(file);
    const left = this.#adopted.get(directory);
    if (left === undefined) return;
    this.#adopted.set(directory, left - 1);
    if (left === 1) await this.#dropDirectory(directory);
  }

  /** Adopts the directories of ended processes. */
  adopt(): void {
    const { directory, log } = this.#options;
    for (const own of [this.#own, ...this.#adopted.keys()]) touch(own);
    for (const found of readdirSync(directory)) {
      const from = path.join(directory, found);
      try {
        if (!isOrphan(from, found)) continue;
        // The rename decides which process is the new owner.
        const to = this.#nextDirectory();
        renameSync(from, to);
        this.#takeOver(to);
      } catch (err) {
        if ((err as NodeJS.ErrnoException).code !== 'ENOENT')
          log.error({ err, from }, 'a spool could not be taken over');
      }
    }
  }

  /**
   * Returns the time of the oldest click on disk, in Unix ms. For an adopted segment this is the time of its last
   * write.
   */
  oldestSince(): number | undefined {
    const times = [...this.#taken, ...this.#closed].map(({ since }) => since);
    if (this.#writer.openSince !== undefined) times.push(this.#writer.openSince);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Returns the number of bytes on disk and of segments not taken. */
  state(): { bytes: number; segments: number } {
    return { bytes: this.#total, segments: this.#closed.length + this.#writer.openSegments };
  }

  /** Syncs and closes the spool. The next process adopts the rest. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#diskTimer);
    await this.#writer.close();
    await rmdir(this.#own).catch(() => {});
  }

  async #checkDisk(keepFreeBytes: number): Promise<void> {
    const { directory, log } = this.#options;
    const free = await freeBytes(directory).catch(() => undefined);
    const isScarce = free !== undefined && free < keepFreeBytes;
    if (isScarce && !this.#isScarce)
      log.warn({ free, keepFreeBytes, maxBytes: scarceBytes }, 'the disk is nearly full: the spool is limited');
    if (!isScarce && this.#isScarce) log.info({ free }, 'the disk has enough space again');
    this.#isScarce = isScarce;
    this.#diskTimer = undefined;
    if (isScarce) this.#checkDiskIn(diskCheckMs);
  }

  #checkDiskIn(ms: number): void {
    const { keepFreeBytes } = this.#options;
    if (keepFreeBytes && !this.#isClosed)
      this.#diskTimer = setTimeout(() => void this.#checkDisk(keepFreeBytes), ms).unref();
  }

  #nextDirectory(): string {
    return path.join(this.#options.directory, `${ownName}.${this.#prefix}.${this.#directoriesMade++}`);
  }

  #takeOver(directory: string): void {
    const segments = readdirSync(directory)
      .filter((name) => name.endsWith(segmentSuffix))
      .map((name) => path.join(directory, name))
      .map((file) => {
        const { size, mtimeMs } = statSync(file);
        return { id: path.basename(file, segmentSuffix), file, bytes: size, since: mtimeMs };
      });
    this.#adopted.set(directory, segments.length);
    this.#closed.unshift(...segments.sort((a, b) => (a.id < b.id ? -1 : 1)));
    this.#total += segments.reduce((sum, { bytes }) => sum + bytes, 0);
    if (segments.length === 0) void this.#dropDirectory(directory);
    else {
      this.#options.log.info(
        { segments: segments.length, directory },
        'took over the spool of a process that has ended',
      );
    }
  }

  async #dropDirectory(directory: string): Promise<void> {
    this.#adopted.delete(directory);
    await rm(directory, { recursive: true, force: true });
  }
}

const limitFault = (maxBytes: number): WriteFault => ({
  details: { maxBytes },
  message: 'the spool has reached its limit',
});
