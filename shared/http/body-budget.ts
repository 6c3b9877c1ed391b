/**
 * How many bytes of bodies a process reads for one account in a second: what reading and checking takes is bounded by its
 * length, so one account cannot hold up the others, and the redirects, whatever it sends. Who is over it waits; who would wait
 * too long is refused.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';

export type BodyBudgetOptions = {
  bytesPerSecond: number;
  longestWaitMs: number;
  /** Milliseconds. */
  now: () => number;
  /** Ends early, with an error, when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const usual: BodyBudgetOptions = {
  bytesPerSecond: 2 << 20,
  longestWaitMs: 5_000,
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};
/** A second's bytes may be sent at once. */
const atOnceMs = 1_000;
/** Accounts that are looked through when there are this many: most of them have sent nothing lately. */
const manyAccounts = 10_000;

export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  /** When what an account has sent so far is worked off, by the clock of `now`. */
  readonly #paidAt = new Map<string, number>();

  constructor(options: Partial<BodyBudgetOptions> = {}) {
    this.#options = { ...usual, ...options };
  }

  /** Resolves when the body may be read. @throws `unavailable`, or the signal's reason when its client goes */
  async spend(account: string, bytes: number, signal: AbortSignal): Promise<void> {
    const { bytesPerSecond, longestWaitMs } = this.#options;
    const now = this.#options.now();
    const paidAt = Math.max(now, this.#paidAt.get(account) ?? 0);
    const waitMs = paidAt - now - atOnceMs;
    if (waitMs > longestWaitMs) {
      throw unavailable('so much was sent with this account that it has to wait', {
        afterSeconds: Math.ceil(waitMs / 1_000),
      });
    }
    if (this.#paidAt.size >= manyAccounts) this.#forget(now);
    this.#paidAt.set(account, paidAt + (bytes * 1_000) / bytesPerSecond);
    if (waitMs > 0) await this.#options.sleep(waitMs, signal).catch(() => signal.throwIfAborted());
  }

  #forget(now: number): void {
    for (const [account, paidAt] of this.#paidAt) if (paidAt <= now) this.#paidAt.delete(account);
  }
}
