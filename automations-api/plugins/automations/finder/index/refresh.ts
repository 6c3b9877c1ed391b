/**
 * One piece of work for all who ask: whoever asks while it runs is answered by the next run, which begins after they
 * asked, so that it sees what was there when they did.
 */
export class Refresh<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  /** `work` never rejects. */
  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  ask(): Promise<T> {
    if (this.#next) return this.#next;
    const next = this.#running.then(() => {
      this.#next = undefined;
      return this.#work();
    });
    this.#next = next;
    this.#running = next;
    return next;
  }
}
