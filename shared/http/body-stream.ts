/** A request body as a stream. It is read no faster than it is consumed, so that any length needs little memory. */
import type { RawResponse } from './answer.ts';

/** Bytes that can wait for the consumer before the client is paused. */
const mostWaiting = 2 ** 20;

/**
 * Bytes of an unwanted body that are discarded before the answer, because clients rarely read an answer while sending.
 */
const mostThrownAway = 4 * 2 ** 20;

export type BodyStream = AsyncIterable<Buffer> & {
  /** Discards the rest. Resolves to false if it was too long; the connection must then be closed. */
  leave(): Promise<boolean>;
};

/** Opens a body's stream. Call it before the first await, or bytes are lost. If the client leaves, reading throws. */
export function streamBody(res: RawResponse, signal: AbortSignal): BodyStream {
  const waiting: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  let isPaused = false;
  let wake = () => {};
  res.onData((chunk, isLast) => {
    // The library reclaims the memory after this call.
    waiting.push(Buffer.from(new Uint8Array(chunk)));
    length += chunk.byteLength;
    isWhole = isLast;
    if (length > mostWaiting && !isLast && !isPaused) {
      isPaused = true;
      res.pause();
    }
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });
  const resume = () => {
    if (!isPaused || length > 0 || signal.aborted) return;
    isPaused = false;
    res.resume();
  };
  const more = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      resume();
    });
  return {
    async leave() {
      for (let left = mostThrownAway; left > 0 && !signal.aborted; ) {
        left -= length;
        length = 0;
        waiting.length = 0;
        if (isWhole) return true;
        await more();
      }
      resume();
      return false;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        signal.throwIfAborted();
        const next = waiting.shift();
        if (next) {
          length -= next.length;
          yield next;
        } else if (isWhole) return;
        else await more();
      }
    },
  };
}
