/**
 * Keeps the slug map equal to MySQL: loads every link once, then follows the change feed, woken by Redis and polling
 * anyway. One step runs at a time, so a row read earlier never replaces one read later. MySQL may go away at any time:
 * the map keeps serving and the steps are tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import type { SlugKey } from './changes.ts';
import { type Change, findStart, listChangesAfter, listChangesIn, listRowsAfter, listRowsByKeys } from './feed.ts';
import { FeedCursor } from './feed-cursor.ts';
import { toRecord } from './record.ts';
import type { SlugMap } from './slug-map.ts';

const rowsAPage = 5_000;
const changesARead = 2_000;
const keysARead = 500;
const gapsARead = 1_000;
/** Shortest time between two reads, so that a burst of nudges becomes one. */
const coalesceMs = 10;

export type SyncOptions = { db: Db; map: SlugMap; log: Log; everyMs: number; gapSeconds: number };

export type Sync = {
  /** Starts loading and following; resolves after the first whole load. */
  start(): Promise<void>;
  /** Reads the feed now rather than at the next poll. */
  nudge(): void;
  /** Whether the first load is done, and when the feed was last read in full (ms since 1970). */
  state(): { loaded: boolean; lastReadAt: number };
  stop(): Promise<void>;
};

export function createSync({ db, map, log, everyMs, gapSeconds }: SyncOptions): Sync {
  const stopping = new AbortController();
  let cursor: FeedCursor | undefined;
  let lastReadAt = 0;
  let running: Promise<void> = Promise.resolve();
  let nudged = false;
  let wake = () => {};

  async function load(): Promise<void> {
    const position = await findStart(db, gapSeconds);
    const startedAt = Date.now();
    for (let after = 0; ; ) {
      const rows = await listRowsAfter(db, after, rowsAPage);
      for (const row of rows) map.set(row.domain_id, row.slug, toRecord(row));
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
    cursor = new FeedCursor(position, gapSeconds * 1_000);
    log.info({ links: map.size, ms: Date.now() - startedAt }, 'links loaded');
  }

  /** Reads new changes and open gaps until there is nothing more. */
  async function follow(at: FeedCursor): Promise<void> {
    for (let more = true; more && !stopping.signal.aborted; ) {
      const changes = await listChangesAfter(db, at.high, changesARead);
      await apply(at, changes);
      more = changes.length === changesARead;
    }
    const gaps = at.openGaps(Date.now());
    for (let from = 0; from < gaps.length; from += gapsARead) {
      await apply(at, await listChangesIn(db, gaps.slice(from, from + gapsARead), changesARead));
    }
    lastReadAt = Date.now();
  }

  /** The rows are read before the cursor moves: a fault in between leaves the changes to be read again. */
  async function apply(at: FeedCursor, changes: Change[]): Promise<void> {
    const keys = [...new Map(changes.map((change) => [`${change.domainId}/${change.slug}`, change])).values()];
    for (let from = 0; from < keys.length; from += keysARead) {
      applyRows(map, keys.slice(from, from + keysARead), await listRowsByKeys(db, keys.slice(from, from + keysARead)));
    }
    at.see(
      changes.map(({ id }) => id),
      Date.now(),
    );
  }

  async function run(loaded: () => void): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        if (!cursor) await load();
        nudged = false;
        await follow(cursor as unknown as FeedCursor);
        loaded();
        if (failures > 0) log.info('the change feed is read again');
        failures = 0;
      } catch (err) {
        if (failures++ === 0) log.warn({ err }, 'the change feed cannot be read; redirects go on');
      }
      await sleep(coalesceMs);
      if (!nudged) await pause(failures === 0 ? everyMs : Math.min(5_000, everyMs * 2 ** Math.min(failures, 5)));
    }
  }

  const pause = (ms: number) => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    return Promise.race([woken, sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})]);
  };

  return {
    start: () =>
      new Promise((loaded) => {
        running = run(loaded);
      }),
    nudge() {
      nudged = true;
      wake();
    },
    state: () => ({ loaded: cursor !== undefined, lastReadAt }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function applyRows(map: SlugMap, keys: SlugKey[], rows: Awaited<ReturnType<typeof listRowsByKeys>>): void {
  const found = new Map(rows.map((row) => [`${row.domain_id}/${row.slug}`, row]));
  for (const { domainId, slug } of keys) {
    const row = found.get(`${domainId}/${slug}`);
    if (row) map.set(domainId, slug, toRecord(row));
    else map.delete(domainId, slug);
  }
}
