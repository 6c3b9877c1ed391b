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

/** Whether a request says that its body is JSON. */
export const isJson = ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/** The value of a JSON text; undefined for what is none, which no JSON text stands for. */
export function readJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
