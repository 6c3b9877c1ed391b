/**
 * Counts the clicks of links that have a limit, over all processes. Each process counts its own at once, tells Redis when the
 * turn of the loop ends, and lets in only so many that it has not told; Redis adds them up and tells all processes. Who comes
 * when few are left, when too many are not told, or first at a process, is asked for: Redis grants them up to the limit. So
 * a link lets in more than its limit only if those few are overrun in the milliseconds between, and then only what processes
 * had not told; or while Redis is away, when each process has only its own count and nobody waits.
 *
 * It never lets in fewer: no number here is ever higher than the clicks there were. What was sent and got no answer may have
 * been added or not, so it is not added again. A click is told before it can be stored (`told`), so what MySQL has counted
 * (`links.uses`) holds nothing that is still to be told, and of two counts the higher is the truer one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ClickLimit, ClickLimitCounter } from '../redirect/core/click-limit.ts';
import { type Headers, isPrefetch } from '../redirect/core/visit.ts';
import { type Addend, addToTotals, isRefusal, totalsChannel, totalsIn } from './click-limit-totals.ts';
import { agentOf } from './core/agent.ts';

export type ClickLimitCounterOptions = {
  /** Fails at once while Redis is away. */
  redis: Redis;
  subscriber: Redis;
  redisPrefix: string;
  /** The counts in MySQL, by link. */
  findLimitCounts: (linkIds: number[]) => Promise<Map<number, number>>;
};

/**
 * Counts of one link. `told` is the total in Redis; `heard` the last total from other processes or from the link's row. Of this
 * process's own clicks, `sent` are on their way to Redis and `fresh` are not sent yet. `isKnown`: `told` includes what was
 * counted before this process started. `waiting` are visitors to be sent to Redis, `asked` those already sent.
 */
type Count = {
  told: number;
  heard: number;
  sent: number;
  fresh: number;
  isKnown: boolean;
  waiting: Asking[];
  asked: Asking[];
};

/** `isLate`: they were let in before an answer came, and are among those `sent`. */
type Asking = { clicks: number; isLate: boolean; answer: (isLetIn: boolean) => void };

const remembered = 100_000;
const linksATurn = 500;
const retryMs = 250;
/** When this many or fewer are left, each visitor is asked for. */
const lastClicks = 100;
/** Number of unreported clicks that a process lets in. */
const untoldAtMost = 20;
/** Time limit for asking. */
const askMs = 300;
/** Pause after a failed MySQL query. */
const askAgainMs = 10_000;

export class SharedClickLimitCounter implements ClickLimitCounter {
  readonly #options: ClickLimitCounterOptions;
  readonly #counts = new Map<number, Count>();
  /** Links with unreported clicks. */
  readonly #waiting = new Set<number>();
  #telling: Promise<boolean> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #askAgainAt = 0;
  #isClosed = false;

