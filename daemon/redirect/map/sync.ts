/**
 * The synchronisation of the slug map with MySQL. It loads all links or a snapshot, then follows the change feed,
 * woken by Redis or by polling. One step runs at a time, so a row read earlier never replaces one read later. If
 * MySQL is down, the map keeps serving and steps are retried.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FeedFollower, type FeedPosition, FeedSetBack } from '../../../shared/change-feed/follow.ts';
import { patient, withinMs } from '../../../shared/db/db.ts';
import type { Pulse } from '../../../shared/jobs/pulse.ts';
import { Wakeup } from '../../../shared/jobs/wakeup.ts';
import type { Log } from '../../../shared/log/log.ts';
import {
  type AccessChange,
  type Change,
  domainsIn,
  linksIn,
  type SlugKey,
  textOfKey,
} from '../../change-feed/changes.ts';
import { getInstallation, type LinkFeedFollower, linkFeed } from '../../change-feed/feed.ts';
import type { Db } from '../../core/tables.ts';
import type { LinkNews } from '../../pulse/open-pulse.ts';
import type { Hosts } from './hosts.ts';
import { confirmLinks, readAllLinks, refreshLinks } from './read-links.ts';
import { findRecord, listServingDomains, type RecordRow } from './rows.ts';
import type { SlugMap } from './slug-map.ts';

/** Minimum time between two reads, so that a burst of nudges causes one read. */
const coalesceMs = 10;
/** Approximate duration of compaction in one loop iteration. */
const compactionMs = 1;
const waitersAtMost = 2_000;
const longestWaitMs = 2_000;
/** Timeout of a read. After a timeout, the next read uses another connection and has twice the time. */
const readMs = 1_500;
const longestReadMs = 30_000;
/** Maximum number of new links from other processes that are not in the feed yet. */
const handedAtMost = 10_000;
/**
 * Delay before the feed is read for new links from other processes. These links already redirect, so many can be read
 * together.
 */
const confirmMs = 100;
/** Interval between checks that the database still has the changes that were read last. */
const checkEveryMs = 5_000;
/** Maximum time without a read while the pulse reports nothing new. */
const restMs = 600_000;
/** Time for which the feed is read at each poll, after a caller has relied on a recent read. */
const wantedMs = 5_000;

/** The map that redirects use; a reload replaces it once it is complete. */
export type CurrentMap = { map: SlugMap };

/** The position in the feed up to which the map has all changes, and the id of its database. */
export type MapPosition = FeedPosition & { installation: string };

export type SyncOptions = {
  db: Db;
  current: CurrentMap;
  hosts: Hosts;
  log: Log;
  everyMs: number;
  gapSeconds: number;
  /** Called with access changes, or with `'all'` if some could have been missed. */
  onAccessChange?: (changes: AccessChange[] | 'all') => void;
  /** Reports the end of the feed, so that the feed is read only if there is something new. */
  pulse?: Pulse<LinkNews> | undefined;
  /** Maximum wait of `catchUp`. */
  catchUpMs?: number;
};

export type SyncState = {
  loaded: boolean;
  /**
   * Every change committed before this time, in ms since 1970, is known to this process; 0 before the first full read.
   */
  lastReadAt: number;
  /** The time of the last full read, or of the last pulse that reported nothing new. */
  lastKnownAt: number;
  reloads: number;
  changes: number;
  gaps: number;
};

export class Sync {
  /** Resolves after the first full read of the feed. */
  readonly caughtUp: Promise<void>;
  readonly #options: SyncOptions;
  readonly #wakeup = new Wakeup();
  #follower: LinkFeedFollower | undefined;
  #installation = '';
  /** True if the follower's position is known to belong to the current database. */
  #verified = false;
  #lastReadAt = 0;
  #checkedAt = 0;
  /** The end of the feed as the last pulse reported it. */
  #feedEnd = '';
  #agreedAt = 0;
  #wantedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #reloads = 0;
  /** Number of changes that earlier followers have read. */
  #changesBefore = 0;
  #running: Promise<void> = Promise.resolve();
  #waiters: ((caughtUp: boolean) => void)[] = [];
  #repairs: (() => Promise<void>)[] = [];
  /** Keys whose records come from other processes and were not read from MySQL yet. */
  readonly #handed = new Map<string, SlugKey>();
  #confirming: NodeJS.Timeout | undefined;
  #resolveCaughtUp = () => {};

  constructor(options: SyncOptions) {
    this.#options = options;
    this.caughtUp = new Promise((resolve) => {
      this.#resolveCaughtUp = resolve;
    });
  }

