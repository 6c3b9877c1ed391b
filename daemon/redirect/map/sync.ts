/**
 * Keeps the slug map equal to MySQL: loads every link once, or a snapshot, then follows the change feed, woken by Redis
 * and polling anyway. One step runs at a time, so a row read earlier never replaces one read later. MySQL may go away at
 * any time: the map keeps serving and the steps are tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FeedFollower, type FeedPosition, FeedSetBack } from '../../../shared/change-feed/follow.ts';
import { patient, withinMs } from '../../../shared/db/db.ts';
import type { Pulse } from '../../../shared/jobs/pulse.ts';
import { Wakeup } from '../../../shared/jobs/wakeup.ts';
import type { Log } from '../../../shared/log/log.ts';
import { type AccessChange, type Change, domainsIn, linksIn, type SlugKey } from '../../change-feed/changes.ts';
import { getInstallation, type LinkFeedFollower, linkFeed } from '../../change-feed/feed.ts';
import type { Db } from '../../core/tables.ts';
import type { LinkNews } from '../../pulse/open-pulse.ts';
import type { Hosts } from './hosts.ts';
import { confirmLinks, readAllLinks, refreshLinks } from './read-links.ts';
import { listServingDomains, type RecordRow, toRecord } from './rows.ts';
import type { SlugMap } from './slug-map.ts';

/** Shortest time between two reads, so that a burst of nudges becomes one. */
const coalesceMs = 10;
/** Time per loop iteration for compaction. */
const compactionMs = 1;
const waitersAtMost = 2_000;
const longestWaitMs = 2_000;
/** A read that takes longer is given up, and the next one, on another connection, is given twice the time. */
const readMs = 1_500;
const longestReadMs = 30_000;
/** New links taken from other processes of which the feed has said nothing yet; more are not taken. */
const handedAtMost = 10_000;
/** They work already, so that many are read from the feed together. */
const confirmMs = 100;
/** Between two looks whether the database still has the changes seen last. */
const checkEveryMs = 5_000;
/** Longest time without a read while the pulse says that there is nothing new. */
const restMs = 600_000;
/** Callers that rely on recent reads are followed by others. */
const wantedMs = 5_000;

const textOf = ({ domainId, slug }: SlugKey) => `${domainId}/${slug}`;

/** The map that redirects use; a reload replaces it once it is complete. */
export type CurrentMap = { map: SlugMap };

/** A point of the feed up to which everything is in the map, and the database it belongs to. */
export type MapPosition = FeedPosition & { installation: string };

export type SyncOptions = {
  db: Db;
  current: CurrentMap;
  hosts: Hosts;
  log: Log;
  everyMs: number;
  gapSeconds: number;
  /** Told of changes of access; of `'all'` when some may have been missed. */
  onAccessChange?: (changes: AccessChange[] | 'all') => void;
  /** Says what the feed ends with, so that it need not be read for that. */
  pulse?: Pulse<LinkNews> | undefined;
  /** Longest wait of `catchUp`. */
  catchUpMs?: number;
};

export type SyncState = {
  loaded: boolean;
  /** Every change committed before this time, ms since 1970, is known here; 0 before the first whole read. */
  lastReadAt: number;
  /** The time of the last whole read, or of the last pulse that said there was nothing to read. */
  lastKnownAt: number;
  reloads: number;
  changes: number;
  gaps: number;
};

export class Sync {
  /** Resolves after the first whole read of the feed. */
  readonly caughtUp: Promise<void>;
  readonly #options: SyncOptions;
  readonly #wakeup = new Wakeup();
  #follower: LinkFeedFollower | undefined;
  #installation = '';
  /** Whether the database is known to be the one the follower's position belongs to. */
  #verified = false;
  #lastReadAt = 0;
  #checkedAt = 0;
  /** The end of the feed, as the last pulse gave it. */
  #feedEnd = '';
  #agreedAt = 0;
  #wantedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #reloads = 0;
  /** Changes of followers before a reload. */
  #changesBefore = 0;
  #running: Promise<void> = Promise.resolve();
  #waiters: ((caughtUp: boolean) => void)[] = [];
  #errands: (() => Promise<void>)[] = [];
  /** Keys whose record in the map was handed over, and not read from MySQL since. */
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
    pulse?.onValue('feed', (value) => this.#hear(value));
    // The value tells what is new, and this of silence.
    pulse?.news('feed').follow(() => this.nudge());
    this.#running = this.#run();
  }