  constructor(options: ClickLimitCounterOptions) {
    this.#options = options;
    const { redis, subscriber } = options;
    subscriber.on('message', this.#hear);
    subscriber.on('ready', this.#listen);
    redis.on('ready', this.#wake);
    this.#listen();
  }

  find(linkId: number, { used }: ClickLimit): number {
    const count = this.#counts.get(linkId);
    return count ? Math.max(count.told + count.sent, count.heard, used) + count.fresh : used;
  }

  count(linkId: number, { used }: ClickLimit, headers: Headers): boolean {
    if (!isClick(headers)) return false;
    const count = this.#countOf(linkId);
    count.heard = Math.max(count.heard, used);
    count.fresh++;
    this.#tellSoon(linkId);
    return true;
  }

  mustAsk(linkId: number, limit: ClickLimit, headers: Headers): boolean {
    if (this.#options.redis.status !== 'ready' || this.#retry || !isClick(headers)) return false;
    const count = this.#counts.get(linkId);
    if (!count?.isKnown || count.sent + count.fresh >= untoldAtMost) return true;
    return limit.clicks - this.find(linkId, limit) <= lastClicks;
  }

  ask(linkId: number, { clicks, used }: ClickLimit): Promise<boolean> {
    const count = this.#countOf(linkId);
    count.heard = Math.max(count.heard, used);
    return new Promise((resolve) => {
      const tooLate = setTimeout(() => this.#letInLate(linkId, asking), askMs);
      const answer = (isLetIn: boolean) => {
        clearTimeout(tooLate);
        resolve(isLetIn);
      };
      const asking: Asking = { clicks, isLate: false, answer };
      count.waiting.push(asking);
      this.#tellSoon(linkId);
    });
  }

  /** Resolves when Redis has everything counted before the call. @throws if that is not possible now */
  readonly told = async (): Promise<void> => {
    if ((this.#telling || this.#waiting.size > 0) && !(await this.#tell())) {
      throw new Error('Redis does not have all clicks of links with a limit');
    }
  };

  /** Reports the rest, if that is possible now. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.told().catch(() => {});
    this.#options.subscriber.off('message', this.#hear);
    this.#options.subscriber.off('ready', this.#listen);
    this.#options.redis.off('ready', this.#wake);
  }

  /** Asks for reports that were missed while nobody listened: reporting a total with nothing more answers it. */
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
    if (this.#waiting.size > 0) void this.#tell();
  };

  readonly #hear = (channel: string, message: string): void => {
    if (channel !== totalsChannel(this.#options.redisPrefix)) return;
    for (const [linkId, total] of totalsIn(message)) {
      const count = this.#countOf(linkId);
      count.heard = Math.max(count.heard, total);
    }
  };

  #tellSoon(linkId: number): void {
    this.#waiting.add(linkId);
    if (!this.#telling && !this.#retry) this.#wake();
  }

  #countOf(linkId: number): Count {
    const present = this.#counts.get(linkId);
    if (present) return present;
    if (this.#counts.size >= remembered) forgetOne(this.#counts);
    const count: Count = { told: 0, heard: 0, sent: 0, fresh: 0, isKnown: false, waiting: [], asked: [] };
    this.#counts.set(linkId, count);
    return count;
  }

  /** Resolves to whether everything is reported; the rest is retried. */
  #tell(): Promise<boolean> {
    this.#telling ??= this.#tellAll()
      .then(
        () => true,
        () => {
          for (const linkId of this.#waiting) this.#decideAlone(linkId);
          if (!this.#isClosed) this.#retry ??= setTimeout(this.#wake, retryMs).unref();
          return false;
        },
      )
      .finally(() => {
        this.#telling = undefined;
      });
    return this.#telling;
  }

  async #tellAll(): Promise<void> {
    // All of a loop iteration together.
    await nextTurn();
    while (this.#waiting.size > 0) {
      const unknown = await this.#tellSome([...this.#waiting].slice(0, linksATurn));
      if (unknown.length > 0) await this.#learn(unknown);
    }
  }

  /** The links whose earlier count is unknown. @throws if Redis does not answer */
  async #tellSome(linkIds: number[]): Promise<number[]> {
    const { redis, redisPrefix } = this.#options;
    if (redis.status !== 'ready') throw new Error('redis is away');
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

  /** Takes a link's unreported clicks, which are under way from now on. */
  #take(linkId: number) {
    const count = this.#countOf(linkId);
    count.told = Math.max(count.told, count.heard);
    count.sent = count.fresh;
    count.fresh = 0;
    count.asked = count.waiting;
    count.waiting = [];
    this.#waiting.delete(linkId);
    const wanted = count.asked.length;
    const limit = Math.max(0, ...count.asked.map(({ clicks }) => clicks));
    return { least: count.told, more: count.sent, isKnown: count.isKnown, wanted, limit };
  }

  /** `outcome`: the total with what was sent and granted, or whether that was added; `unknown`: nothing was, as nobody can say what to. */
  #settle(linkId: number, outcome: Addend | 'unknown' | 'not added' | 'perhaps'): void {
    const count = this.#countOf(linkId);
    const { asked, sent } = count;
    count.asked = [];
    count.sent = 0;
    if (typeof outcome === 'object') {
      count.told = outcome.total;
      count.isKnown = true;
      for (const [index, { isLate, answer }] of asked.entries()) {
        if (!isLate) answer(index < outcome.granted);
        else if (index >= outcome.granted) count.fresh++;
      }
      if (count.fresh > 0) this.#waiting.add(linkId);
      return;
    }
    if (outcome === 'perhaps') count.told += sent;
    else count.fresh += sent;
    const left = asked.filter(({ isLate }) => !isLate);
    if (outcome === 'perhaps') for (const asking of left) this.#decide(linkId, asking, 'told');
    else count.waiting.unshift(...left);
    this.#waiting.add(linkId);
  }

  /** Redis cannot be asked now: each process decides with what it knows. */
  #decideAlone(linkId: number): void {
    const { waiting } = this.#countOf(linkId);
    for (const asking of waiting.splice(0)) this.#decide(linkId, asking, 'fresh');
  }

  /** Ends the waiting. For visitors under way, the later answer says whether Redis has counted them. */
  #letInLate(linkId: number, asking: Asking): void {
    const { waiting, asked } = this.#countOf(linkId);
    const at = waiting.indexOf(asking);
    if (at >= 0) waiting.splice(at, 1);
    asking.isLate = at < 0 && asked.includes(asking) && this.#knowsOfFewer(linkId, asking);
    this.#decide(linkId, asking, asking.isLate ? 'sent' : 'fresh');
  }

  #knowsOfFewer = (linkId: number, { clicks }: Asking) => this.find(linkId, { clicks, used: 0 }) < clicks;

  /** Lets a visitor in, counted as `as`, while the known rest allows it. */
  #decide(linkId: number, asking: Asking, as: 'told' | 'sent' | 'fresh'): void {
    const isLetIn = this.#knowsOfFewer(linkId, asking);
    if (isLetIn) this.#countOf(linkId)[as]++;
    if (isLetIn && as === 'fresh') this.#tellSoon(linkId);
    asking.answer(isLetIn);
  }

  /** Without MySQL, this process's own knowledge must suffice. */
  async #learn(linkIds: number[]): Promise<void> {
    let uses = new Map<number, number>();
    if (performance.now() >= this.#askAgainAt) {
      uses = await this.#options.findLimitCounts(linkIds).catch(() => {
        this.#askAgainAt = performance.now() + askAgainMs;
        return uses;
      });
    }
    for (const linkId of linkIds) {
      const count = this.#countOf(linkId);
      count.told = Math.max(count.told, uses.get(linkId) ?? 0);
      count.isKnown = true;
    }
  }
}

/** Matches the counting of analytics. */
const isClick = (headers: Headers) => !isPrefetch(headers) && !agentOf(headers.getHeader('user-agent')).bot;

/** Drops the oldest entry without unreported clicks. */
function forgetOne(counts: Map<number, Count>): void {
  for (const [linkId, { sent, fresh, waiting, asked }] of counts) {
    if (sent > 0 || fresh > 0 || waiting.length > 0 || asked.length > 0) continue;
    counts.delete(linkId);
    return;
  }
}
