/**
 * The counter for links with a click limit, across all processes. Each process counts its own clicks at once and
 * reports them to Redis at the end of the loop iteration. Redis adds them up and notifies all processes. A process
 * admits only `unreportedAtMost` clicks without a report. In three cases it first requests a click from Redis, which
 * grants clicks up to the limit: few clicks are left, too many are unreported, or the count is not known yet.
 *
 * A link can exceed its limit in two cases. Other processes can use up the last clicks in the milliseconds before a
 * report; the excess is then limited to unreported clicks. And while Redis is down, each process knows only its own
 * count.
 *
 * A link never admits fewer clicks than its limit, because no number here exceeds the real clicks. If a report gets no
 * answer, it is not repeated, because Redis may have added it. A click is reported before it can be stored
 * (`reported`). So MySQL's count (`links.uses`) has no unreported clicks, and the higher of two counts is closer to the
 * truth.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ClickLimit, ClickLimitCounter } from '../redirect/core/click-limit.ts';
import { type Headers, isPrefetch } from '../redirect/core/visit.ts';
import { type Addend, addToTotals, isRefusal, totalsChannel, totalsIn } from './click-limit-totals.ts';
import { agentOf } from './core/agent.ts';

export type ClickLimitCounterOptions = {
  /** Commands fail at once while Redis is down. */
  redis: Redis;
  subscriber: Redis;
  redisPrefix: string;
  /** Finds the counts in MySQL, keyed by link. */
  findLimitCounts: (linkIds: number[]) => Promise<Map<number, number>>;
};

/**
 * A link's counts. `total` is the total in Redis, `announced` the last total from other processes or from the link's
 * row. Of this process's own clicks, `sent` are being reported to Redis, and `fresh` are not sent yet. `isKnown`:
 * `total` includes clicks from before this process started. `waiting` are requests not yet sent to Redis, `requested`
 * are already sent.
 */
type Count = {
  total: number;
  announced: number;
  sent: number;
  fresh: number;
  isKnown: boolean;
  waiting: ClickRequest[];
  requested: ClickRequest[];
};

/** A request to admit a visitor. `isLate`: the visitor was admitted before Redis answered, and is counted in `sent`. */
type ClickRequest = { clicks: number; isLate: boolean; answer: (isAdmitted: boolean) => void };

const remembered = 100_000;
const linksATurn = 500;
const retryMs = 250;
/** Number of remaining clicks at or below which each click must first be requested from Redis. */
const lastClicks = 100;
/** The maximum number of unreported clicks that a process admits. */
const unreportedAtMost = 20;
/** Time limit of a request to Redis. */
const requestMs = 300;
/** Pause after a failed MySQL query. */
const mysqlPauseMs = 10_000;

export class SharedClickLimitCounter implements ClickLimitCounter {
  readonly #options: ClickLimitCounterOptions;
  readonly #counts = new Map<number, Count>();
  /** Links with unreported clicks. */
  readonly #waiting = new Set<number>();
  #reporting: Promise<boolean> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #mysqlPausedUntil = 0;
  #isClosed = false;

