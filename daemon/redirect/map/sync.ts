/**
 * Keeps the slug map equal to MySQL: loads every link once, or a snapshot, then follows the change feed, woken by Redis
 * and polling anyway. One step runs at a time, so a row read earlier never replaces one read later. MySQL may go away at
 * any time: the map keeps serving and the steps are tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../shared/db.ts';
import type { Log } from '../../../shared/log.ts';
import { type AccessChange, type SlugKey, toAccessChange } from '../../change-feed/changes.ts';
import { FeedCursor } from '../../change-feed/cursor.ts';
import * as feed from '../../change-feed/feed.ts';
import type { Hosts } from './hosts.ts';
import { type RecordRow, toRecord } from './rows.ts';
import { SlugMap } from './slug-map.ts';

const rowsAPage = 5_000;
const changesARead = 2_000;
const keysARead = 500;
const gapsARead = 1_000;
/** Shortest time between two reads, so that a burst of nudges becomes one. */
const coalesceMs = 10;
/** Records moved between two turns of the loop: well under a millisecond's work. */
const recordsACompaction = 500;
const waitersAtMost = 2_000;

/** What redirects are answered from; a reload replaces the map when it is complete. */
export type Live = { map: SlugMap };

/** A point of the feed up to which everything is in the map, and the database it belongs to. */
export type FeedPosition = { installation: string; changeId: number };

export type SyncOptions = {
  db: Db;
  live: Live;
  hosts: Hosts;
  log: Log;
  everyMs: number;
  gapSeconds: number;
  /** Told of changes of access; of `'all'` when some may have been missed. */
  onAccessChange?: (changes: AccessChange[] | 'all') => void;
  /** Longest wait of `catchUp`. */
  catchUpMs?: number;
};

export type SyncState = {
  loaded: boolean;
  /** Every change committed before this time, ms since 1970, is known here; 0 before the first whole read. */
  lastReadAt: number;
  reloads: number;
  changes: number;
  gaps: number;
};

export type Sync = {
  /** Starts following, from a snapshot's position or by loading everything. */
  start(from?: FeedPosition): void;
  /** Resolves after the first whole read of the feed. */
  caughtUp: Promise<void>;
  /** Reads the feed now rather than at the next poll. */
  nudge(): void;
  /** Resolves to true once every change committed before the call is in the map; to false when that takes too long. */
  catchUp(): Promise<boolean>;
  /** Reads some keys afresh, between two steps. Returns how many differed. */
  repair(keys: SlugKey[]): Promise<number>;
  state(): SyncState;
  /** Where a snapshot of the map as it is now would go on; undefined before the first load. */
  position(): FeedPosition | undefined;
  stop(): Promise<void>;
};

