/**
 * The writer of a spool, with its current segment and a spare one. The spare is created outside the redirect path,
 * because a busy disk can be slow. Data is synced, so that a power failure loses at most the last 100 ms.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fdatasync, open, openSync, writeSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../shared/log/log.ts';

/** A closed segment. `id` is unique across all machines. `since` is the time of its first click. */
export type Segment = { id: string; file: string; bytes: number; since: number };

/** The reason why a frame was not written. */
export type WriteFault = { details: object; message: string };

type OpenSegment = Segment & { fd: number };

export const segmentSuffix = '.clicks';
const syncEveryMs = 100;
/** Size of a segment, about 15,000 clicks. The more clicks a batch has, the fewer rows of counts change per click. */
const segmentBytes = 3 << 20;

export class SegmentWriter {
  readonly #directory: string;
  readonly #log: Log;
  readonly #onSealed: (segment: Segment) => void;
  readonly #prefix = randomBytes(6).toString('hex');
  #created = 0;
  #current: OpenSegment | undefined;
  #spare: OpenSegment | undefined;
  #opening = false;
  #stopped = false;
  #unsynced = false;
  #syncTimer: NodeJS.Timeout | undefined;
  #syncing = Promise.resolve();

  /** Opens the writer. `onSealed` is called for every closed segment. */
  constructor(directory: string, log: Log, onSealed: (segment: Segment) => void) {
    this.#directory = directory;
    this.#log = log;
    this.#onSealed = onSealed;
  }

  /** The number of open segments with content. */
  get openSegments(): number {
    return this.#current ? 1 : 0;
  }

  /** The time of the first click in the open segment. */
  get openSince(): number | undefined {
    return this.#current?.bytes ? this.#current.since : undefined;
  }

  /** Appends a frame. Returns the reason if it was not written. */
  append(frame: Buffer, length: number): WriteFault | undefined {
    // After closing, the file descriptor can belong to another file.
    if (this.#stopped) return { details: {}, message: 'the spool is closed' };
    try {
      this.#current ??= this.#takeSpare() ?? this.#openNow();
      // Writes at a position, so that the next write overwrites a frame that a full disk truncated.
      const { fd, file, bytes } = this.#current;
      if (writeSync(fd, frame, 0, length, bytes) < length) {
        return { details: { file }, message: 'the disk of the spool is full' };
      }
    } catch (err) {
      return { details: { err }, message: 'the spool cannot be written' };
    }
    if (this.#current.bytes === 0) this.#current.since = Date.now();
    this.#current.bytes += length;
    this.#unsynced = true;
    this.#syncTimer ??= setTimeout(() => this.#sync(), syncEveryMs);
    if (this.#current.bytes >= segmentBytes) this.seal();
    else this.#prepareSpare();
    return undefined;
  }

  /** Closes the open segment, unless it is empty. */
  seal(): void {
    if (!this.#current || this.#current.bytes === 0) return;
    const { id, file, fd, bytes, since } = this.#current;
    this.#current = undefined;
    this.#onSealed({ id, file, bytes, since });
    fdatasync(fd, (err) => {
      if (err) this.#log.error({ err, file }, 'a segment could not be synced');
      closeSync(fd);
    });
    this.#prepareSpare();
  }

  /** Syncs and closes the writer. An open segment stays on disk. */
  async close(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#syncTimer);
    await this.#syncing;
    await this.#sync();
    if (this.#current) closeSync(this.#current.fd);
    if (!this.#spare) return;
    closeSync(this.#spare.fd);
    await unlink(this.#spare.file);
  }

  #nextName(): Pick<Segment, 'id' | 'file'> {
    const id = `${Date.now().toString(36)}-${this.#prefix}-${(this.#created++).toString(36)}`;
    return { id, file: path.join(this.#directory, id + segmentSuffix) };
  }

  #openNow(): OpenSegment {
    const { id, file } = this.#nextName();
    return { id, file, fd: openSync(file, 'wx', 0o600), bytes: 0, since: 0 };
  }

  #takeSpare(): OpenSegment | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare;
  }

  #prepareSpare(): void {
    if (this.#spare || this.#opening || this.#stopped) return;
    this.#opening = true;
    const { id, file } = this.#nextName();
    open(file, 'wx', 0o600, (error, fd) => {
      this.#opening = false;
      if (error) return;
      if (this.#stopped) closeSync(fd);
      else this.#spare = { id, file, fd, bytes: 0, since: 0 };
    });
  }

  #sync(): Promise<void> {
    this.#syncTimer = undefined;
    if (!this.#unsynced || !this.#current) return this.#syncing;
    this.#unsynced = false;
    const { fd } = this.#current;
    this.#syncing = new Promise((resolve) => fdatasync(fd, () => resolve()));
    return this.#syncing;
  }
}
