/**
 * The REST server of the plugin host. From a raw request to an answer, in this order: route, method, permission,
 * `Accept`, body, parameters, callback. It knows no plugin; it answers every fault itself.
 */
import { networkOf } from '../../shared/address.ts';
import { ApiError } from '../../shared/errors.ts';
import type { createAddressReader } from '../../shared/forwarded-address.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { BodyBudget } from '../../shared/http/body-budget.ts';
import { requireLength } from '../../shared/http/request.ts';
import { bodyTooLarge, type HttpRequest, openBodyLimit } from '../../shared/http/route.ts';
import type { Log } from '../../shared/log.ts';
import { isAccepted } from './accept.ts';
import { type Answered, commonHeaders, readCallback, writeAnswer } from './answer.ts';
import { describeIndex, describeNamespace, describeRoute, describeSite, restUrl, type Site } from './describe.ts';
import { renderLikeWordPress, restError, toApiError } from './errors.ts';
import { pagingHeaders } from './paging.ts';
import { parseBody, parseQuery } from './params.ts';
import type { AskedRoute, FindUser, Identify, Namespace, RestAnswer, RestMethod, RestRoute, User } from './route.ts';
import { type MountedRoute, methodsOf, noArgs, type RouteMatch, RouteTable } from './route-table.ts';

type AddressReader = ReturnType<typeof createAddressReader>;
type Query = Record<string, unknown>;
type Target = { method: string; route: string; query: Query; headers: HttpRequest['headers'] };

export class RestServer {
  readonly #site: Site;
  readonly #log: Log;
  readonly #table = new RouteTable();
  readonly #namespaces = new Map<string, Namespace>();
  readonly #addressOf: AddressReader;
  readonly #identifiers = new Map<Identify, FindUser | undefined>();
  readonly #bodies = new BodyBudget();

  constructor(site: Site, log: Log, addressOf: AddressReader) {
    this.#site = site;
    this.#log = log;
    this.#addressOf = addressOf;
  }

  /** Adds a way to find out who sends a request, and to find that person later. Returns what takes it out again. */
  addIdentify(identify: Identify, find?: FindUser): () => void {
    this.#identifiers.set(identify, find);
    return () => void this.#identifiers.delete(identify);
  }

  async findUser(id: number): Promise<User | undefined> {
    for (const find of this.#identifiers.values()) {
      const user = await find?.(id);
      if (user) return user;
    }
    return undefined;
  }