  /** Reads the feed now rather than at the next poll. */
  nudge(): void {
    this.#wakeup.wake();
  }

  /** `lastReadAt`, for callers that need it to be recent: the feed is read at each poll for some time from now on. */
  knownUntil(): number {
    const isNew = performance.now() - this.#wantedAt > wantedMs;
    this.#wantedAt = performance.now();
    if (isNew) this.nudge();
    return this.#lastReadAt;
  }

  /**
   * Puts new links into the map, at once, whose rows were committed. A message may be older than what was read from the feed,
   * so each of these keys is read afresh by the next step that starts from now on.
   */
  take(rows: RecordRow[]): void {
    const { map } = this.#options.current;
    for (const row of rows) {
      const key = { domainId: row.domain_id, slug: row.slug };
      const at = map.find(key.domainId, key.slug);
      if ((at >= 0 && map.linkId(at) >= row.id) || this.#handed.size >= handedAtMost) continue;
      map.set(key.domainId, key.slug, toRecord(row));
      this.#handed.set(textOf(key), key);
    }
    if (rows.length === 0 || this.#handed.size >= handedAtMost) return this.nudge();
    this.#confirming ??= setTimeout(() => {
      this.#confirming = undefined;
      this.nudge();
    }, confirmMs).unref();
  }

