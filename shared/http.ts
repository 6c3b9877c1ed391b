/**
 * The http kit on uWebSockets.js, and its only importer. A `route` is asynchronous: its request is copied before the
 * first await, its body is bounded while it arrives, a vanished client is remembered and the answer is corked. A
 * `hot` handler is synchronous and gets the raw pair, nothing copied. Every fault becomes an answer by the service's
 * own renderer.
 */

import uWS, { type HttpRequest as RawRequest, type HttpResponse as RawResponse } from 'uWebSockets.js';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Certificate, withCertificateFiles } from './certificate-files.ts';
import { ApiError, type KitErrorCode } from './errors.ts';
import { waitForSockets } from './open-sockets.ts';

export type { RawRequest, RawResponse };

export type HttpRequest = {
  /** Unique to this request; sent back as `X-Request-Id` and written to every log line about it. */
  readonly id: string;
  /** Upper case. A HEAD that a GET route answers is still `HEAD` here. */
  readonly method: string;
  readonly path: string;
  /** Without the question mark, not decoded. */
  readonly query: string;
  /** The `{name}` parts of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** By lower-case name; a repeated header's last value. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The peer's address as text. */
  readonly ip: string;
  /** At most `bodyLimit` bytes. */
  readonly body: Buffer;
};

export type HttpAnswer = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** From a route only, instead of `body`: read no faster than the client takes it; left when the client goes. */
  stream?: AsyncIterable<string | Uint8Array>;
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
/** `path` holds `{name}` for a parameter, as in OpenAPI; a GET route answers HEAD too. */
export type HttpRoute = {
  method: Method;
  path: string;
  handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;
};

/** What a hot handler may ask of the kit. */
export type HotKit = {
  /** Close the connection after the answer: the process is draining. */
  closing: boolean;
  /** Answers from an object, now; `method` as uWebSockets.js gives it. */
  send(res: RawResponse, method: string, answer: HttpAnswer): void;
  /** Copies the request, receives its body and answers later, as a route does. */
  later(res: RawResponse, req: RawRequest, handle: HttpRoute['handle']): void;
};

/** Answers within the call, or hands over to `later`. `isGet` saves asking for the method. */
export type HotHandler = (res: RawResponse, req: RawRequest, kit: HotKit, isGet: boolean) => void;

export type HttpOptions = {
  routes: HttpRoute[];
  /** Answers every path that no route and no `unknown` pattern takes. */
  hot?: HotHandler;
  /** Hosts on which there are no routes: every path is the hot handler's. */
  hotHost?: (host: string) => boolean;
  /** Routes of every host, those too. */
  everywhere?: HttpRoute[];
  /** Patterns (`/api/*`) below which a path without a route is `not_found`; default: every path. */
  unknown?: string[];
  /** Turns what a handler threw into an answer; must not throw. */
  renderError: (error: unknown, request: Pick<HttpRequest, 'id' | 'method' | 'path'>) => HttpAnswer;
  bodyLimit?: number;
};

export type TlsOptions = {
  /** The certificate for a name as it is now; without one the handshake fails. Asked within handshakes. */
  certificate: (serverName: string) => Certificate | undefined;
  /** Where a certificate lies in a file while it is read. */
  directory: string;
  /** Told of a certificate that cannot be used. */
  onFault: (error: unknown, serverName: string) => void;
};

export type HttpServer = {
  /** Resolves to the bound port. Several processes may listen on one port. @throws when it is taken. */
  listen(host: string, port: number): Promise<number>;
  /** The same routes over TLS, on a port of their own (not 0, which cannot be shared). */
  listenTls(host: string, port: number, tls: TlsOptions): Promise<number>;
  /**
   * New connections get the certificates of `names` as they are now; those open already are asked to come again. As when
   * a process is replaced, a client that is just connecting may have to try again (see `tcp_migrate_req`).
   */
  reloadTls(names: string[]): Promise<void>;
  /** Stops accepting, asks every client to reconnect elsewhere, and resolves once the last connection is gone. */
  drain(limitMs: number): Promise<void>;
  close(): void;
};

const idPrefix = randomBytes(6).toString('base64url');
let lastId = 0;
/** Unique over processes: a random prefix for each process and a count. */
export const nextRequestId = () => `${idPrefix}${(++lastId).toString(36)}`;

const kitError = (code: KitErrorCode, message: string, headers?: Record<string, string>) =>
  new ApiError<KitErrorCode>(code, message, headers ? { headers } : {});

