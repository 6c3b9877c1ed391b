/** Bodies of requests: received within a bound, and read as JSON. */
import type { RawResponse } from './answer.ts';

/** Collects the body; undefined as soon as it is, or says it will be, over the limit. */
export function receiveBody(res: RawResponse, declaredLength: number, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    if (declaredLength > limit) return resolve(undefined);
    const chunks: Buffer[] = [];
    let length = 0;
    res.onData((chunk, isLast) => {
      length += chunk.byteLength;
      if (length > limit) return resolve(undefined);
      chunks.push(Buffer.from(chunk.slice(0)));
      if (isLast) resolve(Buffer.concat(chunks, length));
    });
  });
}

/** Whether a Content-Type says JSON: `application/json` or a type built on it, such as `application/ld+json`. */
export const isJsonType = (contentType: string | undefined) =>
  /^application\/([\w!#$&^.+-]+\+)?json\s*(;|$)/i.test(contentType ?? '');

/** The value of a JSON text; undefined for what is none, which no JSON text stands for. */
export function readJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
