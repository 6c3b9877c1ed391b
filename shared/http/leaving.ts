/** The signal that a request's client has left. It is allocated only on demand. */
import { ApiError } from '../errors.ts';

/** Creates the error that ends waits when the client has left. It is neither answered nor logged. */
const clientGone = () => new ApiError('client_gone', 'the client has disconnected');
export const isClientGone = (error: unknown) => error instanceof ApiError && error.code === 'client_gone';

export class Leaving {
  #isDisconnected = false;
  #controller: AbortController | undefined;

  /** Aborted when the client leaves. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isDisconnected && !this.#controller.signal.aborted) this.#controller.abort(clientGone());
    return this.#controller.signal;
  }

  disconnect(): void {
    this.#isDisconnected = true;
    this.#controller?.abort(clientGone());
  }
}
