/**
 * The contact index of this process, kept in sync with MySQL. It loads all contacts once, then follows the change
 * feed before each answer and in the background. SQL is used instead while the index loads, is behind or is too
 * large, and after a backup has been restored.
 */
import { FeedFollower, FeedSetBack } from '../../../../../shared/change-feed/follow.ts';
import { patient, withinMs } from '../../../../../shared/db/db.ts';
import type { News } from '../../../../../shared/jobs/pulse.ts';
import { type Repeated, repeat } from '../../../../../shared/jobs/repeat.ts';
import type { Log } from '../../../../../shared/log/log.ts';
import type { Db } from '../../core/tables.ts';
import { ContactIndex } from './contact-index.ts';
import { type ReadValues, readAllContacts, refreshContacts } from './load.ts';
import { contactFeed, markEmptyFeed } from './queries.ts';

export type IndexOptions = {
  db: Db;
  log: Log;
  readValues: ReadValues;
  /** The time to wait for a missing id of the feed. */
  gapSeconds: number;
  /** The maximum size of the index; 0 turns the index off. */
  megabytes: number;
  /** Notifies of changes in the feed; without it, changes are read at intervals. */
  news?: News;
};

type Followed = { index: ContactIndex; follower: FeedFollower<number> };

const followEveryMs = 1_000;
/** The longest wait for the index. After it, SQL is used. */
const longestWaitMs = 1_000;
const readMs = 2_000;
/**
 * The time between two checks that the database still has the changes read last. Those changes are missing after a
 * backup has been restored.
 */
const checkEveryMs = 5_000;
const megabyte = 2 ** 20;

export class FollowedIndex {
  readonly #options: IndexOptions;
  readonly #reading: Repeated<ContactIndex | undefined>;
  #followed: Followed | undefined;
  #loading: Promise<void> | undefined;
  #tooLarge = false;
  #stopped = false;
  #checkedAt = 0;
  #failing = false;

  constructor(options: IndexOptions) {
    this.#options = options;
    const { log, news } = options;
    const rest = news && { ...news, isHeard: () => news.isHeard() && this.#canRest() };
    this.#reading = repeat(log, 'follow the changes of contacts', followEveryMs, {
      work: () => this.#catchUp(),
      news: rest,
    });
  }

  /**
   * Resolves to the index with every change committed before the call. Use it synchronously, before the next await.
   * Resolves to undefined if SQL must be used.
   */
  async fresh(): Promise<ContactIndex | undefined> {
    if (!this.#followed) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, longestWaitMs, undefined);
    });
    try {
      return await Promise.race([this.#reading.ask(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Rebuilds the index, and uses the old one in the meantime. Never rejects. */
  load(): Promise<void> {
    if (this.#options.megabytes === 0 || this.#stopped) return Promise.resolve();
    this.#loading ??= this.#loadAll()
      .catch((err) => this.#options.log.warn({ err }, 'contacts could not be indexed; queries use SQL'))
      .finally(() => {
        this.#loading = undefined;
        // The new index can be waiting for missing ids, which the resting timer does not know about.
        if (this.#followed) void this.#reading.ask();
      });
    return this.#loading;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#followed = undefined;
    await Promise.all([this.#loading, this.#reading.stop()]);
  }

  async #loadAll(): Promise<void> {
    const { log, gapSeconds, readValues } = this.#options;
    const db = patient(this.#options.db);
    const startedAt = performance.now();
    await markEmptyFeed(db);
    const changeId = await contactFeed.findStart(db, gapSeconds);
    const index = new ContactIndex();
    const isEnough = () => this.#stopped || this.#isTooLarge(index);
    await readAllContacts(db, readValues, index, isEnough);
    const follower = new FeedFollower(contactFeed, { changeId }, gapSeconds);
    while (!isEnough() && (await follower.read(db, (ids) => refreshContacts(db, readValues, index, ids))));
    this.#tooLarge = this.#isTooLarge(index);
    this.#followed = isEnough() ? undefined : { index, follower };
    if (this.#stopped) return;
    const { size: contacts, memberships, bytes } = index;
    const facts = { contacts, memberships, bytes, ms: Math.round(performance.now() - startedAt) };
    if (this.#tooLarge) log.warn(facts, 'the contact index is larger than CONTACTS_INDEX_MEGABYTES; queries use SQL');
    else log.info(facts, 'contacts indexed');
  }

  #isTooLarge = ({ bytes }: ContactIndex) => bytes > this.#options.megabytes * megabyte;

  /**
   * Checks whether the reader can wait for news. It cannot after a failure, or while an id is missing, because the id
   * can appear without news.
   */
  #canRest(): boolean {
    if (!this.#followed) return this.#tooLarge || this.#options.megabytes === 0;
    return !this.#failing && this.#followed.follower.openGaps === 0;
  }

  /**
   * Reads changes. Resolves to the index if it is now up to date, or to undefined if more changes must be read.
   * Starts loading a missing index.
   */
  async #catchUp(): Promise<ContactIndex | undefined> {
    const followed = this.#followed;
    if (!followed) {
      if (!this.#tooLarge) void this.load();
      return undefined;
    }
    const { log } = this.#options;
    try {
      const more = await this.#read(followed);
      this.#failing = false;
      if (this.#isTooLarge(followed.index))
        return this.#drop('the index of contacts grew too large; queries use SQL', true);
      if (!more) return followed.index;
      void this.#reading.ask();
    } catch (err) {
      this.#checkedAt = 0;
      if (err instanceof FeedSetBack)
        return this.#drop('a backup of the database was restored; contacts are indexed again', false);
      if (!this.#failing) log.warn({ err }, 'changes of contacts cannot be read; queries use SQL');
      this.#failing = true;
    }
    return undefined;
  }

  async #read({ index, follower }: Followed): Promise<boolean> {
    const db = withinMs(this.#options.db, readMs);
    if (performance.now() - this.#checkedAt > checkEveryMs) {
      if (!(await follower.holds(db))) throw new FeedSetBack('changes that were read no longer exist');
      this.#checkedAt = performance.now();
    }
    return follower.read(db, (ids) => refreshContacts(db, this.#options.readValues, index, ids));
  }

  #drop(why: string, tooLarge: boolean): undefined {
    this.#options.log.warn(why);
    this.#followed = undefined;
    this.#tooLarge = tooLarge;
    if (!tooLarge) void this.load();
  }
}