  /** Mounts all routes of a namespace, or throws and mounts none. `trusted` as in the table of routes. */
  addNamespace(namespace: Namespace, trusted: boolean): void {
    if (this.#namespaces.has(namespace.name)) throw new Error(`the namespace ${namespace.name} is taken`);
    try {
      this.#table.add(namespace, trusted);
    } catch (error) {
      this.#table.remove(namespace.name);
      throw error;
    }
    this.#namespaces.set(namespace.name, namespace);
  }

  /** From now on its routes are `rest_no_route`; what was called already is answered. */
  removeNamespace(name: string): void {
    this.#table.remove(name);
    this.#namespaces.delete(name);
  }

  /** Answers a request; never throws. */
  async handle(request: HttpRequest): Promise<HttpAnswer> {
    const query = parseQuery(request.query);
    const target = { method: readMethod(request, query), route: readRoute(request.path, query), query };
    const headers = commonHeaders(this.#site, request.headers.origin);
    let namespace: Namespace | undefined;
    try {
      namespace = this.#namespaceOf(target.route ?? '');
      readCallback(query);
      if (target.route === undefined) return this.#frontPage(headers);
      const answer = await this.#answer({ ...target, route: target.route, headers: request.headers }, request);
      if ('contentType' in answer) {
        const { status = 200, contentType } = answer;
        const content = 'text' in answer ? { body: answer.text } : { stream: answer.stream };
        return { status, headers: { ...headers, ...answer.headers, 'Content-Type': contentType }, ...content };
      }
      const paging = answer.paging ? pagingHeaders(restUrl(this.#site, target.route), query, answer.paging) : {};
      return writeAnswer(merge(answer, paging, headers), query);
    } catch (error) {
      return this.#refuse(error, namespace, request, query, headers);
    }
  }

  /** The answer to what went wrong before a handler was reached, such as a body that is too large. */
  renderError(error: unknown, request: Pick<HttpRequest, 'id' | 'method' | 'path'>): HttpAnswer {
    const route = readRoute(request.path, {}) ?? '';
    const match = this.#table.find(route);
    const told = match ? withAllow(error, allowOf(match)) : error;
    return this.#refuse(told, this.#namespaceOf(route), request, {}, commonHeaders(this.#site, undefined));
  }

  async #answer(target: Target, request: HttpRequest): Promise<RestAnswer> {
    const { method, route } = target;
    const index = this.#index(route);
    if (index) {
      if (method === 'GET') return { data: index(), headers: { Allow: 'GET' } };
      if (method === 'OPTIONS') return { data: describeIndex(route.slice(1)), headers: { Allow: 'GET' } };
      throw methodNotAllowed(method, ['GET']);
    }
    const match = this.#table.find(route);
    if (!match) throw restError('rest_no_route', 'No route was found matching the URL and request method.');
    const Allow = allowOf(match);
    if (method === 'OPTIONS') return { data: describeRoute(match.mount), headers: { Allow } };
    const mounted = match.mount.routes.find((one) => one.route.methods.includes(method as RestMethod));
    if (!mounted) throw methodNotAllowed(method, methodsOf(match.mount));
    const answer = await this.#call(mounted, match, target, request).catch((error) => {
      throw withAllow(error, Allow);
    });
    return { ...answer, headers: { Allow, ...answer.headers } };
  }

  async #call(mounted: MountedRoute, match: RouteMatch, target: Target, request: HttpRequest): Promise<RestAnswer> {
    const { method, route, query, headers } = target;
    const { id, body, signal } = request;
    const address = this.#addressOf(request.ip, headers['x-forwarded-for'] ?? '');
    const isHead = request.method === 'HEAD';
    const known = { id, method: method as RestMethod, isHead, route, query, headers, address, signal };
    const anyone = { ...known, user: once(() => this.#identify(known)), caller: undefined };
    const asked = { ...anyone, caller: await mounted.namespace.permission?.(anyone) };
    await mounted.route.permission?.(asked);
    checkAccept(headers.accept, mounted.route.produces ?? [], query._jsonp !== undefined);
    if (mounted.route.streams) requireLength(request);
    await this.#requireRoom(mounted, asked, body);
    const fromBody = await parseBody(body, headers['content-type'] ?? '');
    const given = { ...query, ...fromBody };
    const params = mounted.clean({ ...given, ...match.path });
    const undeclared = Object.keys(given).filter((name) => !isHosts(name) && !isDeclared(mounted.route, name));
    return mounted.route.callback({ ...asked, params, undeclared, path: match.path });
  }

  /** @throws body_too_large, unavailable */
  async #requireRoom({ namespace, route }: MountedRoute, asked: AskedRoute, { length }: Buffer): Promise<void> {
    const isOpen = !namespace.permission && !route.permission;
    if (isOpen && length > (route.bodyLimit ?? openBodyLimit)) throw bodyTooLarge(route.bodyLimit ?? openBodyLimit);
    const { caller, address, signal } = asked;
    await this.#bodies.spend(caller ? `${caller.type} ${caller.id}` : networkOf(address), length, signal);
  }

  async #identify(request: Parameters<Identify>[0]): Promise<User | undefined> {
    for (const identify of this.#identifiers.keys()) {
      const user = await identify(request);
      if (user) return user;
    }
    return undefined;
  }

