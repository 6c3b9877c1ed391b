/**
 * The shipper, which moves clicks from the spool to MySQL through Redis. A segment is deleted from disk only when
 * MySQL has all its parts. Redis can lose data: parts that are neither stored nor in Redis after a while are sent
 * again with the same ids. Only a few segments are in transit at a time. This also suffices for a backlog of hours.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { confirmBatches, listRecordedBatches, markBatchesReleased } from './batch-queries.ts';
import { type ClickPart, PartsBuilder } from './bytes/part.ts';
import { readFrames } from './bytes/record.ts';
import { openPartQueue, type PartKey } from './part-queue.ts';
import type { Segment } from './segment-writer.ts';
import type { Spool } from './spool.ts';

/**
 * Maximum number of segments in transit. Under high load these are the segments of a few seconds, which the worker
 * can store at once.
 */
const inTransitAtMost = 16;
const sendAgainMs = 8_000;
const adoptEveryMs = 5_000;
/** Interval between rounds while the spool is empty. These rounds only check the directories of ended processes. */
const restMs = adoptEveryMs + 100;
const slowestMs = 5_000;
/** Time that a worker gets to store a stopping process's last clicks, so that a machine can be removed. */
const settleMs = 4_000;
const settleCheckMs = 100;
/** Number of bytes split in one loop iteration, in less than a millisecond. A frame can be a single click. */
const bytesAnIteration = 1 << 16;

export type ShipperOptions = {
  spool: Spool;
  db: Db;
  /** Commands fail at once while Redis is down. */
  redis: Redis;
  redisPrefix: string;
  log: Log;
  everyMs: number;
  /** Runs before a segment's clicks are sent. If it fails, they stay in the spool. */
  beforeSending?: () => Promise<void>;
};

/** A sent segment. `left` are the parts not yet known to be stored. */
type Sent = { segment: Segment; parts: PartKey[]; left: PartKey[]; sentAt: number };

export class Shipper {
  readonly #options: ShipperOptions;
  readonly #queue: ReturnType<typeof openPartQueue>;
  /** Sent segments by segment id. */
  readonly #inTransit = new Map<string, Sent>();
  #adoptedAt = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isResting = false;
  #stopping = false;
  #running: Promise<void>;

  constructor(options: ShipperOptions) {
    this.#options = options;
    this.#queue = openPartQueue(options.redis, options.redisPrefix);
    this.#running = this.#run();
    options.spool.onFilled(() => {
      if (this.#isResting) this.#runIn(options.everyMs * (0.75 + Math.random() / 2));
      this.#isResting = false;
    });
  }

  /** Returns the number of segments that are sent and not yet known to be stored. */
  inTransit(): number {
    return this.#inTransit.size;
  }

  /**
   * Sends waiting segments and waits until they are stored, for at most `settleMs`. Does not wait if a store is down.
   */
  async close(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#running;
    for (const deadline = Date.now() + settleMs; this.#failures === 0; await sleep(settleCheckMs)) {
      await this.#step().catch(() => this.#failures++);
      if (this.#inTransit.size === 0 || Date.now() > deadline) return;
    }
  }

  async #send(segment: Segment): Promise<void> {
    const parts = await this.#split(segment);
    if (parts.length === 0) return this.#options.spool.remove(segment);
    await this.#options.beforeSending?.();
    await this.#queue.send(parts);
    const keys = parts.map(({ id, shard }) => ({ id, shard }));
    this.#inTransit.set(segment.id, { segment, parts: keys, left: keys, sentAt: Date.now() });
  }

  async #split(segment: Segment): Promise<ClickPart[]> {
    const { frames, torn } = readFrames(await this.#options.spool.read(segment));
    if (torn > 0)
      this.#options.log.warn(
        { segment: segment.id, torn },
        'a segment ends with an incomplete record, as after a power failure',
      );
    const builder = new PartsBuilder();
    let unbroken = 0;
    for (const frame of frames) {
      builder.add(frame);
      unbroken += frame.length;
      if (unbroken < bytesAnIteration) continue;
      // Lets the event loop run, because this process also answers redirects.
      await nextTurn();
      unbroken = 0;
    }
    return builder.finish(segment.id, Date.now());
  }

  /**
   * Removes the segments whose parts are all in MySQL. MySQL shows a commit to other connections before the commit is
   * on disk, and loses it if MySQL is killed in between. So a segment is removed only after a later commit, which
   * reaches the disk after the earlier one.
   */
  async #release(): Promise<void> {
    const { db, spool } = this.#options;
    const ids = [...this.#inTransit.values()].flatMap(({ left }) => left.map(({ id }) => id));
    const stored = new Set(await listRecordedBatches(db, ids));
    for (const sent of this.#inTransit.values()) sent.left = sent.left.filter(({ id }) => !stored.has(id));
    const complete = [...this.#inTransit.values()].filter(({ left }) => left.length === 0);
    if (complete.length === 0) return;
    const completeIds = complete.flatMap(({ parts }) => parts.map(({ id }) => id));
    await confirmBatches(db, completeIds, new Date());
    for (const { segment } of complete) {
      await spool.remove(segment);
      this.#inTransit.delete(segment.id);
    }
    await markBatchesReleased(db, completeIds, new Date());
  }

  /** Sends a segment's lost parts again. */
  async #sendAgain(sent: Sent): Promise<void> {
    sent.sentAt = Date.now();
    const lost = new Set((await this.#queue.listMissing(sent.left)).map(({ id }) => id));
    if (lost.size > 0) await this.#queue.send((await this.#split(sent.segment)).filter(({ id }) => lost.has(id)));
  }

  async #sendMore(): Promise<void> {
    for (const sent of this.#inTransit.values())
      if (Date.now() - sent.sentAt > sendAgainMs) await this.#sendAgain(sent);
    // Sends only the segments that exist now. Clicks that arrive in the meantime would form small segments.
    for (let left = this.#options.spool.state().segments; left > 0 && this.#inTransit.size < inTransitAtMost; left--) {
      const segment = this.#options.spool.take();
      if (!segment) return;
      try {
        await this.#send(segment);
      } catch (error) {
        this.#options.spool.putBack(segment);
        throw error;
      }
    }
  }

  async #step(): Promise<void> {
    if (Date.now() - this.#adoptedAt > adoptEveryMs) {
      this.#adoptedAt = Date.now();
      this.#options.spool.adopt();
    }
    // A failed release of stored segments does not prevent sending, and vice versa.
    const failed = await this.#release().catch((error: unknown) => ({ error }));
    await this.#sendMore();
    if (failed) throw failed.error;
  }

  async #run(): Promise<void> {
    try {
      await this.#step();
      if (this.#failures > 0) this.#options.log.info('clicks are sent from the spool again');
      this.#failures = 0;
    } catch (err) {
      if (this.#failures++ === 0)
        this.#options.log.warn({ err }, 'clicks cannot be sent from the spool; they are kept and sent later');
    }
    this.#isResting = this.#failures === 0 && this.#inTransit.size === 0 && this.#options.spool.state().bytes === 0;
    this.#runIn(
      this.#isResting
        ? restMs
        : Math.min(slowestMs, this.#options.everyMs * 2 ** Math.min(this.#failures, 5)) * (0.75 + Math.random() / 2),
    );
  }
  #runIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopping) this.#timer = setTimeout(() => (this.#running = this.#run()), ms);
  }
}
