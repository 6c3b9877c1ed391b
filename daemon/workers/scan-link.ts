/**
 * Scans links again and again. MySQL says which are due; BullMQ shares the work out, hot links first, and keeps two
 * workers from the same link. Beside it the index of destinations follows the links, and changed lists are applied.
 */
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { repeat } from '../../shared/repeat.ts';
import { nudgeChannel } from '../change-feed/changes.ts';
import { queuePrefix } from '../clicks/queue.ts';
import { dayOf } from '../clicks/time.ts';
import { applyLists } from '../safety/scans/apply-lists.ts';
import { createFollower } from '../safety/scans/index-from-feed.ts';
import { type Lane, listDue, postponeScan, sumClicks } from '../safety/scans/queries.ts';
import { scanLink } from '../safety/scans/scan-link.ts';
import { createScanner, type ScannerOptions } from '../safety/scans/scanner.ts';

const queueName = 'scans';
const everyMs = 500;
/** How many due links of each lane are queued at once, so that none waits for ever behind another. */
const shares: Record<Lane, number> = { 0: 100, 1: 60, 2: 40 };
const lanes: Lane[] = [0, 1, 2];
const priorityALane = 1_000;
/** A scan that failed for a reason of ours is tried again at once, and then after a while. */
const tries = 3;
const firstWaitMs = 1_000;
const retryMs = 5 * 60_000;

type Job = { id: number };

/** `queue` waits for Redis, `commands` fails at once. */
export type ScanOptions = Omit<ScannerOptions, 'announceChanges'> & { queue: Redis; commands: Redis };

export async function startScans({ queue: connection, commands, ...options }: ScanOptions): Promise<{
  close(): Promise<void>;
}> {
  const { config, db, log } = options;
  const announceChanges = () => {
    commands.publish(nudgeChannel(config.redisPrefix), '').catch(() => {});
  };
  const scanner = await createScanner({ ...options, announceChanges });
  const prefix = queuePrefix(config.redisPrefix);
  const queue = new Queue<Job>(queueName, {
    connection: commands,
    prefix,
    defaultJobOptions: { attempts: tries, backoff: firstWaitMs, removeOnComplete: true, removeOnFail: true },
  });

  let stopping = false;
  const step = createFollower(scanner);
  const stopFollowing = repeat(log, 'follow the destinations of links', everyMs, async () => {
    while ((await step()) && !stopping);
  });
  const stopApplying = repeat(log, 'apply changed threat lists', everyMs, async () => {
    const banned = await applyLists(scanner);
    if (banned > 0) log.info({ banned }, 'links were banned after a change of the threat lists');
  });
  // A job that is there already stays as it is, so looking again queues nothing twice.
  const stopLooking = repeat(log, 'look for links to scan', everyMs, async () => {
    const jobs = (await Promise.all(lanes.map((lane) => rankDue(lane)))).flat();
    if (jobs.length > 0) await queue.addBulk(jobs);
  });

  async function rankDue(lane: Lane) {
    const now = new Date();
    const due = (await listDue(db, lane, now, shares[lane])).map(({ linkId }) => linkId);
    const clicks = lane === 0 ? await sumClicks(db, due, dayOf(now.getTime()) - 1) : new Map<number, number>();
    due.sort((a, b) => (clicks.get(b) ?? 0) - (clicks.get(a) ?? 0));
    return due.map((id, rank) => ({
      name: 'scan',
      data: { id },
      opts: { jobId: `scan-${id}`, priority: 1 + lane * priorityALane + rank },
    }));
  }

  const worker = new Worker<Job>(queueName, ({ data: { id } }) => scanLink(scanner, id), {
    connection,
    prefix,
    concurrency: config.safety.scansAtOnce,
  });
  worker.on('failed', (job, err) => {
    log.warn({ err, link: job?.data.id }, 'a link could not be scanned');
    if (job && job.attemptsMade >= tries) postponeScan(db, job.data.id, new Date(Date.now() + retryMs)).catch(() => {});
  });
  worker.on('error', (err) => log.debug({ err }, 'the queue of scans has a fault'));
  queue.on('error', (err) => log.debug({ err }, 'the queue of scans has a fault'));
  return {
    async close() {
      stopping = true;
      await Promise.all([stopFollowing(), stopApplying(), stopLooking()]);
      await worker.close();
      await queue.close();
      await scanner.lists.stop();
    },
  };
}
