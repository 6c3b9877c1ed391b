/** A wait that news ends early and that a stop ends for good. News during work counts for the wait after it. */
import { setTimeout as sleep } from 'node:timers/promises';

export class Wakeup {
  readonly #stopping = new AbortController();
  #news = false;
  #end = () => {};

  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  wake(): void {
    this.#news = true;
    this.#end();
  }

  /** Work begins that will see all news so far. */
  reset(): void {
    this.#news = false;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Resolves at once when there is news already. */
  async wait(ms: number): Promise<void> {
    if (this.#news) return;
    const early = new AbortController();
    this.#end = () => early.abort();
    const signal = AbortSignal.any([this.#stopping.signal, early.signal]);
    await sleep(ms, undefined, { signal }).catch(() => {});
  }
}
