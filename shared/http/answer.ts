/** Answers on their way out: status line, headers, bodies and streams, as uWebSockets.js wants them. */
import type { HttpResponse as RawResponse } from 'uWebSockets.js';

export type { RawResponse };

export type HttpAnswer = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** Values of Set-Cookie, a header of its own each. */
  cookies?: readonly string[];
  body?: string | Uint8Array;
  /** From a route only, instead of `body`: read no faster than the client takes it; left when the client goes. */
  stream?: AsyncIterable<string | Uint8Array>;
};

/** A JSON answer. */
export const json = (status: number, value: unknown, headers?: Record<string, string>): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Content-Type-Options': 'nosniff', ...headers },
  body: JSON.stringify(value),
});

const reasons: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  413: 'Content Too Large',
  414: 'URI Too Long',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The status line's text, as in `404 Not Found`. */
const statusLine = (status: number) => `${status} ${reasons[status] ?? 'Unknown'}`;

/**
 * The library's binaries for Node.js 22 and later send a string as Latin-1, so what may hold more than ASCII is handed to
 * it as the bytes of its UTF-8.
 */
const asBytes = (text: string | Uint8Array): Uint8Array => (typeof text === 'string' ? Buffer.from(text) : text);

/** A header's value: no value can start another header. */
function headerValue(value: string): string | Uint8Array {
  if (!/[^\t\x20-\x7e]/.test(value)) return value;
  return asBytes(value.replace(/[\r\n\0]+/g, ' '));
}

/** What a listener says on every answer. */
export type Listening = {
  /** Close the connection after the answer: the process is draining. */
  closing: boolean;
  /** The value of Strict-Transport-Security; empty for none. */
  hsts: string;
};

/** The library closes idle connections after 8 to 12 seconds, which cannot be set: an honest client is gone by then. */
const idleSeconds = 7;

/** The request that is answered. `asksToClose`: the library closes its connection and, other than where we ask for it, says nothing. */
type Answered = { id: string; asksToClose?: boolean };

/** The head of an answer whose end is sent later. */
export const sendHead = (res: RawResponse, asked: Answered, answer: HttpAnswer, { closing, hsts }: Listening): void =>
  writeHead(res, asked.id, answer, hsts, closing || asked.asksToClose ? close : keepAlive);

const close = ['Connection', 'close'] as const;
const keepAlive = ['Keep-Alive', `timeout=${idleSeconds}`] as const;

function writeHead(
  res: RawResponse,
  id: string,
  { status, headers, cookies = [] }: HttpAnswer,
  hsts: string,
  connection: readonly [name: string, value: string] | undefined,
): void {
  res.writeStatus(statusLine(status));
  res.writeHeader('X-Request-Id', id);
  if (connection) res.writeHeader(connection[0], connection[1]);
  if (hsts !== '') res.writeHeader('Strict-Transport-Security', hsts);
  for (const [name, value] of Object.entries(headers ?? {})) res.writeHeader(name, headerValue(value));
  for (const cookie of cookies) res.writeHeader('Set-Cookie', headerValue(cookie));
}

/** Sends an answer without a stream. `method` is upper case. With `cut` the connection is closed, whatever the client does. */
export function send(
  res: RawResponse,
  { id, method, asksToClose }: Answered & { method: string },
  answer: HttpAnswer,
  { closing, hsts }: Listening,
  cut: boolean,
): void {
  const { status, body = '' } = answer;
  const isBodiless = status === 204 || status === 304;
  if (method !== 'HEAD' && !isBodiless) {
    // Told to close, the library writes that header itself.
    writeHead(res, id, answer, hsts, asksToClose ? close : closing || cut ? undefined : keepAlive);
    return void res.end(asBytes(body), closing || cut);
  }
  writeHead(res, id, answer, hsts, asksToClose ? close : cut ? undefined : closing ? close : keepAlive);
  // Only with a length does the library close; that it is 0 then is less harm than a connection left open.
  if (cut) return void res.endWithoutBody(0, true);
  // With a length as its argument endWithoutBody waits for the body, so the header is written here.
  if (!isBodiless) res.writeHeader('Content-Length', String(Buffer.byteLength(body)));
  res.endWithoutBody();
}

/** `resume` is called when the client takes more, or is gone. */
export type Client = { gone: boolean; resume: () => void };

export async function sendStream(
  res: RawResponse,
  client: Client,
  stream: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  res.onWritable(() => {
    client.resume();
    return true;
  });
  for await (const chunk of stream) {
    if (client.gone) return;
    let flows = true;
    const resumed = new Promise<void>((resolve) => {
      client.resume = resolve;
    });
    res.cork(() => {
      flows = res.write(asBytes(chunk));
    });
    if (!flows) await resumed;
  }
}
