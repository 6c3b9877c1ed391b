/**
 * Keeps the index of destinations equal to the links by following the change feed, so that making and changing links
 * costs nothing here. One worker does it at a time; how far it came is in MySQL. Links that were there before, or whose
 * changes the feed no longer has, are found by walking through all of them once.
 */
import { randomUUID } from 'node:crypto';
import { ifAlone } from '../../../shared/if-alone.ts';
import { type SlugKey, toAccessChange } from '../../change-feed/changes.ts';
import { FeedCursor } from '../../change-feed/cursor.ts';
import { findStart, holdsAfter, isDomainChange, listChangesAfter, listChangesIn } from '../../change-feed/feed.ts';
import { indexLinks } from './index-links.ts';
import * as queries from './queries.ts';
import type { Scanner } from './scanner.ts';

const changesARead = 2_000;
const linksAtOnce = 500;
const gapsARead = 1_000;
const pagesAStep = 4;

/** Returns a step, to be taken again and again. It resolves to whether there is more to do at once. */
export function createFollower(scanner: Scanner): () => Promise<boolean> {
  const { db, config } = scanner;
  const gapMs = config.feedGapSeconds * 1_000;
  const me = randomUUID();
  let cursor: FeedCursor | undefined;

  /** Where to go on: in memory while nobody else has followed meanwhile, else where they were, else with a walk. */
  async function resume(): Promise<FeedCursor> {
    const { changeId, reader } = await queries.getFollower(db);
    if (cursor && reader === me) return cursor;
    if (changeId !== null && (await holdsAfter(db, changeId))) {
      await queries.updateFollower(db, { reader: me });
      return new FeedCursor(changeId, gapMs);
    }
    const start = await findStart(db, config.feedGapSeconds);
    await queries.updateFollower(db, { changeId: start, reader: me, walkedTo: null });
    return new FeedCursor(start, gapMs);
  }

  async function index(keys: SlugKey[], now: Date): Promise<void> {
    for (let from = 0; from < keys.length; from += linksAtOnce) {
      const links = await queries.listLinksByKeys(db, keys.slice(from, from + linksAtOnce));
      await indexLinks(scanner, links, 'now', now);
    }
  }

  /** Like the slug map's reader: rows first, the cursor after, so that a fault leaves the changes to be read again. */
  async function apply(at: FeedCursor, changes: Awaited<ReturnType<typeof listChangesAfter>>): Promise<void> {
    if (changes.some(isDomainChange)) await scanner.readDomains();
    const keys = changes.filter((change) => !isDomainChange(change) && !toAccessChange(change));
    await index([...new Map(keys.map((key) => [`${key.domainId}/${key.slug}`, key])).values()], new Date());
    at.see(
      changes.map(({ id }) => id),
      Date.now(),
    );
  }

  async function follow(at: FeedCursor): Promise<boolean> {
    const before = at.resumeFrom(Date.now());
    const changes = await listChangesAfter(db, at.high, changesARead);
    await apply(at, changes);
    const gaps = at.openGaps(Date.now());
    for (let from = 0; from < gaps.length; from += gapsARead) {
      await apply(at, await listChangesIn(db, gaps.slice(from, from + gapsARead), changesARead));
    }
    const after = at.resumeFrom(Date.now());
    if (after !== before) await queries.updateFollower(db, { changeId: after });
    return changes.length === changesARead;
  }

  /** A few pages of the walk through all links. */
  async function walk(): Promise<boolean> {
    let { walkedTo } = await queries.getFollower(db);
    for (let page = 0; page < pagesAStep && walkedTo !== 0; page++) {
      const links = await queries.listLinksAfter(db, walkedTo ?? 0, linksAtOnce);
      await indexLinks(scanner, links, 'later', new Date());
      walkedTo = links.at(-1)?.id ?? 0;
      await queries.updateFollower(db, { walkedTo });
    }
    return walkedTo !== 0;
  }

  return async () => {
    let more = false;
    await ifAlone(db, 'follow-links', async () => {
      if (!cursor) await scanner.readDomains();
      cursor = await resume();
      const behind = await follow(cursor);
      more = (await walk()) || behind;
    });
    return more;
  };
}
