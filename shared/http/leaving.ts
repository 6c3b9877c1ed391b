/** Signals that a request's client left. Nothing is allocated for a request that nobody asks about. */
import { ApiError } from '../errors.ts';

/** The reason with which waits end when the client left; nothing is answered or logged. */
const clientGone = () => new ApiError('client_gone', 'the client has disconnected');
export const isClientGone = (error: unknown) => error instanceof ApiError && error.code === 'client_gone';

export class Leaving {
  #gone = false;
  #controller: AbortController | undefined;

  /** Aborted when the client leaves. */
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
