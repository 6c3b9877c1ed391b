/**
 * Stores the clicks that wait in Redis, for the shards this worker has. All clicks since the last round are stored at
 * once, because updating a link's counts costs the same for one click and for many. After a failure, fewer are stored at
 * once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withinMs } from '../../shared/db/db.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { Wakeup } from '../../shared/jobs/wakeup.ts';
import { onSentParts, openPartQueue } from '../clicks/part-queue.ts';
import { openPartSuspects } from '../clicks/part-suspects.ts';
import { createPublisher } from '../clicks/publish-clicks.ts';
import { countRecent } from '../clicks/recent-clicks.ts';
import { recordClicks } from '../clicks/record-clicks.ts';
import { claimShards } from '../clicks/shard-claims.ts';
import { createVisitors } from '../clicks/visitors.ts';
import { openHandOver } from '../link-clicks/select-clicks.ts';
import type { WorkerStores } from './worker-stores.ts';

/**
 * Interval between the starts of two rounds, by the clicks of the previous round. With many clicks it is longer, because
 * a round with twice as many clicks changes a sixth fewer rows per click.
 */
const intervals = [
  { clicks: 15_000, everyMs: 2_000 },
  { clicks: 5_000, everyMs: 1_000 },
];
const roundEveryMs = 500;
const longestWaitMs = 5_000;
/** Interval between two checks while no parts are sent. */
const restMs = 10_000;
/** About 250,000 clicks. */
const partsAtOnce = 128;

export async function startClickWorker(stores: WorkerStores): Promise<Started> {
  const { config, commands, subscriber, db: pool, log, pulse } = stores;
  const db = withinMs(pool, config.mysqlQuerySeconds * 1_000);
  const queue = openPartQueue(commands, config.redisPrefix);
  const suspects = openPartSuspects(commands, config.redisPrefix);
  const publish = createPublisher(commands, config.redisPrefix);
  const visitors = createVisitors(db, log, config.visitorMegabytes * 2 ** 20);
  const handOver = await openHandOver({ config, db, log });
  const forWarehouse = config.clicksExport.url !== '' && !config.demo;
  const stopping = new AbortController();
  const sent = new Wakeup();
  const claims = claimShards(db, log, { onTaken: () => sent.wake(), news: pulse?.news('workers') });
  if (subscriber) onSentParts(subscriber, config.redisPrefix, () => sent.wake());
  // Messages arrive while the pulse does.
  const news = pulse?.news('clicked links');
  news?.follow(() => sent.wake());
  let wasSuspect = false;
  let limit = partsAtOnce;
  let failures = 0;

  /** Stores some clicks. Returns their number, and true if more are waiting. */
  async function round(): Promise<{ count: number; isMore: boolean }> {
    const held = claims.held();
    const waiting = await queue.list([...held.keys()]);
    const chosen = await choose(waiting);
    const parts = await queue.read(chosen);
    const isMore = waiting.length > chosen.length;
    if (parts.length === 0) return { count: 0, isMore: isMore && chosen.length > 0 };
    await suspects.begin(parts);
    const { clicks, done } = await recordClicks(
      { db, log, visitors, handOver, forWarehouse },
      held,
      parts,
      new Date(),
    ).finally(() => suspects.end(parts).catch(() => {}));
    await queue.drop(done);
    await publish(clicks);
    // Best effort, like `publish`: analytics do not depend on it.
    await countRecent(commands, config.redisPrefix, clicks, Date.now()).catch(() => {});
    return { count: clicks.length, isMore };
  }

  /** Chooses parts at random, so that a part that cannot be stored does not delay the others forever. */
  async function choose(waiting: Awaited<ReturnType<typeof queue.list>>) {
    if (waiting.length === 0) return [];
    const { suspect, rest, poison } = await suspects.sort(waiting);
    if (poison.length > 0) {
      log.error({ parts: poison }, 'clicks ended their worker twice and were set aside for a day');
      await suspects.setAside(poison);
    }
    // A suspect can wait for its link's row, so it delays the others only in every second round.
    wasSuspect = suspect !== undefined && !(wasSuspect && rest.length > 0);
    return suspect && wasSuspect ? [suspect] : rest.sort(() => Math.random() - 0.5).slice(0, limit);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      let everyMs = roundEveryMs;
      let canRest = false;
      sent.reset();
      try {
        const { count, isMore } = await round();
        if (!isMore) everyMs = intervals.find(({ clicks }) => count >= clicks)?.everyMs ?? roundEveryMs;
        if (count > 0) pulse?.stir();
        canRest = count === 0;
        if (failures > 0) log.info('clicks are stored again');
        failures = 0;
        limit = Math.min(partsAtOnce, 2 * limit);
      } catch (err) {
        if (failures++ === 0) log.error({ err }, 'clicks could not be stored; retrying');
        limit = Math.max(1, Math.floor(limit / 4));
      }
      const wait = Math.min(longestWaitMs, everyMs * 2 ** Math.min(failures, 4)) * (0.75 + Math.random() / 2);
      await sleep(Math.max(0, wait - (performance.now() - startedAt)), undefined, { signal: stopping.signal }).catch(
        () => {},
      );
      if (canRest && subscriber && news?.isHeard()) await sent.wait(restMs);
    }
  }
  const running = run();
  return {
    async close() {
      stopping.abort();
      sent.stop();
      await running;
      await claims.close();
    },
  };
}
