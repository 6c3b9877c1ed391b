/**
 * From the spool to MySQL, by way of the queue. A segment leaves the disk only when MySQL has its batch, so Redis may
 * lose everything: what is not recorded after a while is sent again, under the same id. Few batches are under way at a
 * time, which is all there is to draining a backlog of hours.
 */
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { queuePrefix } from '../../shared/queues.ts';
import { listRecordedBatches, markBatchesReleased } from './batch-queries.ts';
import { readFrames } from './click-record.ts';
import { type ClickBatch, clickQueue } from './queue.ts';
import type { Segment } from './segment-writer.ts';
import type { Spool } from './spool.ts';

const deflate = promisify(deflateRaw);

const underWayAtMost = 8;
const sendAgainMs = 8_000;
const adoptEveryMs = 5_000;
const slowestMs = 5_000;

export type Shipper = {
  /** Batches sent and not yet known to be recorded. */
  underWay(): number;
  /** Sends what is waiting, as far as it can be sent at once, and stops. */
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
};

export function createShipper({ spool, db, redis, redisPrefix, log, everyMs }: ShipperOptions): Shipper {
  const queue = new Queue<ClickBatch>(clickQueue, {
    connection: redis,
    prefix: queuePrefix(redisPrefix),
    skipWaitingForReady: true,
  });
  queue.on('error', () => {});
  const underWay = new Map<string, { segment: Segment; sentAt: number }>();
  let adoptedAt = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  async function send(segment: Segment): Promise<void> {
    const { clicks, torn } = readFrames(await spool.read(segment));
    if (torn > 0) log.warn({ segment: segment.id, torn }, 'a segment ends in a torn record, as after a power loss');
    if (clicks.length === 0) return spool.remove(segment);
    const batch = { id: segment.id, clicks: (await deflate(clicks, { level: 1 })).toString('base64') };
    await queue.add('record', batch, {
      jobId: segment.id,
      attempts: Number.MAX_SAFE_INTEGER,
      backoff: { type: 'patient' },
      removeOnComplete: true,
      removeOnFail: true,
    });
    underWay.set(segment.id, { segment, sentAt: Date.now() });
  }

  /** Removes the segments whose batches MySQL has. */
  async function release(): Promise<void> {
    if (underWay.size === 0) return;
    const recorded = await listRecordedBatches(db, [...underWay.keys()]);
    for (const id of recorded) {
      const { segment } = underWay.get(id) as { segment: Segment };
      await spool.remove(segment);
      underWay.delete(id);
    }
    if (recorded.length > 0) await markBatchesReleased(db, recorded, new Date());
  }

  async function sendMore(): Promise<void> {
    for (const { segment, sentAt } of underWay.values()) if (Date.now() - sentAt > sendAgainMs) await send(segment);
    while (underWay.size < underWayAtMost) {
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
    // Sending is tried though MySQL is away, and the other way round.
    const failed = await release().catch((error: unknown) => ({ error }));
    await sendMore();
    if (failed) throw failed.error;
  }

  async function run(): Promise<void> {
    try {
      await step();
      if (failures > 0) log.info('clicks leave the spool again');
      failures = 0;
    } catch (err) {
      if (failures++ === 0) log.warn({ err }, 'clicks cannot leave the spool; they are kept and sent later');
    }
    const wait = Math.min(slowestMs, everyMs * 2 ** Math.min(failures, 5));
    if (!stopping) timer = setTimeout(() => (running = run()), wait * (0.75 + Math.random() / 2));
  }
  let running = run();

  return {
    underWay: () => underWay.size,
    async close() {
      stopping = true;
      clearTimeout(timer);
      await running;
      if (failures === 0) await step().catch(() => {});
      await queue.close();
    },
  };
}
