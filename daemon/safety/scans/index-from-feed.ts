/**
 * The index of destinations, kept in sync with the links through the change feed. So creating and changing links
 * costs nothing extra. One worker does this at a time, and records its position in MySQL. Older links, and links
 * whose changes are no longer in the feed, are indexed by one walk through all links.
 */
import { randomUUID } from 'node:crypto';
import { FeedFollower, FeedSetBack } from '../../../shared/change-feed/follow.ts';
import { openPost } from '../../../shared/db/if-alone.ts';
import { type Change, linksIn } from '../../change-feed/changes.ts';
import { type LinkFeedFollower, linkFeed } from '../../change-feed/feed.ts';
import { indexLinks } from './index-links.ts';
import * as queries from './queries.ts';
import type { Scanner } from './scanner.ts';

/**
 * Maximum number of links in a query. MariaDB builds a table for a list of 1,000 values or more, and each key has two
 * values.
 */
const linksAtOnce = 400;
const pagesPerStep = 4;

/** A step to repeat. It resolves to true if there is more to do at once. */
type IndexStep = (() => Promise<boolean>) & {
  /** Returns whether the feed has gaps, which appear when later changes are committed first. */
  hasGaps: () => boolean;
};

export function indexFromFeed(scanner: Scanner, post = openPost(scanner.db, 'follow-links')): IndexStep {
  const { db, config } = scanner;
  const ownId = randomUUID();
  let follower: LinkFeedFollower | undefined;

  /**
   * Continues from the position in memory, or from the stored one if another worker has followed the feed since.
   * Without a position, walks through all links.
   */
  async function resume(): Promise<LinkFeedFollower> {
    const { changeId, reader } = await queries.getFollower(db);
    if (follower && reader === ownId) return follower;
    if (changeId !== null && (await linkFeed.holdsAfter(db, changeId))) {
      await queries.updateFollower(db, { reader: ownId });
      return new FeedFollower(linkFeed, { changeId }, config.feedGapSeconds);
    }
    return restart();
  }

  /** Restarts with a walk through all links. Links that are already indexed cost little. */
  async function restart(): Promise<LinkFeedFollower> {
    const start = await linkFeed.findStart(db, config.feedGapSeconds);
    await queries.updateFollower(db, { changeId: start, reader: ownId, walkedTo: null });
    return new FeedFollower(linkFeed, { changeId: start }, config.feedGapSeconds);
  }

  const step = async () => {
    let more = false;
    await post.ifMine(async (signal) => {
      if (!follower) await scanner.readDomains();
      follower = await resume();
      const behind = await indexChanges(scanner, follower, signal).catch(async (err) => {
        if (!(err instanceof FeedSetBack)) throw err;
        scanner.log.warn({ err }, 'the database was restored to an earlier state; scanning all links');
        follower = await restart();
        return true;
      });
      more = (await walk(scanner, signal)) || behind;
    });
    return more;
  };
  return Object.assign(step, { hasGaps: () => (follower?.openGaps ?? 0) > 0 });
}

/** Indexes the links of the next changes and records the position. Resolves to whether there are more. */
async function indexChanges(scanner: Scanner, follower: LinkFeedFollower, signal: AbortSignal): Promise<boolean> {
  const before = follower.position.changeId;
  const more = await follower.read(scanner.db, (changes) => indexLinksIn(scanner, changes));
  signal.throwIfAborted();
  const after = follower.position.changeId;
  if (after !== before) await queries.updateFollower(scanner.db, { changeId: after });
  return more;
}

async function indexLinksIn(scanner: Scanner, changes: Change[]): Promise<void> {
  if (changes.some(({ kind }) => kind === 'domain')) await scanner.readDomains();
  const keys = linksIn(changes);
  const now = new Date();
  for (let from = 0; from < keys.length; from += linksAtOnce) {
    const links = await queries.listLinksByKeys(scanner.db, keys.slice(from, from + linksAtOnce));
    await indexLinks(scanner, links, 'now', now);
  }
}

/** Continues the walk through all links by some pages. Resolves to whether there are more. */
async function walk(scanner: Scanner, signal: AbortSignal): Promise<boolean> {
  const { db } = scanner;
  let { walkedTo } = await queries.getFollower(db);
  for (let page = 0; page < pagesPerStep && walkedTo !== 0; page++) {
    signal.throwIfAborted();
    const links = await queries.listLinksAfter(db, walkedTo ?? 0, linksAtOnce);
    await indexLinks(scanner, links, 'later', new Date());
    walkedTo = links.at(-1)?.id ?? 0;
    await queries.updateFollower(db, { walkedTo });
  }
  return walkedTo !== 0;
}
