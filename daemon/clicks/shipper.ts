/**
 * Moves clicks from the spool to MySQL, by way of Redis. A segment leaves the disk only when MySQL has all its parts,
 * so Redis may lose everything: what is neither stored nor in Redis after a while is sent again under the same ids. Few
 * segments are under way at a time, which also suffices to drain a backlog of hours.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Log } from '../../shared/log/log.ts';
import type { Db } from '../core/tables.ts';
import { listRecordedBatches, markBatchesReleased } from './batch-queries.ts';
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

export type Shipper = {
  /** Segments sent and not yet known to be stored. */
  underWay(): number;
  /** Sends waiting segments, and stops once they are stored: after four seconds at most, or when a store is away. */
  close(): Promise<void>;
};

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

export function createShipper(options: ShipperOptions): Shipper {
  const { spool, db, redis, redisPrefix, log, everyMs, beforeSending } = options;
  const queue = openPartQueue(redis, redisPrefix);
  /** By segment. */
  const underWay = new Map<string, Sent>();
  let adoptedAt = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isResting = false;
  let stopping = false;

  async function send(segment: Segment): Promise<void> {
    const parts = await split(segment);
    if (parts.length === 0) return spool.remove(segment);
    await beforeSending?.();
    await queue.send(parts);
    const keys = parts.map(({ id, shard }) => ({ id, shard }));
    underWay.set(segment.id, { segment, parts: keys, left: keys, sentAt: Date.now() });
  }

  async function split(segment: Segment): Promise<ClickPart[]> {
    const { frames, torn } = readFrames(await spool.read(segment));
    if (torn > 0) log.warn({ segment: segment.id, torn }, 'a segment ends in a torn record, as after a power loss');
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

  /** Removes the segments that MySQL has completely. */
  async function release(): Promise<void> {
    const asked = [...underWay.values()].flatMap(({ left }) => left.map(({ id }) => id));
    const stored = new Set(await listRecordedBatches(db, asked));
    const released: string[] = [];
    for (const sent of underWay.values()) {
      sent.left = sent.left.filter(({ id }) => !stored.has(id));
      if (sent.left.length > 0) continue;
      await spool.remove(sent.segment);
      underWay.delete(sent.segment.id);
      released.push(...sent.parts.map(({ id }) => id));
    }
    if (released.length > 0) await markBatchesReleased(db, released, new Date());
  }

  /** Sends a segment with lost parts again. */
  async function sendAgain(sent: Sent): Promise<void> {
    sent.sentAt = Date.now();
    const lost = new Set((await queue.listMissing(sent.left)).map(({ id }) => id));
    if (lost.size > 0) await queue.send((await split(sent.segment)).filter(({ id }) => lost.has(id)));
  }

  async function sendMore(): Promise<void> {
    for (const sent of underWay.values()) if (Date.now() - sent.sentAt > sendAgainMs) await sendAgain(sent);
    // Clicks that come while these are sent wait for the next time: a segment each time would hold a few only.
    for (let left = spool.state().segments; left > 0 && underWay.size < underWayAtMost; left--) {
      const segment = spool.take();
      if (!segment) return;
      try {
        await send(segment);
      } catch (error) {
        spool.putBack(segment);
        throw error;
      }
    }
  }

  async function step(): Promise<void> {
    if (Date.now() - adoptedAt > adoptEveryMs) {
      adoptedAt = Date.now();
      spool.adopt();
    }
    // Sending is attempted even if MySQL is away, and the other way round.
    const failed = await release().catch((error: unknown) => ({ error }));
    await sendMore();
    if (failed) throw failed.error;
  }

  async function run(): Promise<void> {
    try {
      await step();
      if (failures > 0) log.info('clicks are sent from the spool again');
      failures = 0;
    } catch (err) {
      if (failures++ === 0) log.warn({ err }, 'clicks cannot be sent from the spool; they are kept and sent later');
    }
    isResting = failures === 0 && underWay.size === 0 && spool.state().bytes === 0;
    runIn(isResting ? restMs : Math.min(slowestMs, everyMs * 2 ** Math.min(failures, 5)) * (0.75 + Math.random() / 2));
  }
  function runIn(ms: number): void {
    clearTimeout(timer);
    if (!stopping) timer = setTimeout(() => (running = run()), ms);
  }
  let running = run();
  spool.onFilled(() => {
    if (isResting) runIn(everyMs * (0.75 + Math.random() / 2));
    isResting = false;
  });

  return {
    underWay: () => underWay.size,
    async close() {
      stopping = true;
      clearTimeout(timer);
      await running;
      for (const deadline = Date.now() + settleMs; failures === 0; await sleep(settleLookMs)) {
        await step().catch(() => failures++);
        if (underWay.size === 0 || Date.now() > deadline) return;
      }
    },
  };
}