  /** Starts following, from a snapshot's position or by loading everything. */
  start(from?: MapPosition): void {
    if (from) this.#followFrom(from.installation, from);
    const { pulse } = this.#options;
    pulse?.onValue('feed', (value) => this.#compareEnd(value));
    // `onValue` gets the values; `follow` also reports when the pulse falls silent.
    pulse?.news('feed').follow(() => this.nudge());
    this.#running = this.#run();
  }

  /** Reads the feed now rather than at the next poll. */
  nudge(): void {
    this.#wakeup.wake();
  }

  /**
   * Returns `lastReadAt` to callers that need it to be recent. From now on the feed is read at each poll for some time.
   */
  knownUntil(): number {
    const isNew = performance.now() - this.#wantedAt > wantedMs;
    this.#wantedAt = performance.now();
    if (isNew) this.nudge();
    return this.#lastReadAt;
  }

  /**
   * Adds new, committed links to the map at once. A message can be older than the changes already read from the feed, so
   * the next step reads each of these keys again.
   */
  take(rows: RecordRow[]): void {
    const { current, log } = this.#options;
    const { map } = current;
    for (const row of rows) {
      const key = { domainId: row.domain_id, slug: row.slug };
      const at = map.find(key.domainId, key.slug);
      if ((at >= 0 && map.linkId(at) >= row.id) || this.#handed.size >= handedAtMost) continue;
      const record = findRecord(row, log);
      if (!record) continue;
      map.set(key.domainId, key.slug, record);
      this.#handed.set(textOfKey(key), key);
    }
    if (rows.length === 0 || this.#handed.size >= handedAtMost) return this.nudge();
    this.#confirming ??= setTimeout(() => {
      this.#confirming = undefined;
      this.nudge();
    }, confirmMs).unref();
  }

  /** Resolves to true when the map has every change committed before the call; to false if that takes too long. */
  catchUp(): Promise<boolean> {
    if (this.#waiters.length >= waitersAtMost) return Promise.resolve(false);
    const caught = new Promise<boolean>((resolve) => {
      this.#waiters.push(resolve);
      setTimeout(resolve, this.#options.catchUpMs ?? 500, false).unref();
    });
    this.nudge();
    return caught;
  }

  /** Reads some keys again in the next step. Resolves to the number of keys that differed. */
  repair(keys: SlugKey[]): Promise<number> {
    return new Promise((resolve) => {
      const { current, log } = this.#options;
      this.#repairs.push(async () => resolve(await refreshLinks(this.#quick(), current.map, keys, log)));
      this.nudge();
    });
  }

  state(): SyncState {
    return {
      loaded: this.#follower !== undefined,
      lastReadAt: this.#lastReadAt,
      lastKnownAt: this.#lastReadAt === 0 ? 0 : Math.max(this.#lastReadAt, this.#agreedAt),
      reloads: this.#reloads,
      changes: this.#changesBefore + (this.#follower?.changes ?? 0),
      gaps: this.#follower?.openGaps ?? 0,
    };
  }

  /** Returns the position from which a snapshot of the current map would continue; undefined before the first load. */
  position(): MapPosition | undefined {
    return this.#follower && { installation: this.#installation, ...this.#follower.position };
  }

  async stop(): Promise<void> {
    this.#wakeup.stop();
    await this.#running;
  }

  /** Runs steps until it is stopped. A failed step is retried after a growing wait. */
  async #run(): Promise<void> {
    const { log, everyMs } = this.#options;
    while (!this.#wakeup.stopped) {
      try {
        await this.#step();
        this.#resolveCaughtUp();
        if (this.#failures > 0) log.info('the change feed can be read again');
        this.#failures = 0;
      } catch (err) {
        // After a failure, the server can be another one, or have lost its last transactions.
        this.#verified = false;
        if (this.#failures++ === 0) log.warn({ err }, 'the change feed cannot be read; redirects continue');
      }
      while (this.#options.current.map.compactFor(compactionMs)) await sleep(0);
      await sleep(coalesceMs);
      const patience = Math.min(longestWaitMs, everyMs * 2 ** Math.min(this.#failures, 5));
      await this.#wakeup.wait(this.#rests() ? Math.max(restMs, everyMs) : patience);
    }
  }

  /** Handles the end of the feed in a pulse: either everything is known here, or there is something to read now. */
  #compareEnd(feedEnd: string): void {
    this.#feedEnd = feedEnd;
    if (this.#agrees()) this.#agreedAt = Date.now();
    else this.nudge();
  }

  #agrees(): boolean {
    const [installation, lastMark = ''] = this.#feedEnd.split('/');
    return this.#verified && installation === this.#installation && (this.#follower?.isAt(lastMark) ?? false);
  }

  /**
   * Returns whether reading can wait until a change is announced: everything is known, and no caller relies on a
   * recent read.
   */
  #rests(): boolean {
    const isHeard = this.#options.pulse?.news('feed').isHeard() ?? false;
    const isWanted = performance.now() - this.#wantedAt < wantedMs;
    return isHeard && !isWanted && this.#failures === 0 && this.#agrees();
  }

  async #step(): Promise<void> {
    const waiting = this.#waiters;
    const repairs = this.#repairs;
    const handed = [...this.#handed.values()];
    this.#waiters = [];
    this.#repairs = [];
    this.#wakeup.reset();
    try {
      await this.#catchUp();
      await this.#confirm(handed);
      for (const repair of repairs) await repair();
      for (const resolve of waiting) resolve(true);
    } catch (error) {
      for (const resolve of waiting) resolve(false);
      this.#repairs = [...repairs, ...this.#repairs];
      throw error;
    }
  }

  /** Reads new changes, or all links if the database has lost changes that this process had already read. */
  async #catchUp(): Promise<void> {
    try {
      await this.#catchUpWith(await this.#prepare());
    } catch (err) {
      if (!(err instanceof FeedSetBack)) throw err;
      this.#options.log.warn({ err }, 'the database was restored to an earlier state; loading all links');
      await this.#catchUpWith(await this.#load());
    }
  }

  /** Returns a follower of the current database: the existing one, or a new one after a load. */
  async #prepare(): Promise<LinkFeedFollower> {
    const follower = this.#follower;
    if (!follower) return this.#load();
    const isDue = performance.now() - this.#checkedAt > checkEveryMs;
    return this.#verified && !isDue ? follower : this.#verify(follower);
  }

  /**
   * Checks that the database is the one the map was read from, and still has all later changes. Otherwise loads all
   * links.
   */
  async #verify(follower: LinkFeedFollower): Promise<LinkFeedFollower> {
    const { hosts, log, onAccessChange } = this.#options;
    const db = this.#quick();
    const current = await getInstallation(db);
    if (current === this.#installation && (await follower.holds(db))) {
      this.#checkedAt = performance.now();
      if (this.#verified) return follower;
      hosts.replace(await listServingDomains(db));
      this.#verified = true;
      onAccessChange?.('all');
      return follower;
    }
    log.warn(
      { from: this.#installation, database: current },
      "the change feed does not continue from the map's position; loading all links",
    );
    return this.#load();
  }

  /** Returns the database with a timeout for fast statements. */
  #quick(): Db {
    return withinMs(this.#options.db, Math.min(longestReadMs, readMs * 2 ** this.#failures));
  }

  /** Loads all links into a new map, which then replaces the current one. */
  async #load(): Promise<LinkFeedFollower> {
    const { current, hosts, log, gapSeconds, onAccessChange } = this.#options;
    const startedAt = Date.now();
    const db = this.#quick();
    const installation = await getInstallation(db);
    const changeId = await linkFeed.findStart(db, gapSeconds);
    hosts.replace(await listServingDomains(db));
    const map = await readAllLinks(patient(this.#options.db), log, () => this.#wakeup.stopped);
    current.map = map;
    const follower = this.#followFrom(installation, { changeId });
    this.#verified = true;
    this.#checkedAt = performance.now();
    onAccessChange?.('all');
    this.#reloads++;
    log.info({ links: map.size, ms: Date.now() - startedAt }, 'links loaded');
    return follower;
  }

  #followFrom(installation: string, position: FeedPosition): LinkFeedFollower {
    this.#changesBefore += this.#follower?.changes ?? 0;
    this.#installation = installation;
    this.#follower = new FeedFollower(linkFeed, position, this.#options.gapSeconds);
    return this.#follower;
  }

  /** Reads new changes and open gaps until there are no more. */
  async #catchUpWith(follower: LinkFeedFollower): Promise<void> {
    const startedAt = Date.now();
    const db = this.#quick();
    for (let more = true; more && !this.#wakeup.stopped; ) {
      more = await follower.read(db, (changes) => this.#apply(changes));
    }
    this.#lastReadAt = startedAt;
  }

  async #apply(changes: Change[]): Promise<void> {
    const { current, hosts, log, onAccessChange } = this.#options;
    const db = this.#quick();
    const domainIds = domainsIn(changes);
    if (domainIds.length > 0) hosts.refresh(domainIds, await listServingDomains(db, domainIds));
    const access = changes.flatMap((change) => (change.kind === 'access' ? [change.access] : []));
    if (access.length > 0) onAccessChange?.(access);
    const keys = linksIn(changes);
    // Deletes the keys before the rows are read, because a row that arrives in the meantime can be newer.
    const handed = new Set(keys.filter((key) => this.#handed.delete(textOfKey(key))));
    await confirmLinks(db, current.map, [...handed], log);
    await refreshLinks(
      db,
      current.map,
      keys.filter((key) => !handed.has(key)),
      log,
    );
  }

  /** Reads handed-over keys that were in no later change, because the feed may have been ahead of the message. */
  async #confirm(handed: SlugKey[]): Promise<void> {
    const left = handed.filter((key) => this.#handed.get(textOfKey(key)) === key);
    const { current, log } = this.#options;
    await confirmLinks(this.#quick(), current.map, left, log);
    for (const key of left) if (this.#handed.get(textOfKey(key)) === key) this.#handed.delete(textOfKey(key));
  }
}
