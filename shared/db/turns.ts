/** A bounded number of works at once; whoever waits for a turn waits a bounded time, in a bounded queue. */
import { StoreFault } from '../errors.ts';

export type TurnLimits = { waitMs: number; waitingAtMost: number };

export class Turns {
  #free: number;
  readonly #limits: TurnLimits;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number, limits: TurnLimits) {
    this.#free = atOnce;
    this.#limits = limits;
  }

  /** @throws `POOL_WAIT` or `POOL_FULL` when its turn does not come. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  #wait(): Promise<void> {
    const { waitMs, waitingAtMost } = this.#limits;
    if (this.#waiting.size >= waitingAtMost) {
      return Promise.reject(new StoreFault('POOL_FULL', 'too many transactions wait for their turn'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(go);
        reject(new StoreFault('POOL_WAIT', `the turn of a transaction did not come within ${waitMs} ms`));
      }, waitMs);
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(go);
    });
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
