/**
 * A limit on the bytes of request bodies per account, second and process. The time to read and check a body grows
 * with its length, so without the limit an account could delay others and the redirects. Requests over the limit
 * wait, or are refused if they would wait too long.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../errors.ts';

export type BodyBudgetOptions = {
  bytesPerSecond: number;
  longestWaitMs: number;
  /** Returns the elapsed time in ms, from a clock that never goes back. */
  now: () => number;
  /** Rejects early when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const usual: BodyBudgetOptions = {
  bytesPerSecond: 2 << 20,
  longestWaitMs: 5_000,
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};
/** The allowed burst: one second's bytes can be sent at once. */
const atOnceMs = 1_000;
/** Number of accounts above which inactive ones are removed. */
const manyAccounts = 10_000;

export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  /** The time, by the clock of `now`, at which an account's bytes so far are used up. */
  readonly #paidAt = new Map<string, number>();

  constructor(options: Partial<BodyBudgetOptions> = {}) {
    this.#options = { ...usual, ...options };
  }

  /** Waits until the body can be read. @throws `unavailable`, or the signal's reason if the client leaves */
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