export function createHttpServer(options: HttpOptions): HttpServer {
  const plain = newListener(uWS.App());
  mount(plain.app, options, plain.kit);
  let tls: { listener: Listener; host: string; options: TlsOptions } | undefined;
  let draining = false;

  return {
    listen: (host, port) => listen(plain, host, port),
    async listenTls(host, port, tlsOptions) {
      const listener = newTlsListener(options, tlsOptions);
      tls = { listener, host, options: tlsOptions };
      return listen(listener, host, port);
    },
    async reloadTls(names) {
      if (!tls || draining) return;
      const old = tls.listener;
      if (!names.some((name) => old.names.has(name))) return;
      const listener = newTlsListener(options, tls.options);
      await listen(listener, tls.host, old.port);
      tls.listener = listener;
      stopListening(old);
      void retire(old);
    },
    async drain(limitMs) {
      draining = true;
      const listeners = [plain, ...(tls ? [tls.listener] : [])];
      for (const listener of listeners) stopListening(listener);
      await Promise.all(listeners.map(({ port }) => waitForSockets(port, limitMs)));
    },
    close() {
      draining = true;
      plain.app.close();
      tls?.listener.app.close();
    },
  };
}

/** An app on a port. */
type Listener = {
  app: uWS.TemplatedApp;
  kit: HotKit;
  socket: uWS.us_listen_socket | undefined;
  port: number;
  connections: number;
  /** Names whose certificates it has loaded. */
  names: Set<string>;
};

const newListener = (app: uWS.TemplatedApp): Listener => ({
  app,
  kit: { closing: false, send: () => {}, later: () => {} },
  socket: undefined,
  port: 0,
  connections: 0,
  names: new Set(),
});

const listen = (listener: Listener, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    listener.app.listen(host, port, (socket) => {
      if (!socket) return reject(new Error(`port ${port} on ${host} is taken or may not be bound`));
      listener.socket = socket;
      listener.port = uWS.us_socket_local_port(socket as unknown as uWS.us_socket);
      resolve(listener.port);
    });
  });

/** Every answer from now on also closes its connection. */
function stopListening(listener: Listener): void {
  listener.kit.closing = true;
  if (listener.socket) uWS.us_listen_socket_close(listener.socket);
  listener.socket = undefined;
}

/**
 * Loads a certificate when its name is first asked for. One that was replaced cannot be taken out of an app that has
 * connections (they keep pointers to what belongs to its name), so new certificates are served by a new app on the same
 * port, and the old one is emptied when its connections are gone.
 */
function newTlsListener(options: HttpOptions, tls: TlsOptions): Listener {
  const listener = newListener(uWS.SSLApp({}));
  const { app, kit, names } = listener;
  mount(app, options, kit);
  const countConnection = (_: RawResponse, change: number) => void (listener.connections += change);
  app.filter(countConnection as Parameters<typeof app.filter>[0]);
  app.missingServerName((name) => {
    // Names are lower-case here; else each spelling of one would be loaded.
    const certificate = name === name.toLowerCase() ? tls.certificate(name) : undefined;
    if (!certificate || names.has(name)) return;
    try {
      withCertificateFiles(tls.directory, certificate, (files) => app.addServerName(name, files));
    } catch (error) {
      return tls.onFault(error, name);
    }
    names.add(name);
    // A name has routes of its own here, so it gets only those that can be asked for on it.
    mount(app.domain(name), options.hotHost?.(name) ? { ...options, routes: [], unknown: [] } : options, kit);
  });
  return listener;
}

const retireWithinMs = 60_000;

async function retire(listener: Listener): Promise<void> {
  const nap = () => sleep(1_000, undefined, { ref: false });
  for (let waited = 0; listener.connections > 0 && waited < retireWithinMs; waited += 1_000) await nap();
  listener.app.close();
  await nap();
  for (const name of listener.names) listener.app.removeServerName(name);
}

