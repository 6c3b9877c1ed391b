/** Tells those who want to know that a request's client is gone. Nothing is made for a request that nobody asks about. */
import { ApiError } from '../errors.ts';

/** What a wait ends with when its client is gone; nobody is answered, and there is nothing to log. */
const clientGone = () => new ApiError('client_gone', 'the client is gone');
export const isClientGone = (error: unknown) => error instanceof ApiError && error.code === 'client_gone';

export class Leaving {
  #gone = false;
  #controller: AbortController | undefined;

  /** Aborted once the client is gone. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#gone && !this.#controller.signal.aborted) this.#controller.abort(clientGone());
    return this.#controller.signal;
  }

  tell(): void {
    this.#gone = true;
    this.#controller?.abort(clientGone());
  }
}
