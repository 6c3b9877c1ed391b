/**
 * A request for handlers: copied, because uWebSockets.js drops it at the first await, with a check of the body's framing. A
 * repeated header becomes one value, in the order of its lines. A repeated header that must be unique is a fault, because
 * a proxy may have used the other line.
 */
import type { HttpRequest as LibraryRequest } from 'uWebSockets.js';
import { ApiError, type KitErrorCode } from '../errors.ts';
import type { RawResponse } from './answer.ts';
import type { BodyStream } from './body-stream.ts';
import { Leaving } from './leaving.ts';
import { nextRequestId } from './request-ids.ts';

/**
 * The library's request without calls that overwrite its bytes: `getMethod` lower-cases the method, and `getQuery(name)`
 * decodes the query.
 */
export type RawRequest = Pick<
  LibraryRequest,
  'forEach' | 'getCaseSensitiveMethod' | 'getHeader' | 'getParameter' | 'getUrl'
> & { getQuery(): string };

export type HttpRequest<Name extends string = string> = {
  /** The request's unique id, in the header `X-Request-Id` and in its log lines. */
  readonly id: string;
  /** The unchanged method: methods are case-sensitive, and a HEAD on a GET route stays `HEAD`. */
  readonly method: string;
  readonly path: string;
  /** The query without the question mark, not decoded. */
  readonly query: string;
  /** The `{name}` parts of the route's path, decoded. */
  readonly params: Readonly<Record<Name, string>>;
  /** Headers by lower-case name; the lines of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The peer's address as text. */
  readonly ip: string;
  /** The body, of at most `bodyLimit` bytes. */
  readonly body: Buffer;
  /** The body as a stream of at most `bodyLimit` bytes, for a route with `streamsBody`; `body` is then empty. */
  readonly bodyStream?: BodyStream | undefined;
  /** Aborted if the client leaves before the answer. */
  readonly signal: AbortSignal;
};

export type Incoming = HttpRequest & {
  body: Buffer;
  bodyStream?: BodyStream;
  leaving: Leaving;
  hasBody: boolean;
  declaredLength: number;
  /** True if the body is chunked: this library and a proxy can then disagree about its end. */
  chunked: boolean;
  /** True if the client closes its connection after the answer. */
  requestsClose: boolean;
  /** True if the connection must carry no further request. */
  isLast: boolean;
  /** The reason why the request cannot be answered as intended. */
  fault: ApiError | undefined;
};

const badRequest = (message: string) => new ApiError<KitErrorCode>('bad_request', message);
export const lengthRequired = () =>
  new ApiError<KitErrorCode>('length_required', 'Send the body with Content-Length, not Transfer-Encoding.');

/** Requires a length for streamed answers, after which the connection cannot be closed. @throws `length_required` */
export function requireLength({ headers }: Pick<HttpRequest, 'headers'>): void {
  if (headers['transfer-encoding'] !== undefined) throw lengthRequired();
}

const onceOnly = new Set([
  ...['host', 'content-length', 'content-type', 'transfer-encoding'],
  ...['authorization', 'idempotency-key', 'x-api-key', 'x-workspace-id', 'x-link-password', 'origin'],
]);
const noBody = Buffer.alloc(0);

/** Returns whether a client's `Connection` header announces that it closes the connection after the answer. */
export const requestsClose = (connection = ''): boolean => connection.toLowerCase() === 'close';

/** Returns whether a Content-Length is valid: digits, few enough to be exact. */
export const isLength = (value: string) => /^\d{1,15}$/.test(value);

export function copyRequest(
  peer: Pick<RawResponse, 'getRemoteAddressAsText'>,
  req: RawRequest,
  paramNames: string[],
): Incoming {
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
    ip: Buffer.from(peer.getRemoteAddressAsText()).toString(),
    body: noBody,
    leaving: new Leaving(),
    get signal() {
      return this.leaving.signal;
    },
    hasBody: length !== '0' || coding !== undefined,
    declaredLength: Number(length),
    chunked: coding !== undefined,
    requestsClose: requestsClose(headers.connection),
    isLast: coding !== undefined || fault !== undefined,
    fault,
  };
}

function faultOf(repeated: string | undefined, length: string, coding: string | undefined): ApiError | undefined {
  if (repeated !== undefined) return badRequest(`the header ${repeated} can be sent only once`);
  if (!isLength(length)) return badRequest('Content-Length is not a number');
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return badRequest('Transfer-Encoding must be chunked');
  return undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