/** Registers everything at an app, or at the name it was last told. */
function mount(
  app: uWS.TemplatedApp,
  { routes, everywhere = [], hot, hotHost, unknown, renderError, bodyLimit = 1 << 20 }: HttpOptions,
  kit: HotKit,
): void {
  const answerWith = (paramNames: string[], handle: HttpRoute['handle'], onHotHosts: boolean) => {
    const answer = (res: RawResponse, req: RawRequest) => void serve(res, copyRequest(res, req, paramNames), handle);
    if (!hot || !hotHost || onHotHosts) return answer;
    return (res: RawResponse, req: RawRequest) => {
      if (hotHost(req.getHeader('host'))) hot(res, req, kit, req.getMethod() === 'get');
      else answer(res, req);
    };
  };

  async function serve(res: RawResponse, request: Incoming, handle: HttpRoute['handle']): Promise<void> {
    const client: Client = { gone: false, resume: () => {} };
    res.onAborted(() => {
      client.gone = true;
      client.resume();
    });
    let answer: HttpAnswer;
    let tooLarge = false;
    try {
      if (request.hasBody) {
        const body = await receiveBody(res, request.declaredLength, bodyLimit);
        if (client.gone) return;
        tooLarge = body === undefined;
        if (!body) throw kitError('body_too_large', `the body is larger than ${bodyLimit} bytes`);
        request.body = body;
      }
      answer = await handle(request);
    } catch (error) {
      answer = renderError(error, request);
    }
    if (client.gone) return;
    if (!answer.stream || request.method === 'HEAD') {
      res.cork(() => send(res, request, answer, kit.closing || tooLarge));
      return;
    }
    try {
      res.cork(() => sendHead(res, request.id, answer));
      await sendStream(res, client, answer.stream);
      if (!client.gone) res.cork(() => void res.end(undefined, kit.closing));
    } catch (error) {
      // The status is sent already: the cut connection tells the client, and the renderer logs.
      renderError(error, request);
      if (!client.gone) res.close();
    }
  }

  kit.send = (res, method, answer) =>
    send(res, { id: nextRequestId(), method: method.toUpperCase() }, answer, kit.closing);
  kit.later = (res, req, handle) => void serve(res, copyRequest(res, req, []), handle);

  for (const [pattern, group] of groupByPath([...routes, ...everywhere])) {
    const onHotHosts = group.some((route) => everywhere.includes(route));
    const names = [...pattern.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
    const uwsPattern = pattern.replace(/\{(\w+)\}/g, ':$1');
    const allow = [...new Set(group.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
    for (const { method, handle } of group) {
      app[registrars[method]](uwsPattern, answerWith(names, handle, onHotHosts));
      if (method === 'GET') app.head(uwsPattern, answerWith(names, handle, onHotHosts));
    }
    const refuse = answerWith(
      names,
      ({ method }) => {
        throw kitError('method_not_allowed', `${method} is not allowed here`, { Allow: allow.join(', ') });
      },
      onHotHosts,
    );
    app.any(uwsPattern, refuse);
    if (!group.some(({ method }) => method === 'GET')) app.get(uwsPattern, refuse);
  }
  const missing = answerWith(
    [],
    () => {
      throw kitError('not_found', 'there is nothing at this path');
    },
    false,
  );
  // A GET looks at GET patterns first, also at the hot one, so whatever must come before that is registered for GET too.
  for (const pattern of unknown ?? []) app.any(pattern, missing).get(pattern, missing);
  if (hot) app.get('/*', (res, req) => hot(res, req, kit, true)).any('/*', (res, req) => hot(res, req, kit, false));
  else app.any('/*', missing);
}

const registrars = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del', OPTIONS: 'options' } as const;

const groupByPath = (routes: HttpRoute[]) => {
  const groups = new Map<string, HttpRoute[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  return groups;
};

type Incoming = HttpRequest & { body: Buffer; hasBody: boolean; declaredLength: number };
const noBody = Buffer.alloc(0);

/** uWebSockets.js forgets the request at the first await, so everything wanted later is copied here. */
function copyRequest(res: RawResponse, req: RawRequest, paramNames: string[]): Incoming {
  const headers: Record<string, string> = Object.create(null);
  req.forEach((key, value) => {
    headers[key] = value;
  });
  const declaredLength = Number(headers['content-length'] ?? 0);
  return {
    id: nextRequestId(),
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    query: req.getQuery() ?? '',
    params: Object.fromEntries(paramNames.map((name, index) => [name, decode(req.getParameter(index))])),
    headers,
    ip: Buffer.from(res.getRemoteAddressAsText()).toString(),
    body: noBody,
    hasBody: declaredLength > 0 || headers['transfer-encoding'] !== undefined,
    declaredLength,
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Collects the body; undefined as soon as it is, or says it will be, over the limit. */
function receiveBody(res: RawResponse, declaredLength: number, limit: number): Promise<Buffer | undefined> {
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
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The status line's text, as in `404 Not Found`. */
export const statusLine = (status: number) => `${status} ${reasons[status] ?? 'Unknown'}`;

function sendHead(res: RawResponse, id: string, { status, headers }: HttpAnswer): void {
  res.writeStatus(statusLine(status));
  res.writeHeader('X-Request-Id', id);
  for (const [name, value] of Object.entries(headers ?? {})) res.writeHeader(name, singleLine(value));
}

function send(
  res: RawResponse,
  { id, method }: Pick<HttpRequest, 'id' | 'method'>,
  answer: HttpAnswer,
  close: boolean,
): void {
  const { status, body = '' } = answer;
  sendHead(res, id, answer);
  const bodiless = status === 204 || status === 304;
  if (method !== 'HEAD' && !bodiless) return void res.end(body, close);
  // With a length as its argument endWithoutBody waits for the body, so both headers are written here.
  if (!bodiless) res.writeHeader('Content-Length', String(Buffer.byteLength(body)));
  if (close) res.writeHeader('Connection', 'close');
  res.endWithoutBody();
}

/** `resume` is called when the client takes more, or is gone. */
type Client = { gone: boolean; resume: () => void };

async function sendStream(res: RawResponse, client: Client, stream: AsyncIterable<string | Uint8Array>): Promise<void> {
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
      flows = res.write(chunk);
    });
    if (!flows) await resumed;
  }
}

/** No value can start another header. */
const singleLine = (value: string) => value.replace(/[\r\n\0]+/g, ' ');

/** A JSON answer. */
export const json = (status: number, value: unknown, headers?: Record<string, string>): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});