  /** Resolves to true once every change committed before the call is in the map; to false when that takes too long. */
  catchUp(): Promise<boolean> {
    if (this.#waiters.length >= waitersAtMost) return Promise.resolve(false);
    const caught = new Promise<boolean>((resolve) => {
      this.#waiters.push(resolve);
      setTimeout(resolve, this.#options.catchUpMs ?? 500, false).unref();
    });
    this.nudge();
    return caught;
  }

  /** Reads some keys afresh, between two steps. Returns how many differed. */
  repair(keys: SlugKey[]): Promise<number> {
    return new Promise((resolve) => {
      const { current } = this.#options;
      this.#errands.push(async () => resolve(await refreshLinks(this.#quick(), current.map, keys)));
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

  /** Where a snapshot of the map as it is now would go on; undefined before the first load. */
  position(): MapPosition | undefined {
    return this.#follower && { installation: this.#installation, ...this.#follower.position };
  }

  async stop(): Promise<void> {
    this.#wakeup.stop();
    await this.#running;
  }

  /** Steps until it is stopped; a step that fails is tried again after a growing wait. */
  async #run(): Promise<void> {
    const { log, everyMs } = this.#options;
    while (!this.#wakeup.stopped) {
      try {
        await this.#step();
        this.#resolveCaughtUp();
        if (this.#failures > 0) log.info('the change feed can be read again');
        this.#failures = 0;
      } catch (err) {
        // The server that comes back may be another one, or have lost its last transactions.
        this.#verified = false;
        if (this.#failures++ === 0) log.warn({ err }, 'the change feed cannot be read; redirects continue');
      }
      while (this.#options.current.map.compactFor(compactionMs)) await sleep(0);
      await sleep(coalesceMs);
      const patience = Math.min(longestWaitMs, everyMs * 2 ** Math.min(this.#failures, 5));
      await this.#wakeup.wait(this.#rests() ? Math.max(restMs, everyMs) : patience);
    }
  }

  /** A pulse says how the feed ends: everything is known here, or is to be read now. */
  #hear(feedEnd: string): void {
    this.#feedEnd = feedEnd;
    if (this.#agrees()) this.#agreedAt = Date.now();
    else this.nudge();
  }

  #agrees(): boolean {
    const [installation, lastMark = ''] = this.#feedEnd.split('/');
    return this.#verified && installation === this.#installation && (this.#follower?.isAt(lastMark) ?? false);
  }

  /** Whether nothing need be read before the next news: all is known, and nobody relies on a recent read. */
  #rests(): boolean {
    const isHeard = this.#options.pulse?.news('feed').isHeard() ?? false;
    const isWanted = performance.now() - this.#wantedAt < wantedMs;
    return isHeard && !isWanted && this.#failures === 0 && this.#agrees();
  }

  async #step(): Promise<void> {
    const waiting = this.#waiters;
    const doing = this.#errands;
    const handed = [...this.#handed.values()];
    this.#waiters = [];
    this.#errands = [];
    this.#wakeup.reset();
    try {
      await this.#catchUp();
      await this.#confirm(handed);
      for (const errand of doing) await errand();
      for (const resolve of waiting) resolve(true);
    } catch (error) {
      for (const resolve of waiting) resolve(false);
      this.#errands = [...doing, ...this.#errands];
      throw error;
    }
  }

  /** Reads what is new; everything, when the database no longer has what was read from it. */
  async #catchUp(): Promise<void> {
    try {
      await this.#catchUpWith(await this.#prepare());
    } catch (err) {
      if (!(err instanceof FeedSetBack)) throw err;
      this.#options.log.warn({ err }, 'the database was restored to an earlier state; loading all links');
      await this.#catchUpWith(await this.#load());
    }
  }

  /** A follower on the database there is now: the one in use, or that of a new load. */
  async #prepare(): Promise<LinkFeedFollower> {
    const follower = this.#follower;
    if (!follower) return this.#load();
    const isDue = performance.now() - this.#checkedAt > checkEveryMs;
    return this.#verified && !isDue ? follower : this.#verify(follower);
  }

  /** The feed is followed only on the database the map was read from, and only while it still has what came after. */
  async #verify(follower: LinkFeedFollower): Promise<LinkFeedFollower> {
    const { hosts, log, onAccessChange } = this.#options;
    const db = this.#quick();
    const present = await getInstallation(db);
    if (present === this.#installation && (await follower.holds(db))) {
      this.#checkedAt = performance.now();
      if (this.#verified) return follower;
      hosts.replace(await listServingDomains(db));
      this.#verified = true;
      onAccessChange?.('all');
      return follower;
    }
    log.warn(
      { from: this.#installation, database: present },
      "the change feed does not continue from the map's position; loading all links",
    );
    return this.#load();
  }

  /** The database, for statements that are over at once when all is well. */
  #quick(): Db {
    return withinMs(this.#options.db, Math.min(longestReadMs, readMs * 2 ** this.#failures));
  }

  /** Loads everything into a map of its own, which then takes the place of the one in use. */
  async #load(): Promise<LinkFeedFollower> {
    const { current, hosts, log, gapSeconds, onAccessChange } = this.#options;
    const startedAt = Date.now();
    const db = this.#quick();
    const installation = await getInstallation(db);
    const changeId = await linkFeed.findStart(db, gapSeconds);
    hosts.replace(await listServingDomains(db));
    const map = await readAllLinks(patient(this.#options.db), () => this.#wakeup.stopped);
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

  /** Reads new changes and open gaps until there is nothing more. */
  async #catchUpWith(follower: LinkFeedFollower): Promise<void> {
    const startedAt = Date.now();
    const db = this.#quick();
    for (let more = true; more && !this.#wakeup.stopped; ) {
      more = await follower.read(db, (changes) => this.#apply(changes));
    }
    this.#lastReadAt = startedAt;
  }

  async #apply(changes: Change[]): Promise<void> {
    const { current, hosts, onAccessChange } = this.#options;
    const db = this.#quick();
    const domainIds = domainsIn(changes);
    if (domainIds.length > 0) hosts.refresh(domainIds, await listServingDomains(db, domainIds));
    const access = changes.flatMap((change) => (change.kind === 'access' ? [change.access] : []));
    if (access.length > 0) onAccessChange?.(access);
    const keys = linksIn(changes);
    // Before they are read: what is handed over meanwhile may be replaced by what was read before it.
    const handed = new Set(keys.filter((key) => this.#handed.delete(textOf(key))));
    await confirmLinks(db, current.map, [...handed]);
    await refreshLinks(
      db,
      current.map,
      keys.filter((key) => !handed.has(key)),
    );
  }

  /** Reads again what was handed over and is in no change read since: the feed was further than the message. */
  async #confirm(handed: SlugKey[]): Promise<void> {
    const left = handed.filter((key) => this.#handed.get(textOf(key)) === key);
    await confirmLinks(this.#quick(), this.#options.current.map, left);
    for (const key of left) if (this.#handed.get(textOf(key)) === key) this.#handed.delete(textOf(key));
  }
}
