/**
 * Routing of raw uWebSockets.js requests to their handlers. A `route` is asynchronous: its request is copied before the
 * first await, its body is limited while it arrives, a departed client is noticed and the answer is corked. A `hot` handler
 * is synchronous and gets the raw request, without copies. The service's renderer turns every fault into an answer.
 */
import type { TemplatedApp } from 'uWebSockets.js';
import { ApiError, type KitErrorCode } from '../errors.ts';
import {
  type Client,
  type HttpAnswer,
  type Listening,
  type RawResponse,
  send,
  sendHead,
  sendStream,
} from './answer.ts';
import { receiveBody } from './body.ts';
import { streamBody } from './body-stream.ts';
import { isClientGone } from './leaving.ts';
import {
  copyRequest,
  type HttpRequest,
  type Incoming,
  lengthRequired,
  type RawRequest,
  requestsClose,
  requireLength,
} from './request.ts';
import { nextRequestId } from './request-ids.ts';

export type { HttpRequest };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
/** `path` contains `{name}` for a parameter, as in OpenAPI; a GET route also answers HEAD. */
export type HttpRoute = {
  method: Method;
  path: string;
  /** Maximum bytes of a body; default: the server's. */
  bodyLimit?: number;
  /**
   * Set if the answer can be a stream, after which the connection cannot be closed. So a request with a chunked body
   * is refused.
   */
  streams?: true;
  /** Set if the handler reads the body as a stream. Such a request must declare the length of its body. */
  streamsBody?: true;
  handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;
};

type Handling = Pick<HttpRoute, 'handle' | 'streams' | 'streamsBody'> & { bodyLimit?: number | undefined };

/** Maximum bytes of a body from an unauthenticated client. */
export const openBodyLimit = 16_384;

/** The sender of a connection. */
export type Peer = Pick<RawResponse, 'getRemoteAddress' | 'getRemoteAddressAsText'>;

/** Functions of the kit that a hot handler can use. */
export type HotKit = Listening & {
  /** The peer of all connections of this listener, if they have no address. */
  readonly peer: Peer | undefined;
  /** Sends an answer object immediately. */
  send(res: RawResponse, req: RawRequest, answer: HttpAnswer): void;
  /** Copies the request, receives its body and answers later, as a route does. */
  later(res: RawResponse, req: RawRequest, handle: HttpRoute['handle'], bodyLimit?: number): void;
};

/** A handler that answers within the call, or later through `later`. `isGet` avoids reading the method. */
export type HotHandler = (res: RawResponse, req: RawRequest, kit: HotKit, isGet: boolean) => void;

export type HttpOptions = {
  routes: HttpRoute[];
  /** Answers every path that matches neither a route nor an `unknown` pattern. */
  hot?: HotHandler;
  /** Called for each connection as it is accepted. */
  onConnection?: (peer: Pick<Peer, 'getRemoteAddress'>) => void;
  /** Hosts without routes: every path goes to the hot handler. */
  hotHost?: (host: string) => boolean;
  /** Routes on every host, including those of `hotHost`. */
  everywhere?: HttpRoute[];
  /** Patterns (`/api/*`) below which a path without a route is `not_found`; default: every path. */
  unknown?: string[];
  /** Turns a thrown value into an answer; must not throw. */
  renderError: (
    error: unknown,
    request: Pick<HttpRequest, 'id' | 'method' | 'path' | 'query' | 'params' | 'headers'>,
  ) => HttpAnswer;
  bodyLimit?: number;
  /** Headers for the answers of all routes; an answer's own headers override them. */
  headersOf?: (request: Pick<HttpRequest, 'method' | 'path' | 'headers'>) => Record<string, string>;
  /** Seconds for Strict-Transport-Security: on TLS listeners, and with `behindTls` on others too. */
  hsts?: { seconds: number; behindTls: boolean };
};

type RawHandler = (res: RawResponse, req: RawRequest) => void;

const defaultBodyLimit = 1 << 20;

const kitError = (code: KitErrorCode, message: string, headers?: Record<string, string>) =>
  new ApiError<KitErrorCode>(code, message, headers ? { headers } : {});

export const bodyTooLarge = (limit: number) => kitError('body_too_large', `the body is larger than ${limit} bytes`);

/** Registers everything on an app, for the last server name added to it, and completes the app's kit. */
export function mount(app: TemplatedApp, options: HttpOptions, kit: HotKit): void {
  const { routes, everywhere = [], hot, hotHost, unknown = [] } = options;
  const serve = createServe(options, kit);
  kit.send = (res, req, answer) => {
    const head = { method: req.getCaseSensitiveMethod(), requestsClose: requestsClose(req.getHeader('connection')) };
    send(res, { id: nextRequestId(), ...head }, answer, kit, false);
  };
  kit.later = (res, req, handle, bodyLimit) =>
    void serve(res, copyRequest(kit.peer ?? res, req, []), { handle, bodyLimit });

  const answerWith = (paramNames: string[], handling: Handling, onHotHosts: boolean): RawHandler => {
    const answer: RawHandler = (res, req) => void serve(res, copyRequest(kit.peer ?? res, req, paramNames), handling);
    if (!hot || !hotHost || onHotHosts) return answer;
    return (res, req) => {
      if (hotHost(req.getHeader('host'))) hot(res, req, kit, req.getCaseSensitiveMethod() === 'GET');
      else answer(res, req);
    };
  };
  for (const [path, group] of groupByPath([...routes, ...everywhere])) {
    const onHotHosts = group.some((route) => everywhere.includes(route));
    mountPath(app, path, group, (names, handling) => answerWith(names, handling, onHotHosts));
  }
  const missing = answerWith([], { handle: refuseUnknown }, false);
  // A GET matches GET patterns first, including the hot one. So patterns that must precede it are also registered for GET.
  for (const pattern of unknown) app.any(pattern, missing).get(pattern, missing);
  if (hot) app.get('/*', (res, req) => hot(res, req, kit, true)).any('/*', (res, req) => hot(res, req, kit, false));
  else app.any('/*', missing);
}

