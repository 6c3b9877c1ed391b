/** Request bodies: received within a limit and parsed as JSON. */
import { isUtf8 } from 'node:buffer';
import { unavailable } from '../errors.ts';
import type { RawResponse } from './answer.ts';
import { isWithinBounds, mostLevels, mostParts } from './json-bounds.ts';

/**
 * The multiple of the limit up to which a longer body is discarded before it is refused, because clients and proxies
 * rarely read an answer while sending.
 */
const thrownAwayTimes = 4;

/** Limit for all bodies that this process is receiving; their senders are not authenticated yet. */
const bytesAtOnce = 256 << 20;
let bytesHeld = 0;

const none = Buffer.alloc(0);

/**
 * Collects the body; `undefined` if it is or will be over the limit. Keeps nothing beyond the limit, and nothing once
 * `signal` reports that the client left. @throws `unavailable` if other bodies use all the memory
 */
export function receiveBody(
  res: RawResponse,
  declaredLength: number,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const most = limit * thrownAwayTimes;
  if (declaredLength > most) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    let kept: Buffer = none;
    let length = 0;
    let isOver = false;
    const keep = (bytes: Buffer) => {
      bytesHeld += bytes.length - kept.length;
      kept = bytes;
    };
    const end = (settle: () => void) => {
      isOver = true;
      settle();
      keep(none);
    };
    signal.addEventListener('abort', () => end(() => {}), { once: true });
    res.onData((chunk, isLast) => {
      if (isOver) return;
      const start = length;
      length += chunk.byteLength;
      if (length > limit) keep(none);
      else {
        if (length > kept.length) keep(enlarged(kept, start, length, limit));
        kept.set(new Uint8Array(chunk), start);
      }
      if (length > most) return end(() => resolve(undefined));
      if (isLast) return end(() => resolve(length > limit ? undefined : kept.subarray(0, length)));
      if (bytesHeld > bytesAtOnce)
        end(() => reject(unavailable('Too much data is being sent at once. Retry shortly.')));
    });
  });
}

/**
 * Copies the first `used` bytes into a larger buffer: a buffer for each chunk would take hundreds of bytes, even for
 * a few.
 */
function enlarged(bytes: Buffer, used: number, needed: number, limit: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(limit, 2 * bytes.length)));
  bytes.copy(larger, 0, 0, used);
  return larger;
}

/** Returns whether a request declares its body as JSON. */
export const isJson = ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/** A description of the accepted JSON, for error messages. */
export const readableJson = `JSON in UTF-8, of at most ${mostLevels} levels and ${mostParts.toLocaleString('en')} names and values`;

/**
 * Parses a JSON text in UTF-8; `undefined` for invalid JSON and for text that would take long to parse. Unpaired
 * surrogates, which JSON can escape but databases cannot store, become U+FFFD, so that every answer shows the same.
 * `prepare` changes the text before it is parsed.
 */
export function readJson(json: Buffer | string, prepare = (text: string) => text): unknown {
  if (typeof json !== 'string' && !isUtf8(json)) return undefined;
  const given = json.toString();
  if (!isWithinBounds(given)) return undefined;
  const text = prepare(given);
  try {
    const value = JSON.parse(text);
    return surrogateEscape.test(text) ? wellFormed(value) : value;
  } catch {
    return undefined;
  }
}

const surrogateEscape = /\\u[dD][89a-fA-F]/;

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name.toWellFormed(), wellFormed(inside)]));
}
