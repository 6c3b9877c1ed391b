/**
 * Counts the clicks of links that have a limit, over all processes, without making anybody wait. Each process counts its own
 * at once and tells Redis when the turn of the loop ends; Redis adds them up and tells all processes. So a link lets in more
 * than its limit only what comes in the milliseconds between, or while Redis is away, when each process has only its own
 * count.
 *
 * It never lets in fewer: no number here is ever higher than the clicks there were. What was sent and got no answer may have
 * been added or not, so it is not added again. A click is told before it can be stored (`told`), so what MySQL has counted
 * (`links.uses`) holds nothing that is still to be told, and of two counts the higher is the truer one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ClickLimit, UseCounter } from '../redirect/click-limit.ts';
import { type Headers, isPrefetch } from '../redirect/visit.ts';
import { agentOf } from './agent.ts';
import { addToTotals, isRefusal, totalsChannel, totalsIn } from './use-totals.ts';

export type UseCounterOptions = {
  /** Fails at once while Redis is away. */
  redis: Redis;
  subscriber: Redis;
  redisPrefix: string;
  /** What MySQL has counted, by link. */
  findUses: (linkIds: number[]) => Promise<Map<number, number>>;
};

/**
 * Of a link: `told`, what Redis has of all processes; `heard`, the same from others or from the link's row; of our own, `sent`
 * is under way and `fresh` not told yet. `isKnown`: what was counted before this process is in `told`.
 */
type Count = { told: number; heard: number; sent: number; fresh: number; isKnown: boolean };

const remembered = 100_000;
const linksATurn = 500;
const retryMs = 250;
/** After it failed MySQL is not asked for so long. */
const askAgainMs = 10_000;

export class SharedUseCounter implements UseCounter {
  readonly #options: UseCounterOptions;
  readonly #counts = new Map<number, Count>();
  /** Links with something to tell. */
  readonly #waiting = new Set<number>();
  #telling: Promise<boolean> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #askAgainAt = 0;
  #isClosed = false;

  constructor(options: UseCounterOptions) {
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
    this.#waiting.add(linkId);
    if (!this.#telling && !this.#retry) this.#wake();
    return true;
  }

  /** Resolves when Redis has everything counted before the call. @throws when it cannot have it now. */
  readonly told = async (): Promise<void> => {
    if ((this.#telling || this.#waiting.size > 0) && !(await this.#tell())) {
      throw new Error('redis does not have all clicks of links with a limit');
    }
  };

  /** Tells what is left, if that can be done now. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.told().catch(() => {});
    this.#options.subscriber.off('message', this.#hear);
    this.#options.subscriber.off('ready', this.#listen);
    this.#options.redis.off('ready', this.#wake);
  }

  /** What was told while nobody listened here is asked for: telling a link's total with nothing more answers it. */
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

  #countOf(linkId: number): Count {
    const present = this.#counts.get(linkId);
    if (present) return present;
    if (this.#counts.size >= remembered) forgetOne(this.#counts);
    const count: Count = { told: 0, heard: 0, sent: 0, fresh: 0, isKnown: false };
    this.#counts.set(linkId, count);
    return count;
  }

  /** Resolves to whether everything is told; what is not is tried again. */
  #tell(): Promise<boolean> {
    this.#telling ??= this.#tellAll()
      .then(
        () => true,
        () => {
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
    // All of a turn together.
    await nextTurn();
    while (this.#waiting.size > 0) {
      const unknown = await this.#tellSome([...this.#waiting].slice(0, linksATurn));
      if (unknown.length > 0) await this.#learn(unknown);
    }
  }

  /** The links of which nobody knows what was counted before. @throws when Redis does not answer. */
  async #tellSome(linkIds: number[]): Promise<number[]> {
    const { redis, redisPrefix } = this.#options;
    if (redis.status !== 'ready') throw new Error('redis is away');
    const additions = linkIds.map((linkId) => ({ linkId, ...this.#take(linkId) }));
    try {
      const totals = await addToTotals(redis, redisPrefix, additions);
      for (const [index, linkId] of linkIds.entries()) this.#settle(linkId, totals[index] ?? 'not added');
      return linkIds.filter((_, index) => totals[index] === undefined);
    } catch (error) {
      for (const linkId of linkIds) this.#settle(linkId, isRefusal(error) ? 'not added' : 'perhaps');
      throw error;
    }
  }

  /** What is to be told of a link, which is under way from now on. */
  #take(linkId: number): { least: number; more: number; isKnown: boolean } {
    const count = this.#countOf(linkId);
    count.told = Math.max(count.told, count.heard);
    count.sent = count.fresh;
    count.fresh = 0;
    this.#waiting.delete(linkId);
    return { least: count.told, more: count.sent, isKnown: count.isKnown };
  }

  /** `outcome`: the total with what was sent, or whether that was added. */
  #settle(linkId: number, outcome: number | 'not added' | 'perhaps'): void {
    const count = this.#countOf(linkId);
    if (typeof outcome === 'number') {
      count.told = outcome;
      count.isKnown = true;
    } else {
      if (outcome === 'not added') count.fresh += count.sent;
      else count.told += count.sent;
      this.#waiting.add(linkId);
    }
    count.sent = 0;
  }

  /** Without MySQL, what this process knows has to do. */
  async #learn(linkIds: number[]): Promise<void> {
    let uses = new Map<number, number>();
    if (performance.now() >= this.#askAgainAt) {
      uses = await this.#options.findUses(linkIds).catch(() => {
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

/** As the statistics count. */
const isClick = (headers: Headers) => !isPrefetch(headers) && !agentOf(headers.getHeader('user-agent')).bot;

/** The one known longest that has nothing to tell. */
function forgetOne(counts: Map<number, Count>): void {
  for (const [linkId, { sent, fresh }] of counts) {
    if (sent > 0 || fresh > 0) continue;
    counts.delete(linkId);
    return;
  }
}