  constructor(options: ClickLimitCounterOptions) {
    this.#options = options;
    const { redis, subscriber } = options;
    subscriber.on('message', this.#handleTotals);
    subscriber.on('ready', this.#listen);
    redis.on('ready', this.#wake);
    this.#listen();
  }

  find(linkId: number, { used }: ClickLimit): number {
    const count = this.#counts.get(linkId);
    return count ? Math.max(count.total + count.sent, count.announced, used) + count.fresh : used;
  }

  count(linkId: number, { used }: ClickLimit, headers: Headers): boolean {
    if (!isClick(headers)) return false;
    const count = this.#countOf(linkId);
    count.announced = Math.max(count.announced, used);
    count.fresh++;
    this.#reportSoon(linkId);
    return true;
  }

  needsGrant(linkId: number, limit: ClickLimit, headers: Headers): boolean {
    if (this.#options.redis.status !== 'ready' || this.#retry || !isClick(headers)) return false;
    const count = this.#counts.get(linkId);
    if (!count?.isKnown || count.sent + count.fresh >= unreportedAtMost) return true;
    return limit.clicks - this.find(linkId, limit) <= lastClicks;
  }

  requestGrant(linkId: number, { clicks, used }: ClickLimit): Promise<boolean> {
    const count = this.#countOf(linkId);
    count.announced = Math.max(count.announced, used);
    return new Promise((resolve) => {
      const tooLate = setTimeout(() => this.#decideLate(linkId, request), requestMs);
      const answer = (isAdmitted: boolean) => {
        clearTimeout(tooLate);
        resolve(isAdmitted);
      };
      const request: ClickRequest = { clicks, isLate: false, answer };
      count.waiting.push(request);
      this.#reportSoon(linkId);
    });
  }

  /** Resolves when Redis has all clicks counted before the call. @throws if Redis does not accept them now */
  readonly reported = async (): Promise<void> => {
    if ((this.#reporting || this.#waiting.size > 0) && !(await this.#report())) {
      throw new Error('Redis does not have all clicks of links with a limit');
    }
  };

  /** Reports the remaining clicks, if Redis accepts them now. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.reported().catch(() => {});
    this.#options.subscriber.off('message', this.#handleTotals);
    this.#options.subscriber.off('ready', this.#listen);
    this.#options.redis.off('ready', this.#wake);
  }

  /**
   * Subscribes to totals. Then reports every link once, because the answers include totals that were published before
   * the subscription.
   */
  readonly #listen = (): void => {
    const { subscriber, redisPrefix } = this.#options;
    subscriber.subscribe(totalsChannel(redisPrefix)).then(
      () => {
        for (const linkId of this.#counts.keys()) this.#waiting.add(linkId);
        this.#wake();
      },
      () => {},
    );
  };

  readonly #wake = (): void => {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (this.#waiting.size > 0) void this.#report();
  };

  readonly #handleTotals = (channel: string, message: string): void => {
    if (channel !== totalsChannel(this.#options.redisPrefix)) return;
    for (const [linkId, total] of totalsIn(message)) {
      const count = this.#countOf(linkId);
      count.announced = Math.max(count.announced, total);
    }
  };

  #reportSoon(linkId: number): void {
    this.#waiting.add(linkId);
    if (!this.#reporting && !this.#retry) this.#wake();
  }

  #countOf(linkId: number): Count {
    const present = this.#counts.get(linkId);
    if (present) return present;
    if (this.#counts.size >= remembered) forgetOne(this.#counts);
    const count: Count = { total: 0, announced: 0, sent: 0, fresh: 0, isKnown: false, waiting: [], requested: [] };
    this.#counts.set(linkId, count);
    return count;
  }

  /** Resolves to true if all clicks are reported. The rest is retried. */
  #report(): Promise<boolean> {
    this.#reporting ??= this.#reportAll()
      .then(
        () => true,
        () => {
          for (const linkId of this.#waiting) this.#decideAlone(linkId);
          if (!this.#isClosed) this.#retry ??= setTimeout(this.#wake, retryMs).unref();
          return false;
        },
      )
      .finally(() => {
        this.#reporting = undefined;
      });
    return this.#reporting;
  }

  async #reportAll(): Promise<void> {
    // Waits for all clicks of the loop iteration.
    await nextTurn();
    while (this.#waiting.size > 0) {
      const unknown = await this.#reportSome([...this.#waiting].slice(0, linksATurn));
      if (unknown.length > 0) await this.#learn(unknown);
    }
  }

  /** Reports some links. Returns the links whose earlier count is unknown. @throws if Redis does not answer */
  async #reportSome(linkIds: number[]): Promise<number[]> {
    const { redis, redisPrefix } = this.#options;
    if (redis.status !== 'ready') throw new Error('Redis is down');
    const additions = linkIds.map((linkId) => ({ linkId, ...this.#take(linkId) }));
    try {
      const totals = await addToTotals(redis, redisPrefix, additions);
      for (const [index, linkId] of linkIds.entries()) this.#settle(linkId, totals[index] ?? 'unknown');
      return linkIds.filter((_, index) => totals[index] === undefined);
    } catch (error) {
      for (const linkId of linkIds) this.#settle(linkId, isRefusal(error) ? 'not added' : 'perhaps');
      throw error;
    }
  }

  /** Takes a link's unreported clicks and requests, which count as sent from now on. */
  #take(linkId: number) {
    const count = this.#countOf(linkId);
    count.total = Math.max(count.total, count.announced);
    count.sent = count.fresh;
    count.fresh = 0;
    count.requested = count.waiting;
    count.waiting = [];
    this.#waiting.delete(linkId);
    const wanted = count.requested.length;
    const limit = Math.max(0, ...count.requested.map(({ clicks }) => clicks));
    return { least: count.total, more: count.sent, isKnown: count.isKnown, wanted, limit };
  }

  /**
   * Handles the outcome of a report. An `Addend` has the new total and the granted clicks. `unknown`: Redis added
   * nothing, because the earlier count is unknown. `not added`: Redis added nothing. `perhaps`: Redis may have added
   * the clicks, but did not answer.
   */
  #settle(linkId: number, outcome: Addend | 'unknown' | 'not added' | 'perhaps'): void {
    const count = this.#countOf(linkId);
    const { requested, sent } = count;
    count.requested = [];
    count.sent = 0;
    if (typeof outcome === 'object') {
      count.total = outcome.total;
      count.isKnown = true;
      for (const [index, { isLate, answer }] of requested.entries()) {
        if (!isLate) answer(index < outcome.granted);
        else if (index >= outcome.granted) count.fresh++;
      }
      if (count.fresh > 0) this.#waiting.add(linkId);
      return;
    }
    if (outcome === 'perhaps') count.total += sent;
    else count.fresh += sent;
    const left = requested.filter(({ isLate }) => !isLate);
    if (outcome === 'perhaps') for (const request of left) this.#decide(linkId, request, 'total');
    else count.waiting.unshift(...left);
    this.#waiting.add(linkId);
  }

  /** Decides without Redis, from the counts this process knows. */
  #decideAlone(linkId: number): void {
    const { waiting } = this.#countOf(linkId);
    for (const request of waiting.splice(0)) this.#decide(linkId, request, 'fresh');
  }

  /** Decides a request that took too long. If it was sent, the later answer shows whether Redis has counted it. */
  #decideLate(linkId: number, request: ClickRequest): void {
    const { waiting, requested } = this.#countOf(linkId);
    const at = waiting.indexOf(request);
    if (at >= 0) waiting.splice(at, 1);
    request.isLate = at < 0 && requested.includes(request) && this.#isBelowLimit(linkId, request);
    this.#decide(linkId, request, request.isLate ? 'sent' : 'fresh');
  }

  #isBelowLimit = (linkId: number, { clicks }: ClickRequest) => this.find(linkId, { clicks, used: 0 }) < clicks;

  /** Admits the visitor if the known count is below the limit, and then counts the click as `as`. */
  #decide(linkId: number, request: ClickRequest, as: 'total' | 'sent' | 'fresh'): void {
    const isAdmitted = this.#isBelowLimit(linkId, request);
    if (isAdmitted) this.#countOf(linkId)[as]++;
    if (isAdmitted && as === 'fresh') this.#reportSoon(linkId);
    request.answer(isAdmitted);
  }

  /** Reads earlier counts from MySQL. If MySQL is down, this process uses only its own counts. */
  async #learn(linkIds: number[]): Promise<void> {
    let uses = new Map<number, number>();
    if (performance.now() >= this.#mysqlPausedUntil) {
      uses = await this.#options.findLimitCounts(linkIds).catch(() => {
        this.#mysqlPausedUntil = performance.now() + mysqlPauseMs;
        return uses;
      });
    }
    for (const linkId of linkIds) {
      const count = this.#countOf(linkId);
      count.total = Math.max(count.total, uses.get(linkId) ?? 0);
      count.isKnown = true;
    }
  }
}

/** Returns whether analytics count the request as a click. */
const isClick = (headers: Headers) => !isPrefetch(headers) && !agentOf(headers.getHeader('user-agent')).bot;

/** Drops the oldest entry that has no unreported clicks. */
function forgetOne(counts: Map<number, Count>): void {
  for (const [linkId, { sent, fresh, waiting, requested }] of counts) {
    if (sent > 0 || fresh > 0 || waiting.length > 0 || requested.length > 0) continue;
    counts.delete(linkId);
    return;
  }
}