export function createSync({
  db,
  live,
  hosts,
  log,
  everyMs,
  gapSeconds,
  onAccessChange,
  catchUpMs = 500,
}: SyncOptions): Sync {
  const stopping = new AbortController();
  let cursor: FeedCursor | undefined;
  let installation = '';
  let verified = false;
  let running: Promise<void> = Promise.resolve();
  let nudged = false;
  let wake = () => {};
  let waiters: ((caughtUp: boolean) => void)[] = [];
  let errands: (() => Promise<void>)[] = [];
  const counts = { lastReadAt: 0, reloads: 0, changes: 0 };

  /** Loads everything into a map of its own, which then takes the place of the one in use. */
  async function load(): Promise<void> {
    const startedAt = Date.now();
    installation = await feed.getInstallation(db);
    const position = await feed.findStart(db, gapSeconds);
    const map = new SlugMap();
    hosts.replace(await feed.listServingDomains(db));
    for (let after = 0; ; ) {
      const rows = await feed.listRowsAfter(db, after, rowsAPage);
      for (const row of rows) map.set(row.domain_id, row.slug, toRecord(row));
      const last = rows.at(-1);
      if (!last || stopping.signal.aborted) break;
      after = last.id;
    }
    live.map = map;
    cursor = new FeedCursor(position, gapSeconds * 1_000);
    verified = true;
    onAccessChange?.('all');
    counts.reloads++;
    log.info({ links: map.size, ms: Date.now() - startedAt }, 'links loaded');
  }

  /** The feed is followed only on the database the map was read from, and only while it still has what came after. */
  async function verify(at: FeedCursor): Promise<void> {
    const present = await feed.getInstallation(db);
    if (present === installation && (await feed.holdsAfter(db, at.high))) {
      hosts.replace(await feed.listServingDomains(db));
      verified = true;
      onAccessChange?.('all');
      return;
    }
    log.warn(
      { from: installation, database: present },
      'the change feed does not go on where the map is; loading all links',
    );
    await load();
  }

  /** Reads new changes and open gaps until there is nothing more. */
  async function follow(at: FeedCursor): Promise<void> {
    const startedAt = Date.now();
    for (let more = true; more && !stopping.signal.aborted; ) {
      const changes = await feed.listChangesAfter(db, at.high, changesARead);
      await apply(at, changes);
      more = changes.length === changesARead;
    }
    const gaps = at.openGaps(Date.now());
    for (let from = 0; from < gaps.length; from += gapsARead) {
      await apply(at, await feed.listChangesIn(db, gaps.slice(from, from + gapsARead), changesARead));
    }
    counts.lastReadAt = startedAt;
  }

  /** The rows are read before the cursor moves: a fault in between leaves the changes to be read again. */
  async function apply(at: FeedCursor, changes: feed.Change[]): Promise<void> {
    if (changes.length === 0) return;
    if (changes.some(feed.isDomainChange)) hosts.replace(await feed.listServingDomains(db));
    const access = changes.flatMap((change) => toAccessChange(change) ?? []);
    if (access.length > 0) onAccessChange?.(access);
    const keys = changes.filter((change) => !feed.isDomainChange(change) && !toAccessChange(change));
    await refresh([...new Map(keys.map((change) => [`${change.domainId}/${change.slug}`, change])).values()]);
    const ids = changes.map(({ id }) => id);
    counts.changes += at.see(ids, Date.now()).length;
  }

  /** Reads keys afresh into the map; returns how many were not as they should be. */
  async function refresh(keys: SlugKey[]): Promise<number> {
    let differing = 0;
    for (let from = 0; from < keys.length; from += keysARead) {
      const part = keys.slice(from, from + keysARead);
      differing += applyRows(live.map, part, await feed.listRowsByKeys(db, part));
    }
    return differing;
  }

  async function step(): Promise<void> {
    const waiting = waiters;
    const doing = errands;
    waiters = [];
    errands = [];
    nudged = false;
    try {
      if (!cursor) await load();
      if (!verified) await verify(cursor as unknown as FeedCursor);
      await follow(cursor as unknown as FeedCursor);
      for (const errand of doing) await errand();
      for (const resolve of waiting) resolve(true);
    } catch (error) {
      for (const resolve of waiting) resolve(false);
      errands = [...doing, ...errands];
      throw error;
    }
  }

  async function run(caughtUp: () => void): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await step();
        caughtUp();
        if (failures > 0) log.info('the change feed is read again');
        failures = 0;
      } catch (err) {
        // The server that comes back may be another one, or have lost its last transactions.
        verified = false;
        if (failures++ === 0) log.warn({ err }, 'the change feed cannot be read; redirects go on');
      }
      while (live.map.compact(recordsACompaction)) await sleep(0);
      await sleep(coalesceMs);
      if (!nudged) await pause(failures === 0 ? everyMs : Math.min(2_000, everyMs * 2 ** Math.min(failures, 5)));
    }
  }

  const pause = (ms: number) => {
    const timer = new AbortController();
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const signal = AbortSignal.any([stopping.signal, timer.signal]);
    return Promise.race([woken, sleep(ms, undefined, { signal }).catch(() => {})]).finally(() => timer.abort());
  };

  const nudge = () => {
    nudged = true;
    wake();
  };
  let resolveCaughtUp = () => {};
  const caughtUp = new Promise<void>((resolve) => {
    resolveCaughtUp = resolve;
  });

  return {
    start(from) {
      if (from) {
        installation = from.installation;
        cursor = new FeedCursor(from.changeId, gapSeconds * 1_000);
      }
      running = run(resolveCaughtUp);
    },
    caughtUp,
    nudge,
    catchUp() {
      if (waiters.length >= waitersAtMost) return Promise.resolve(false);
      const caught = new Promise<boolean>((resolve) => {
        waiters.push(resolve);
        setTimeout(resolve, catchUpMs, false).unref();
      });
      nudge();
      return caught;
    },
    repair: (keys) =>
      new Promise((resolve) => {
        errands.push(async () => resolve(await refresh(keys)));
        nudge();
      }),
    state: () => ({ loaded: cursor !== undefined, ...counts, gaps: cursor?.openGaps(Date.now()).length ?? 0 }),
    position: () => cursor && { installation, changeId: cursor.resumeFrom(Date.now()) },
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}

/** Returns how many keys were not as their rows say. */
function applyRows(map: SlugMap, keys: SlugKey[], rows: RecordRow[]): number {
  const found = new Map(rows.map((row) => [`${row.domain_id}/${row.slug}`, row]));
  let differing = 0;
  for (const { domainId, slug } of keys) {
    const row = found.get(`${domainId}/${slug}`);
    if (!row) differing += map.delete(domainId, slug) ? 1 : 0;
    else {
      const record = toRecord(row);
      const at = map.find(domainId, slug);
      if (at >= 0 && map.checksum(at) === record.checksum) continue;
      map.set(domainId, slug, record);
      differing++;
    }
  }
  return differing;
}
