/** Bodies of requests: received within a bound, and read as JSON. */
import { isUtf8 } from 'node:buffer';
import { unavailable } from '../errors.ts';
import type { RawResponse } from './answer.ts';
import { isWithinBounds, mostLevels, mostParts } from './json-bounds.ts';

/**
 * What is over the limit is thrown away, up to so many times the limit, before it is refused: a client or a proxy that is
 * cut off while it still sends seldom reads the answer.
 */
const thrownAwayTimes = 4;

/** What all bodies under way may take in this process: nobody has shown yet who they are. */
const bytesAtOnce = 256 << 20;
let bytesHeld = 0;

const none = Buffer.alloc(0);

/**
 * Collects the body; undefined when it is, or says it will be, over the limit. Never keeps more than that, and nothing once
 * the client is gone, which `signal` tells. @throws `unavailable` when others' bodies leave no room
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
      if (bytesHeld > bytesAtOnce) end(() => reject(unavailable('too much is being sent here just now')));
    });
  });
}

/** The first `used` bytes with room for `needed`: a buffer for each part would take hundreds of bytes for a part of one. */
function enlarged(bytes: Buffer, used: number, needed: number, limit: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(limit, 2 * bytes.length)));
  bytes.copy(larger, 0, 0, used);
  return larger;
}

/** Whether a request says that its body is JSON. */
export const isJson = ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/** What `readJson` takes, for those who are told that theirs is none. */
export const readableJson = `JSON in UTF-8, of at most ${mostLevels} levels and ${mostParts.toLocaleString('en')} names and values`;

/**
 * The value of a JSON text in UTF-8; undefined for what is none, which no JSON text stands for, and for what would take long
 * to parse. Half a surrogate pair, which JSON can escape and no store can hold, is read as U+FFFD, so that every answer shows
 * the same. `prepare` changes the text before it is parsed.
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
