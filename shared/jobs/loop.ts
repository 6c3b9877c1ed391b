/** Work that is asked for at any time and done one at a time. */

export class Loop {
  readonly #work: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #again = false;
  #ended = false;

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  /** A call while it runs makes it run once more. */
  run(): void {
    if (this.#ended) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#work()
      .catch(this.#onError)
      .finally(() => {
        this.#running = undefined;
        if (this.#again) {
          this.#again = false;
          this.run();
        }
      });
  }

  /** Waits for what runs; nothing runs after it. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#running;
  }
}