  #index(route: string): (() => unknown) | undefined {
    if (route === '') return () => describeSite(this.#site, [...this.#namespaces.values()], this.#table.list());
    const namespace = this.#namespaces.get(route.slice(1));
    return namespace && (() => describeNamespace(this.#site, namespace, this.#table.list(namespace.name)));
  }

  #namespaceOf(route: string): Namespace | undefined {
    for (const namespace of this.#namespaces.values()) {
      if (route === `/${namespace.name}` || route.startsWith(`/${namespace.name}/`)) return namespace;
    }
    return undefined;
  }

  #refuse(
    thrown: unknown,
    namespace: Namespace | undefined,
    { id, method, path }: Pick<HttpRequest, 'id' | 'method' | 'path'>,
    query: Query,
    headers: Record<string, string>,
  ): HttpAnswer {
    const error = toApiError(thrown);
    const rendered = namespace?.renderError?.(error) ?? renderLikeWordPress(error);
    if (rendered.status >= 500) {
      this.#log.error({ err: error.cause ?? error, requestId: id, method, path }, error.message);
    }
    const answered = { status: rendered.status, data: rendered.body, headers: { ...headers, ...rendered.headers } };
    const { _jsonp, ...plain } = query;
    return writeAnswer(answered, error.code === 'rest_callback_invalid' ? plain : query);
  }

  /** The site's front page is only where clients find the API. */
  #frontPage(headers: Record<string, string>): HttpAnswer {
    const text = `${this.#site.name}: ${this.#site.description}\nThe API is at ${this.#site.url}/wp-json/\n`;
    return { status: 200, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }, body: text };
  }
}

/** Asks at the first call, and remembers. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}

/** Names with an underscore are of WordPress, or keep caches from answering. */
const isHosts = (name: string) => name === 'rest_route' || name.startsWith('_');
const isDeclared = ({ args = noArgs }: RestRoute, name: string) => Object.hasOwn(args.properties, name);

const allowOf = ({ mount }: RouteMatch) => methodsOf(mount).join(', ');

/** A fault at a route that is there tells the methods it takes. */
function withAllow(thrown: unknown, Allow: string): ApiError {
  const { code, message, details, cause, headers } = toApiError(thrown);
  return new ApiError(code, message, { details, cause, headers: { Allow, ...headers } });
}

const methodNotAllowed = (method: string, allowed: string[]) =>
  restError('method_not_allowed', `${method} is not allowed here`, { headers: { Allow: allowed.join(', ') } });

/** `_method`, then `X-HTTP-Method-Override`, then the method itself, as in WordPress; HEAD is answered as GET. */
function readMethod({ method, headers }: HttpRequest, query: Query): string {
  const override = typeof query._method === 'string' ? query._method : headers['x-http-method-override'];
  const named = override?.trim().toUpperCase() || method;
  return named === 'HEAD' ? 'GET' : named;
}

/** The route without a slash at its end; the index is ''; undefined for the front page. */
function readRoute(path: string, { rest_route: named }: Query): string | undefined {
  const route = typeof named === 'string' && named !== '' ? named : routeOfPath(path);
  return route === undefined ? undefined : withoutEndSlashes(route);
}

/** By hand: an expression would begin anew at each slash of a long row of them. */
function withoutEndSlashes(route: string): string {
  let end = route.length;
  while (route[end - 1] === '/') end--;
  return route.slice(0, end);
}

function routeOfPath(path: string): string | undefined {
  if (path === '/' || path === '/index.php') return undefined;
  const below = path.replace(/^\/index\.php(?=\/)/, '');
  if (below === '/wp-json' || below.startsWith('/wp-json/')) return below.slice('/wp-json'.length);
  return `/${path}`;
}

/** @throws rest_not_acceptable when the client takes neither JSON nor what the route streams. */
function checkAccept(accept: string | undefined, produces: string[], takesScript: boolean): void {
  if (!accept || takesScript) return;
  if (isAccepted(accept, ['application/json', ...produces])) return;
  throw restError('rest_not_acceptable', 'Only JSON can be answered here.');
}

/** The answer with all its headers; links of the answer stand beside the common one. */
function merge(
  { status = 200, data, headers }: RestAnswer & { data: unknown },
  paging: Record<string, string>,
  common: Record<string, string>,
): Answered {
  const { Link, ...others } = { ...paging, ...headers };
  return { status, data, headers: { ...common, ...others, ...(Link ? { Link: `${common.Link}, ${Link}` } : {}) } };
}
