/**
 * Messages from standard input and answers on standard output, one per line. Everything else goes to standard error.
 */
import type { Readable } from 'node:stream';
import type { Json } from '../openapi/publish.ts';
import type { Toolbox } from './call-tool.ts';
import { answerMessage, idOf, internalError, readMessage } from './protocol.ts';

const longestLine = 1 << 20;
const mostAtOnce = 16;
const newline = 0x0a;

/** Answers the lines of a stream. Resolves once it has ended and every request is answered. */
export async function serveLines(
  input: Readable,
  write: (line: string) => void,
  toolboxFor: (signal: AbortSignal) => Toolbox,
): Promise<void> {
  const running = new Map<Promise<void>, { id: unknown; controller: AbortController }>();

  async function answer(message: unknown, signal: AbortSignal): Promise<void> {
    let body: Json | undefined;
    try {
      ({ body } = await answerMessage(message, toolboxFor(signal)));
    } catch (error) {
      body = internalError(idOf(message), (error as Error).message);
    }
    if (body && !signal.aborted) write(`${JSON.stringify(body)}\n`);
  }

  for await (const line of linesOf(input)) {
    const message = readMessage(line);
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } };
    if (isNotification(message)) {
      if (method !== 'notifications/cancelled') continue;
      for (const { id, controller } of running.values()) if (id === params?.requestId) controller.abort();
      continue;
    }
    const controller = new AbortController();
    const run = answer(message, controller.signal).finally(() => running.delete(run));
    running.set(run, { id: idOf(message), controller });
    if (running.size >= mostAtOnce) await Promise.race(running.keys());
  }
  await Promise.all(running.keys());
}

const isNotification = (message: unknown) =>
  typeof message === 'object' && message !== null && 'method' in message && !('id' in message);

/** Splits a stream into lines. Replaces a line that is too long with a line that is not JSON. */
async function* linesOf(input: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= longestLine) parts.push(part);
    else parts = [];
  };
  const take = () => {
    const line = length > longestLine ? Buffer.from('too long') : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (!isBlank(line)) yield line;
    }
    add(chunk.subarray(start));
  }
  const last = take();
  if (!isBlank(last)) yield last;
}

const isBlank = (line: Buffer) => line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
