/**
 * Keeps the index of destinations equal to the links by following the change feed, so that making and changing links
 * costs nothing here. One worker does it at a time; how far it came is in MySQL. Links that were there before, or whose
 * changes the feed no longer has, are found by walking through all of them once.
 */
import { randomUUID } from 'node:crypto';
import { FeedFollower, FeedSetBack } from '../../../shared/change-feed/follow.ts';
import { openPost } from '../../../shared/db/if-alone.ts';
import { type Change, linksIn } from '../../change-feed/changes.ts';
import { type LinkFeedFollower, linkFeed } from '../../change-feed/feed.ts';
import { indexLinks } from './index-links.ts';
import * as queries from './queries.ts';
import type { Scanner } from './scanner.ts';

/** With a list of a thousand values or more, MariaDB builds a table, and a key has two. */
const linksAtOnce = 400;
const pagesAStep = 4;

/** A step, to be taken again and again; it resolves to whether there is more to do at once. */
type IndexStep = (() => Promise<boolean>) & {
  /** Whether changes are awaited that others overtook. */
  hasGaps: () => boolean;
};

export function indexFromFeed(scanner: Scanner, post = openPost(scanner.db, 'follow-links')): IndexStep {
  const { db, config } = scanner;
  const me = randomUUID();
  let follower: LinkFeedFollower | undefined;

  /** Where to go on: in memory while nobody else has followed meanwhile, else where they were, else with a walk. */
  async function resume(): Promise<LinkFeedFollower> {
    const { changeId, reader } = await queries.getFollower(db);
    if (follower && reader === me) return follower;
    if (changeId !== null && (await linkFeed.holdsAfter(db, changeId))) {
      await queries.updateFollower(db, { reader: me });
      return new FeedFollower(linkFeed, { changeId }, config.feedGapSeconds);
    }
    return startAnew();
  }

  /** From the beginning: every link is walked through, and what is indexed already costs little. */
  async function startAnew(): Promise<LinkFeedFollower> {
    const start = await linkFeed.findStart(db, config.feedGapSeconds);
    await queries.updateFollower(db, { changeId: start, reader: me, walkedTo: null });
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
        follower = await startAnew();
        return true;
      });
      more = (await walk(scanner, signal)) || behind;
    });
    return more;
  };
  return Object.assign(step, { hasGaps: () => (follower?.openGaps ?? 0) > 0 });
}

/** Indexes the links of the next changes and notes how far the feed is done with. */
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

/** A few pages of the walk through all links; resolves to whether there are more. */
async function walk(scanner: Scanner, signal: AbortSignal): Promise<boolean> {
  const { db } = scanner;
  let { walkedTo } = await queries.getFollower(db);
  for (let page = 0; page < pagesAStep && walkedTo !== 0; page++) {
    signal.throwIfAborted();
    const links = await queries.listLinksAfter(db, walkedTo ?? 0, linksAtOnce);
    await indexLinks(scanner, links, 'later', new Date());
    walkedTo = links.at(-1)?.id ?? 0;
    await queries.updateFollower(db, { walkedTo });
  }
  return walkedTo !== 0;
}
