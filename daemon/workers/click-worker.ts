/**
 * The worker that stores the clicks that wait in Redis, for its own shards. All clicks since the last round are
 * stored at once. Updating a link's counts costs the same for one click and for many. After a failure, fewer are
 * stored at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withinMs } from '../../shared/db/db.ts';
import type { Started } from '../../shared/jobs/due-jobs.ts';
import type { News } from '../../shared/jobs/pulse.ts';
import { Wakeup } from '../../shared/jobs/wakeup.ts';
import { onSentParts, openPartQueue, type PartKey } from '../clicks/part-queue.ts';
import { openPartSuspects } from '../clicks/part-suspects.ts';
import { createPublisher } from '../clicks/publish-clicks.ts';
import { countRecent } from '../clicks/recent-clicks.ts';
import { type RecorderOptions, recordClicks } from '../clicks/record-clicks.ts';
import { claimShards, type ShardClaims } from '../clicks/shard-claims.ts';
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
/** Maximum number of parts stored at once, about 250,000 clicks. */
const partsAtOnce = 128;

export async function startClickWorker(stores: WorkerStores): Promise<Started> {
  const { config, log } = stores;
  const db = withinMs(stores.db, config.mysqlQuerySeconds * 1_000);
  const visitors = createVisitors(db, log, config.visitorMegabytes * 2 ** 20);
  const handOver = await openHandOver({ config, db, log });
  const forWarehouse = config.clicksExport.url !== '' && !config.demo;
  return new ClickWorker(stores, { db, log, visitors, handOver, forWarehouse });
}

class ClickWorker implements Started {
  readonly #stores: WorkerStores;
  readonly #recorder: RecorderOptions;
  readonly #queue: ReturnType<typeof openPartQueue>;
  readonly #suspects: ReturnType<typeof openPartSuspects>;
  readonly #publish: ReturnType<typeof createPublisher>;
  readonly #claims: ShardClaims;
  readonly #news: News | undefined;
  readonly #stopping = new AbortController();
  readonly #sent = new Wakeup();
  readonly #running: Promise<void>;
  #wasSuspect = false;
  #limit = partsAtOnce;
  #failures = 0;

  constructor(stores: WorkerStores, recorder: RecorderOptions) {
    const { commands, subscriber, log, pulse } = stores;
    const { redisPrefix } = stores.config;
    const wake = () => this.#sent.wake();
    this.#stores = stores;
    this.#recorder = recorder;
    this.#queue = openPartQueue(commands, redisPrefix);
    this.#suspects = openPartSuspects(commands, redisPrefix);
    this.#publish = createPublisher(commands, redisPrefix);
    this.#claims = claimShards(recorder.db, log, { onTaken: wake, news: pulse?.news('workers') });
    if (subscriber) onSentParts(subscriber, redisPrefix, wake);
    // Messages arrive while the pulse does.
    this.#news = pulse?.news('clicked links');
    this.#news?.follow(wake);
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#sent.stop();
    await this.#running;
    await this.#claims.close();
  }

  async #run(): Promise<void> {
    const { subscriber } = this.#stores;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const startedAt = performance.now();
      this.#sent.reset();
      const { count, everyMs } = await this.#tryRound();
      const wait = Math.min(longestWaitMs, everyMs * 2 ** Math.min(this.#failures, 4)) * (0.75 + Math.random() / 2);
      await sleep(Math.max(0, wait - (performance.now() - startedAt)), undefined, { signal }).catch(() => {});
      if (count === 0 && subscriber && this.#news?.isHeard()) await this.#sent.wait(restMs);
    }
  }

  /** Returns the number of stored clicks, undefined after a failure, and the interval to the next round. */
  async #tryRound(): Promise<{ count?: number; everyMs: number }> {
    const { log, pulse } = this.#stores;
    try {
      const { count, isMore } = await this.#round();
      if (count > 0) pulse?.stir();
      if (this.#failures > 0) log.info('clicks are stored again');
      this.#failures = 0;
      this.#limit = Math.min(partsAtOnce, 2 * this.#limit);
      const interval = isMore ? undefined : intervals.find(({ clicks }) => count >= clicks);
      return { count, everyMs: interval?.everyMs ?? roundEveryMs };
    } catch (err) {
      if (this.#failures++ === 0) log.error({ err }, 'clicks could not be stored; retrying');
      this.#limit = Math.max(1, Math.floor(this.#limit / 4));
      return { everyMs: roundEveryMs };
    }
  }

  /** Stores some clicks. Returns their number, and true if more are waiting. */
  async #round(): Promise<{ count: number; isMore: boolean }> {
    const { commands, config } = this.#stores;
    const held = this.#claims.held();
    const waiting = await this.#queue.list([...held.keys()]);
    const chosen = await this.#choose(waiting);
    const parts = await this.#queue.read(chosen);
    const isMore = waiting.length > chosen.length;
    if (parts.length === 0) return { count: 0, isMore: isMore && chosen.length > 0 };
    await this.#suspects.begin(parts);
    const { clicks, done } = await recordClicks(this.#recorder, held, parts, new Date()).finally(() =>
      this.#suspects.end(parts).catch(() => {}),
    );
    await this.#queue.drop(done);
    await this.#publish(clicks);
    // This is best effort, like `publish`: analytics do not depend on it.
    await countRecent(commands, config.redisPrefix, clicks, Date.now()).catch(() => {});
    return { count: clicks.length, isMore };
  }

  /** Chooses parts at random, so that a part that cannot be stored does not delay the others forever. */
  async #choose<Part extends PartKey>(waiting: Part[]): Promise<Part[]> {
    if (waiting.length === 0) return [];
    const { suspect, rest, poison } = await this.#suspects.sort(waiting);
    if (poison.length > 0) {
      this.#stores.log.error({ parts: poison }, 'clicks ended their worker twice and were set aside for a day');
      await this.#suspects.setAside(poison);
    }
    // A suspect can wait for its link's row, so it delays the others only in every second round.
    this.#wasSuspect = suspect !== undefined && !(this.#wasSuspect && rest.length > 0);
    return suspect && this.#wasSuspect ? [suspect] : rest.sort(() => Math.random() - 0.5).slice(0, this.#limit);
  }
}
