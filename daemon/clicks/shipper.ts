/**
 * Moves clicks from the spool to MySQL, by way of Redis. A segment leaves the disk only when MySQL has all its parts,
 * so Redis may lose everything: what is neither stored nor in Redis after a while is sent again under the same ids. Few
 * segments are under way at a time, which also suffices to drain a backlog of hours.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { confirmBatches, listRecordedBatches, markBatchesReleased } from './batch-queries.ts';
import { type ClickPart, PartsBuilder } from './bytes/part.ts';
import { readFrames } from './bytes/record.ts';
import { openPartQueue } from './part-queue.ts';
import type { Segment } from './segment-writer.ts';
import type { Spool } from './spool.ts';

/** Some seconds' segments under a high load: the worker then stores clicks of some seconds at once. */
const underWayAtMost = 16;
const sendAgainMs = 8_000;
const adoptEveryMs = 5_000;
/** An empty spool waits for clicks, and looks only for directories of ended processes. */
const restMs = adoptEveryMs + 100;
const slowestMs = 5_000;
/** Time for a worker to store what a stopping process sent: a machine that is taken away leaves no click behind. */
const settleMs = 4_000;
const settleLookMs = 100;
/**
 * Split at once, in some tenths of a millisecond: a frame may be one click, and a loop iteration costs more than that.
 */
const bytesATurn = 1 << 16;

export type ShipperOptions = {
  spool: Spool;
  db: Db;
  /** Fails at once while Redis is away. */
  redis: Redis;
  redisPrefix: string;
  log: Log;
  everyMs: number;
  /** Runs before the clicks of a segment are sent; they stay if it fails. */
  beforeSending?: () => Promise<void>;
};

type PartKey = Pick<ClickPart, 'id' | 'shard'>;

/** `left`: parts not known to be stored. */
type Sent = { segment: Segment; parts: PartKey[]; left: PartKey[]; sentAt: number };

export class Shipper {
  readonly #options: ShipperOptions;
  readonly #queue: ReturnType<typeof openPartQueue>;
  /** By segment. */
  readonly #underWay = new Map<string, Sent>();
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

  /** Segments sent and not yet known to be stored. */
  underWay(): number {
    return this.#underWay.size;
  }

  /** Sends waiting segments, and stops once they are stored: after four seconds at most, or when a store is away. */
  async close(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#running;
    for (const deadline = Date.now() + settleMs; this.#failures === 0; await sleep(settleLookMs)) {
      await this.#step().catch(() => this.#failures++);
      if (this.#underWay.size === 0 || Date.now() > deadline) return;
    }
  }

  async #send(segment: Segment): Promise<void> {
    const parts = await this.#split(segment);
    if (parts.length === 0) return this.#options.spool.remove(segment);
    await this.#options.beforeSending?.();
    await this.#queue.send(parts);
    const keys = parts.map(({ id, shard }) => ({ id, shard }));
    this.#underWay.set(segment.id, { segment, parts: keys, left: keys, sentAt: Date.now() });
  }

  async #split(segment: Segment): Promise<ClickPart[]> {
    const { frames, torn } = readFrames(await this.#options.spool.read(segment));
    if (torn > 0)
      this.#options.log.warn({ segment: segment.id, torn }, 'a segment ends in a torn record, as after a power loss');
    const builder = new PartsBuilder();
    let unbroken = 0;
    for (const frame of frames) {
      builder.add(frame);
      unbroken += frame.length;
      if (unbroken < bytesATurn) continue;
      // This process also answers redirects.
      await nextTurn();
      unbroken = 0;
    }
    return builder.finish(segment.id, Date.now());
  }

  /**
   * Removes the segments that MySQL has completely. MySQL shows a commit to others before it is on its disk, and a killed
   * server loses it: a segment is removed only after a later commit, which cannot reach the disk before the earlier one.
   */
  async #release(): Promise<void> {
    const { db, spool } = this.#options;
    const asked = [...this.#underWay.values()].flatMap(({ left }) => left.map(({ id }) => id));
    const stored = new Set(await listRecordedBatches(db, asked));
    for (const sent of this.#underWay.values()) sent.left = sent.left.filter(({ id }) => !stored.has(id));
    const complete = [...this.#underWay.values()].filter(({ left }) => left.length === 0);
    if (complete.length === 0) return;
    const ids = complete.flatMap(({ parts }) => parts.map(({ id }) => id));
    await confirmBatches(db, ids, new Date());
    for (const { segment } of complete) {
      await spool.remove(segment);
      this.#underWay.delete(segment.id);
    }
    await markBatchesReleased(db, ids, new Date());
  }

  /** Sends a segment with lost parts again. */
  async #sendAgain(sent: Sent): Promise<void> {
    sent.sentAt = Date.now();
    const lost = new Set((await this.#queue.listMissing(sent.left)).map(({ id }) => id));
    if (lost.size > 0) await this.#queue.send((await this.#split(sent.segment)).filter(({ id }) => lost.has(id)));
  }

  async #sendMore(): Promise<void> {
    for (const sent of this.#underWay.values()) if (Date.now() - sent.sentAt > sendAgainMs) await this.#sendAgain(sent);
    // Clicks that come while these are sent wait for the next time: a segment each time would hold a few only.
    for (let left = this.#options.spool.state().segments; left > 0 && this.#underWay.size < underWayAtMost; left--) {
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
    // Sending is attempted even if MySQL is away, and the other way round.
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
    this.#isResting = this.#failures === 0 && this.#underWay.size === 0 && this.#options.spool.state().bytes === 0;
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
