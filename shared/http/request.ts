/**
 * A request as handlers see it: copied, since uWebSockets.js forgets it at the first await, and judged by how it says
 * where its body ends. A repeated header is one value, in the order of its lines; one that may be there once only is a
 * fault, because a proxy before us may have believed the other line.
 */
import type { HttpRequest as RawRequest } from 'uWebSockets.js';
import { ApiError, type KitErrorCode } from '../errors.ts';
import type { RawResponse } from './answer.ts';
import { Leaving } from './leaving.ts';
import { nextRequestId } from './request-ids.ts';

export type { RawRequest };

export type HttpRequest<Name extends string = string> = {
  /** Unique to this request; sent back as `X-Request-Id` and written to every log line about it. */
  readonly id: string;
  /** Upper case. A HEAD that a GET route answers is still `HEAD` here. */
  readonly method: string;
  readonly path: string;
  /** Without the question mark, not decoded. */
  readonly query: string;
  /** The `{name}` parts of the route's path, decoded. */
  readonly params: Readonly<Record<Name, string>>;
  /** By lower-case name; the lines of a repeated header joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The peer's address as text. */
  readonly ip: string;
  /** At most `bodyLimit` bytes. */
  readonly body: Buffer;
  /** Aborted when the client goes before it is answered: whatever is still waited for is in vain. */
  readonly signal: AbortSignal;
};

export type Incoming = HttpRequest & {
  body: Buffer;
  leaving: Leaving;
  hasBody: boolean;
  declaredLength: number;
  /** The body comes in chunks, whose end this library and a proxy may see in different places. */
  chunked: boolean;
  /** The client closes its connection after the answer. */
  asksToClose: boolean;
  /** The connection must carry no request after this one. */
  isLast: boolean;
  /** Why the request cannot be answered as it is meant. */
  fault: ApiError | undefined;
};

const badRequest = (message: string) => new ApiError<KitErrorCode>('bad_request', message);
export const lengthRequired = () =>
  new ApiError<KitErrorCode>('length_required', 'a body needs its Content-Length here, not Transfer-Encoding');

/** For what is answered with a stream, behind which the connection cannot be closed. @throws `length_required` */
export function requireLength({ headers }: Pick<HttpRequest, 'headers'>): void {
  if (headers['transfer-encoding'] !== undefined) throw lengthRequired();
}

const onceOnly = new Set([
  ...['host', 'content-length', 'content-type', 'transfer-encoding'],
  ...['authorization', 'idempotency-key', 'x-api-key', 'x-workspace-id', 'x-link-password', 'origin'],
]);
const noBody = Buffer.alloc(0);

/** Whether a client closes its connection after the answer, by what it sends as `Connection`. */
export const asksToClose = (connection = ''): boolean => connection.toLowerCase() === 'close';

/** Whether a Content-Length is one: digits, few enough to be exact. */
export const isLength = (value: string) => /^\d{1,15}$/.test(value);

export function copyRequest(res: RawResponse, req: RawRequest, paramNames: string[]): Incoming {
  const headers: Record<string, string> = Object.create(null);
  let repeated: string | undefined;
  req.forEach((name, value) => {
    const before = headers[name];
    if (before !== undefined && onceOnly.has(name)) repeated = name;
    headers[name] = before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
  });
  const length = headers['content-length'] ?? '0';
  const coding = headers['transfer-encoding'];
  const fault = faultOf(repeated, length, coding);
  return {
    id: nextRequestId(),
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    query: req.getQuery() ?? '',
    params: Object.fromEntries(paramNames.map((name, index) => [name, decode(req.getParameter(index))])),
    headers,
    ip: Buffer.from(res.getRemoteAddressAsText()).toString(),
    body: noBody,
    leaving: new Leaving(),
    get signal() {
      return this.leaving.signal;
    },
    hasBody: length !== '0' || coding !== undefined,
    declaredLength: Number(length),
    chunked: coding !== undefined,
    asksToClose: asksToClose(headers.connection),
    isLast: coding !== undefined || fault !== undefined,
    fault,
  };
}

function faultOf(repeated: string | undefined, length: string, coding: string | undefined): ApiError | undefined {
  if (repeated !== undefined) return badRequest(`the header ${repeated} may be sent once only`);
  if (!isLength(length)) return badRequest('Content-Length is not a number');
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return badRequest('the only Transfer-Encoding is chunked');
  return undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