/** Merges headers; the answer's own headers override the common ones, and Vary is combined. */
function merged(common: Record<string, string>, own: HttpAnswer['headers'] = {}): Record<string, string> {
  const vary = [common.Vary, own.Vary].filter(Boolean).join(', ');
  return { ...common, ...own, ...(vary ? { Vary: vary } : {}) };
}

const refuseUnknown = () => {
  throw kitError('not_found', 'nothing exists at this path');
};

const registrars = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del', OPTIONS: 'options' } as const;

/** Registers all methods of a path; other methods get 405. */
function mountPath(
  app: TemplatedApp,
  path: string,
  group: HttpRoute[],
  answerWith: (paramNames: string[], handling: Handling) => RawHandler,
): void {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const pattern = path.replace(/\{(\w+)\}/g, ':$1');
  const allow = [...new Set(group.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  for (const route of group) {
    app[registrars[route.method]](pattern, answerWith(names, route));
    if (route.method === 'GET') app.head(pattern, answerWith(names, route));
  }
  const refuse = answerWith(names, {
    handle({ method }) {
      throw kitError('method_not_allowed', `${method} is not allowed here`, { Allow: allow.join(', ') });
    },
  });
  app.any(pattern, refuse);
  if (!group.some(({ method }) => method === 'GET')) app.get(pattern, refuse);
}

const groupByPath = (routes: HttpRoute[]) => {
  const groups = new Map<string, HttpRoute[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  return groups;
};

/** Runs a route's handler and sends its answer, even if the client leaves in the meantime. */
function createServe({ renderError, headersOf, bodyLimit: usual = defaultBodyLimit }: HttpOptions, kit: HotKit) {
  return async (
    res: RawResponse,
    request: Incoming,
    { handle, streams, streamsBody, bodyLimit = usual }: Handling,
  ): Promise<void> => {
    const client: Client = { isDisconnected: false, resume: () => {} };
    res.onAborted(() => {
      client.isDisconnected = true;
      request.leaving.disconnect();
      client.resume();
    });
    let answer: HttpAnswer;
    try {
      if (streamsBody) openBody(res, request, bodyLimit);
      else await takeBody(res, request, bodyLimit);
      if (client.isDisconnected) return;
      if (streams) requireLength(request);
      answer = await handle(request);
      // For routes that stream but do not declare it.
      if (answer.stream && request.chunked) throw lengthRequired();
    } catch (error) {
      if (isClientGone(error)) return;
      answer = renderError(error, request);
    }
    if (request.bodyStream && !(await request.bodyStream.leave())) request.isLast = true;
    if (headersOf) answer = { ...answer, headers: merged(headersOf(request), answer.headers) };
    if (request.isLast || request.requestsClose) await endOfTurn();
    if (client.isDisconnected) return;
    if (answer.stream && request.method !== 'HEAD') return stream(res, client, request, answer);
    res.cork(() => send(res, request, answer, kit, request.isLast));
  };

  async function stream(res: RawResponse, client: Client, request: Incoming, answer: HttpAnswer): Promise<void> {
    try {
      res.cork(() => sendHead(res, request, answer, kit));
      await sendStream(res, client, answer.stream as NonNullable<HttpAnswer['stream']>);
      // For a client that asked to close, the library would otherwise write the Connection header into the stream.
      if (request.requestsClose) await endOfTurn();
      if (!client.isDisconnected) res.cork(() => void res.end());
    } catch (error) {
      // The status is already sent, so the connection is cut, and the renderer logs the error.
      renderError(error, request);
      await endOfTurn();
      if (!client.isDisconnected) res.close();
    }
  }
}

/**
 * Waits for the next turn of the event loop. uWebSockets.js drops two bytes after the last chunk and reads on, so trailers
 * become a separate request. While a request is unanswered, the library cuts the connection at the next one. So a request
 * that ends its connection is answered in a later turn, and nothing after it is ever executed.
 *
 * The library never frees a connection that is closed within `setImmediate`, because libuv has closed it before the
 * library checks. So a timer is used.
 */
const endOfTurn = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));

/** Opens the body as a stream. @throws the reason to refuse the request before its handler runs */
function openBody(res: RawResponse, request: Incoming, bodyLimit: number): void {
  if (request.fault) throw request.fault;
  request.isLast = true;
  requireLength(request);
  if (request.declaredLength > bodyLimit) throw bodyTooLarge(bodyLimit);
  request.isLast = false;
  if (request.hasBody) request.bodyStream = streamBody(res, request.signal);
}

/** Receives the body. @throws the reason to refuse the request before its handler runs */
async function takeBody(res: RawResponse, request: Incoming, bodyLimit: number): Promise<void> {
  const { method, chunked, fault } = request;
  if (fault) throw fault;
  if (!request.hasBody) return;
  const body = await receiveBody(res, request.declaredLength, bodyLimit, request.signal).catch((error) => {
    request.isLast = true;
    throw error;
  });
  if (!body) {
    request.isLast = true;
    throw bodyTooLarge(bodyLimit);
  }
  if (chunked && (method === 'GET' || method === 'HEAD')) throw lengthRequired();
  request.body = body;
}
