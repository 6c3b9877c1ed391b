/** A wait that news ends early and a stop ends permanently. News during work ends the next wait. */
export class Wakeup {
  stopped = false;
  #news = false;
  #end = () => {};

  wake(): void {
    this.#news = true;
    this.#end();
  }

  /** Forgets earlier news, because the work that starts now will see it. */
  reset(): void {
    this.#news = false;
  }

  stop(): void {
    this.stopped = true;
    this.#end();
  }

  /** Waits for news, for at most `ms`; resolves immediately if there is already news. */
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
