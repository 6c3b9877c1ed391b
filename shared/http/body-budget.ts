/**
 * Limits the bytes of request bodies that a process reads for one account in a second. The cost of reading and checking
 * grows with length, so no account can hold up others or the redirects. Requests over the limit wait; those that would
 * wait too long are refused.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';

export type BodyBudgetOptions = {
  bytesPerSecond: number;
  longestWaitMs: number;
  /** Milliseconds. */
  now: () => number;
  /** Ends early, with an error, when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const usual: BodyBudgetOptions = {
  bytesPerSecond: 2 << 20,
  longestWaitMs: 5_000,
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};
/** Burst: one second's bytes can be sent at once. */
const atOnceMs = 1_000;
/** Number of accounts above which inactive ones are removed. */
const manyAccounts = 10_000;

export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  /** The time at which an account's bytes so far are worked off, by the clock of `now`. */
  readonly #paidAt = new Map<string, number>();

  constructor(options: Partial<BodyBudgetOptions> = {}) {
    this.#options = { ...usual, ...options };
  }

  /** Resolves when the body may be read. @throws `unavailable`, or the signal's reason if the client leaves */
  async spend(account: string, bytes: number, signal: AbortSignal): Promise<void> {
    const { bytesPerSecond, longestWaitMs } = this.#options;
    const now = this.#options.now();
    const paidAt = Math.max(now, this.#paidAt.get(account) ?? 0);
    const waitMs = paidAt - now - atOnceMs;
    if (waitMs > longestWaitMs) {
      throw unavailable('This account sent too much data. Retry shortly.', {
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
