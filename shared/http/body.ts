/** Bodies of requests: received within a bound, and read as JSON. */
import { isUtf8 } from 'node:buffer';
import type { RawResponse } from './answer.ts';

/**
 * What is over the limit is thrown away, up to so many times the limit, before it is refused: a client or a proxy that is
 * cut off while it still sends seldom reads the answer.
 */
const thrownAwayTimes = 4;

/** Collects the body; undefined when it is, or says it will be, over the limit. Never keeps more than that. */
export function receiveBody(res: RawResponse, declaredLength: number, limit: number): Promise<Buffer | undefined> {
  const most = limit * thrownAwayTimes;
  return new Promise((resolve) => {
    if (declaredLength > most) return resolve(undefined);
    let chunks: Buffer[] = [];
    let length = 0;
    res.onData((chunk, isLast) => {
      length += chunk.byteLength;
      if (length > limit) chunks = [];
      else chunks.push(Buffer.from(chunk.slice(0)));
      if (length > most) return resolve(undefined);
      if (isLast) resolve(length > limit ? undefined : Buffer.concat(chunks, length));
    });
  });
}

/** Whether a request says that its body is JSON. */
export const isJson = ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/**
 * The value of a JSON text in UTF-8; undefined for what is none, which no JSON text stands for. Half a surrogate pair,
 * which JSON can escape and no store can hold, is read as U+FFFD, so that every answer shows the same.
 */
export function readJson(body: Buffer | string): unknown {
  if (typeof body !== 'string' && !isUtf8(body)) return undefined;
  const text = body.toString();
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
