/** A wait that news ends early and that a stop ends for good. News during work counts for the wait after it. */
export class Wakeup {
  stopped = false;
  #news = false;
  #end = () => {};

  wake(): void {
    this.#news = true;
    this.#end();
  }

  /** Work begins that will see all news so far. */
  reset(): void {
    this.#news = false;
  }

  stop(): void {
    this.stopped = true;
    this.#end();
  }

  /** Resolves at once when there is news already. */
  async wait(ms: number): Promise<void> {
    if (this.#news || this.stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
