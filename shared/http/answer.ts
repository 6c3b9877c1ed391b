/** Outgoing answers: status line, headers, bodies and streams, sent through uWebSockets.js. */
import type { HttpResponse as RawResponse } from 'uWebSockets.js';

export type { RawResponse };

export type HttpAnswer = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** Values of Set-Cookie, one header each. */
  cookies?: readonly string[];
  body?: string | Uint8Array;
  /**
   * The body as a stream, for routes only. It is read no faster than the client accepts it, and ends when the client
   * leaves.
   */
  stream?: AsyncIterable<string | Uint8Array>;
};

/** Creates a JSON answer. */
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

/** Returns the status line's text, as in `404 Not Found`. */
const statusLine = (status: number) => `${status} ${reasons[status] ?? 'Unknown'}`;

/**
 * Converts text to UTF-8 bytes, because the library's binaries for Node.js 22 and later send strings as Latin-1.
 */
const asBytes = (text: string | Uint8Array): Uint8Array => (typeof text === 'string' ? Buffer.from(text) : text);

/** Removes line breaks, which would start another header. */
function headerValue(value: string): string | Uint8Array {
  if (!/[^\t\x20-\x7e]/.test(value)) return value;
  return asBytes(value.replace(/[\r\n\0]+/g, ' '));
}

/** Properties of a listener that affect every answer. */
export type Listening = {
  /** Closes the connection after the answer, because the process is draining. */
  closing: boolean;
  /** The value of Strict-Transport-Security; empty for none. */
  hsts: string;
};

/**
 * Seconds announced in Keep-Alive. The library closes idle connections after 8 to 12 seconds, and well-behaved clients
 * close them earlier.
 */
const idleSeconds = 7;

/**
 * The answered request. `requestsClose`: true if the client wants the connection closed, which the library then does.
 */
type Answered = { id: string; requestsClose?: boolean };

/** Sends the head of an answer whose end is sent later. */
export const sendHead = (res: RawResponse, request: Answered, answer: HttpAnswer, { closing, hsts }: Listening): void =>
  writeHead(res, request.id, answer, hsts, closing || request.requestsClose ? close : keepAlive);

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

/** Sends an answer; for a HEAD request, only its head. `cut` closes the connection. */
export function send(
  res: RawResponse,
  { id, method, requestsClose }: Answered & { method: string },
  answer: HttpAnswer,
  { closing, hsts }: Listening,
  cut: boolean,
): void {
  const { status, body = '' } = answer;
  const isBodiless = status === 204 || status === 304;
  if (method !== 'HEAD' && !isBodiless) {
    // If the client asked to close, the library writes the Connection header itself.
    writeHead(res, id, answer, hsts, requestsClose ? close : closing || cut ? undefined : keepAlive);
    return void res.end(asBytes(body), closing || cut);
  }
  writeHead(res, id, answer, hsts, requestsClose ? close : cut ? undefined : closing ? close : keepAlive);
  // The library closes the connection only if it is given a length. A wrong length of 0 does less harm than an open
  // connection.
  if (cut) return void res.endWithoutBody(0, true);
  // With a length argument, endWithoutBody waits for the body, so the header is written here. A stream's length is
  // unknown.
  if (!isBodiless && !answer.stream) res.writeHeader('Content-Length', String(Buffer.byteLength(body)));
  res.endWithoutBody();
}

/** The client of a stream. `resume` is called when the client accepts more data or has left. */
export type Client = { isDisconnected: boolean; resume: () => void };

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
    if (client.isDisconnected) return;
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
