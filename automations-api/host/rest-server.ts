/**
 * The REST server of the plugin host. It handles a request in this order: route, method, permission, `Accept`, body,
 * parameters, callback. It also answers all errors.
 */
import { demoReadOnly, isRefused } from '../../shared/demo/read-only.ts';
import { ApiError } from '../../shared/errors.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { BodyBudget } from '../../shared/http/body-budget.ts';
import { requireLength } from '../../shared/http/request.ts';
import { bodyTooLarge, type HttpRequest, openBodyLimit } from '../../shared/http/route.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Tool } from '../../shared/mcp/tools.ts';
import { networkOf } from '../../shared/net/address.ts';
import type { createAddressReader } from '../../shared/net/forwarded-address.ts';
import { isAccepted } from './accept-header.ts';
import { commonHeaders, readCallback, withCommon, writeAnswer } from './answer.ts';
import { describeIndex, describeNamespace, describeRoute, describeSite, restUrl, type Site } from './core/describe.ts';
import { renderLikeWordPress, restError, toApiError } from './core/errors.ts';
import type {
  FindUser,
  Identify,
  Namespace,
  NamespaceExtension,
  RequestHead,
  RestAnswer,
  RestMethod,
  RestRoute,
  User,
} from './core/route.ts';
import { type MountedRoute, methodsOf, noArgs, type RouteMatch, RouteTable } from './core/route-table.ts';
import { openFilesOf } from './openapi/open-files.ts';
import { toolsOf } from './openapi/tools.ts';
import { pagingHeaders } from './paging.ts';
import { parseBody, parseQuery } from './params.ts';

type AddressReader = ReturnType<typeof createAddressReader>;
type Query = Record<string, unknown>;
/** A parsed target. `method` is GET for HEAD. */
type Target = { method: string; isHead: boolean; route: string; query: Query };
type PublicAnswer = { name: string; show: (headers: HttpRequest['headers']) => RestAnswer | Promise<RestAnswer> };
/**
 * A check of successful answers. Tests use it to compare them with the schema. If it throws, its error is the answer.
 */
export type CheckAnswer = (route: RestRoute, data: unknown) => void;

export class RestServer {
  readonly #site: Site;
  readonly #log: Log;
  readonly #table = new RouteTable();
  /** The namespaces as their plugins added them. */
  readonly #own = new Map<string, Namespace>();
  readonly #extensions = new Set<NamespaceExtension>();
  /** The namespaces with the routes of `#extensions`. */
  readonly #namespaces = new Map<string, Namespace>();
  readonly #openFiles = new Map<string, ReturnType<typeof openFilesOf>>();
  readonly #addressOf: AddressReader;
  readonly #identifiers = new Map<Identify, FindUser | undefined>();
  readonly #bodies = new BodyBudget();
  readonly #checkAnswer: CheckAnswer | undefined;
  readonly #refusesWrites: boolean;

  constructor(
    site: Site,
    log: Log,
    addressOf: AddressReader,
    { checkAnswer, refusesWrites = false }: { checkAnswer?: CheckAnswer | undefined; refusesWrites?: boolean } = {},
  ) {
    this.#refusesWrites = refusesWrites;
    this.#site = site;
    this.#log = log;
    this.#addressOf = addressOf;
    this.#checkAnswer = checkAnswer;
  }

  /** Adds a way to identify the user of a request and to find the user later. Returns a function that removes it. */
  addIdentify(identify: Identify, find?: FindUser): () => void {
    this.#identifiers.set(identify, find);
    return () => void this.#identifiers.delete(identify);
  }

  async findUser(caller: Parameters<FindUser>[0]): Promise<User | undefined> {
    for (const find of this.#identifiers.values()) {
      const user = await find?.(caller);
      if (user) return user;
    }
    return undefined;
  }

  /** Mounts all routes of a namespace, or none if it throws. `trusted`: see `RouteTable.add`. */
  addNamespace(namespace: Namespace, trusted: boolean): void {
    if (this.#namespaces.has(namespace.name)) throw new Error(`the namespace ${namespace.name} is taken`);
    try {
      this.#table.add(namespace, trusted);
    } catch (error) {
      this.#table.remove(namespace.name);
      throw error;
    }
    this.#own.set(namespace.name, namespace);
    this.#describeRoutes(namespace.name);
  }

  /** Checks whether plugins can add routes under this name now. */
  canExtend(name: string): boolean {
    return this.#extended(name).length > 0;
  }

  /** Mounts routes in namespaces, or none if it throws. Returns a function that removes them. */
  extend(extension: NamespaceExtension, trusted: boolean): () => void {
    const { to, routes } = extension;
    const remove = () => {
      this.#extensions.delete(extension);
      this.#table.removeRoutes(new Set(routes));
      for (const { name } of this.#extended(to)) this.#describeRoutes(name);
    };
    try {
      for (const namespace of this.#extended(to)) this.#table.add({ ...namespace, routes }, trusted);
    } catch (error) {
      remove();
      throw error;
    }
    this.#extensions.add(extension);
    for (const { name } of this.#extended(to)) this.#describeRoutes(name);
    return remove;
  }

  #extended(name: string): Namespace[] {
    return [...this.#own.values()].filter(({ extendedAs }) => extendedAs === name);
  }

  /** Rebuilds a namespace's descriptions with the routes that other plugins added. */
  #describeRoutes(name: string): void {
    const own = this.#own.get(name) as Namespace;
    const extended = withExtensions(
      own,
      [...this.#extensions].filter(({ to }) => to === own.extendedAs),
    );
    this.#namespaces.set(name, extended);
    this.#openFiles.set(name, openFilesOf(this.#site, extended));
  }

  /** Unmounts a namespace. Requests in progress are still answered. */
  removeNamespace(name: string): void {
    this.#table.remove(name);
    this.#own.delete(name);
    this.#namespaces.delete(name);
    this.#openFiles.delete(name);
  }

  /** Answers a request; never throws. */
  async handle(request: HttpRequest): Promise<HttpAnswer> {
    const query = parseQuery(request.query);
    const method = readMethod(request, query);
    const answer = await this.#answerIn(method, query, request);
    // The HTTP server drops the body of a real HEAD, but not of one set by `_method`.
    return method === 'HEAD' && request.method !== 'HEAD' ? withoutBody(answer) : answer;
  }

  async #answerIn(method: string, query: Query, request: HttpRequest): Promise<HttpAnswer> {
    const route = readRoute(request.path, query);
    const headers = commonHeaders(this.#site, request.headers.origin);
    let namespace: Namespace | undefined;
    try {
      namespace = this.#namespaceOf(route ?? '');
      readCallback(query);
      if (route === undefined) return this.#frontPage(headers);
      const isHead = method === 'HEAD' || request.method === 'HEAD';
      const answer = await this.#answer({ method: method === 'HEAD' ? 'GET' : method, isHead, route, query }, request);
      if ('contentType' in answer) {
        const { status = 200, contentType } = answer;
        const content =
          'text' in answer ? { body: answer.text, cookies: answer.cookies ?? [] } : { stream: answer.stream };
        return { status, headers: { ...withCommon(headers, answer.headers), 'Content-Type': contentType }, ...content };
      }
      const { status = 200, data, paging } = answer;
      const around = paging ? pagingHeaders(restUrl(this.#site, route), query, paging) : {};
      return writeAnswer({ status, data, headers: { ...around, ...answer.headers } }, query, headers);
    } catch (error) {
      return this.#refuse(error, namespace, request, { query, headers });
    }
  }

  /** Answers an error that happened before the handler, such as a body that is too large. */
  renderError(error: unknown, request: Pick<HttpRequest, 'id' | 'method' | 'path'>): HttpAnswer {
    const route = readRoute(request.path, {}) ?? '';
    const match = this.#table.find(route);
    const refusal = match ? withAllow(error, allowOf(match)) : error;
    return this.#refuse(refusal, this.#namespaceOf(route), request, {
      query: {},
      headers: commonHeaders(this.#site, undefined),
    });
  }

  /** Returns all namespaces' tools for agents. If several tools share a name, only one is listed. */
  tools(): Tool[] {
    const all = [...this.#namespaces.values()].flatMap((namespace) => toolsOf(this.#site, namespace));
    return [...new Map(all.toReversed().map((tool) => [tool.name, tool])).values()].toReversed();
  }

  /** Returns whether the caller can use a tool. @throws the permission's error if there is no caller */
  async permits({ method, path }: Tool, request: HttpRequest): Promise<boolean> {
    const route = readRoute(path.replace(/\{\w+\}/g, '0'), {}) ?? '';
    const mounted = this.#table
      .find(route)
      ?.mount.routes.find((one) => one.route.methods.includes(method as RestMethod));
    if (!mounted) return false;
    const head = this.#readHead({ method, isHead: false, route, query: {} }, request);
    try {
      const caller = await mounted.namespace.permission?.(head);
      await mounted.route.permission?.({ ...head, caller });
      return true;
    } catch (error) {
      if (this.renderError(error, { ...request, path }).status === 403) return false;
      throw error;
    }
  }

  async #answer(target: Target, request: HttpRequest): Promise<RestAnswer> {
    const { method, route } = target;
    const head = this.#readHead(target, request);
    const open = this.#publicAnswer(route);
    if (open) {
      if (method === 'OPTIONS') return { data: describeIndex(open.name), headers: { Allow: 'GET' } };
      if (method !== 'GET') throw methodNotAllowed(method, ['GET']);
      await this.#refuseStrays(head);
      const answer = await open.show(request.headers);
      return { ...answer, headers: { Allow: 'GET', ...answer.headers } };
    }
    const match = this.#table.find(route);
    // Answers the preflight, so that a page of another site can read the 404.
    if (!match && method === 'OPTIONS') return { data: [] };
    if (!match || method === '') throw noRoute();
    const Allow = allowOf(match);
    if (method === 'OPTIONS') return { data: describeRoute(match.mount), headers: { Allow } };
    const mounted = match.mount.routes.find((one) => one.route.methods.includes(method as RestMethod));
    if (!mounted) throw methodNotAllowed(method, methodsOf(match.mount));
    if (this.#refusesWrites && isRefused(method, mounted.route.inDemo)) throw demoReadOnly();
    const answer = await this.#call(mounted, match, head, request).catch((error) => {
      throw withAllow(error, Allow);
    });
    if ('data' in answer) this.#checkAnswer?.(mounted.route, answer.data);
    return { ...(mounted.route.isQueued ? { status: 202 } : {}), ...answer, headers: { Allow, ...answer.headers } };
  }

  #readHead(target: Target, { id, ip, headers, signal }: HttpRequest): RequestHead {
    const address = this.#addressOf(ip, headers['x-forwarded-for'] ?? '');
    const known = { ...target, method: target.method as RestMethod, id, headers, address, signal };
    return { ...known, user: once(() => this.#identify(known)), caller: undefined };
  }

  async #call(
    { namespace, route, clean }: MountedRoute,
    match: RouteMatch,
    anonymous: RequestHead,
    request: HttpRequest,
  ) {
    const { query, headers } = anonymous;
    const head = { ...anonymous, caller: await namespace.permission?.(anonymous) };
    if (!head.caller && !namespace.takesStrays) await this.#refuseStrays(head);
    await route.permission?.(head);
    checkAccept(headers.accept, route.produces ?? [], readCallback(query) !== undefined);
    if (route.streams) requireLength({ headers });
    await this.#requireRoom(namespace, route, head, request.body);
    const fromBody = route.takesFile ? {} : await parseBody(request.body, headers['content-type'] ?? '');
    const params = clean(match.path, fromBody, query);
    const given = Object.keys({ ...query, ...fromBody });
    const undeclared = given.filter((name) => !isReserved(name) && !isDeclared(route, name));
    return route.callback({ ...head, params, undeclared, path: match.path, file: request });
  }

  /**
   * Refuses a nonce without a session, and a wrong password.
   * @throws rest_cookie_invalid_nonce, or the error of the function that identifies users
   */
  async #refuseStrays({ headers, user }: RequestHead): Promise<void> {
    const isNonce = headers['x-wp-nonce'] !== undefined;
    if (this.#identifiers.size === 0 || !(isNonce || /^basic /i.test(headers.authorization ?? ''))) return;
    if (!(await user()) && isNonce) throw restError('rest_cookie_invalid_nonce', 'Cookie check failed');
  }

  /** Checks the body's size and the sender's share of memory. @throws body_too_large, unavailable */
  async #requireRoom(namespace: Namespace, route: RestRoute, head: RequestHead, { length }: Buffer): Promise<void> {
    const isOpen = !namespace.permission && !route.permission;
    if (isOpen && length > (route.bodyLimit ?? openBodyLimit)) throw bodyTooLarge(route.bodyLimit ?? openBodyLimit);
    const { caller, address, signal } = head;
    await this.#bodies.spend(caller ? `${caller.type} ${caller.id}` : networkOf(address), length, signal);
  }

  async #identify(request: Parameters<Identify>[0]): Promise<User | undefined> {
    for (const identify of this.#identifiers.keys()) {
      const user = await identify(request);
      if (user) return user;
    }
    return undefined;
  }

  /** Finds an answer that needs no key: an index of the site or a namespace, or a published file. */
  #publicAnswer(route: string): PublicAnswer | undefined {
    const all = [...this.#namespaces.values()];
    if (route === '') return { name: '', show: () => ({ data: describeSite(this.#site, all, this.#table.list()) }) };
    const namespace = this.#namespaceOf(route);
    if (!namespace) return undefined;
    const { name } = namespace;
    const below = route.slice(name.length + 1).toLowerCase();
    const show = below === '' ? () => this.#describe(namespace) : this.#openFiles.get(name)?.get(below);
    return show && { name, show };
  }

  #describe(namespace: Namespace): RestAnswer {
    return { data: describeNamespace(this.#site, namespace, this.#table.list(namespace.name)) };
  }

  #namespaceOf(route: string): Namespace | undefined {
    return [...this.#namespaces.values()].find(({ name }) => isBelow(name, route));
  }

  #refuse(
    thrown: unknown,
    namespace: Namespace | undefined,
    { id, method, path }: Pick<HttpRequest, 'id' | 'method' | 'path'>,
    { query, headers }: { query: Query; headers: Record<string, string> },
  ): HttpAnswer {
    const error = toApiError(thrown);
    const rendered = namespace?.renderError?.(error) ?? renderLikeWordPress(error);
    if (rendered.status >= 500) {
      this.#log.error({ err: error.cause ?? error, requestId: id, method, path }, error.message);
    }
    const { status, body: data } = rendered;
    const answered = { status, data, headers: rendered.headers ?? {} };
    if (error.code !== 'rest_callback_invalid') return writeAnswer(answered, query, headers);
    // WordPress checks for this error first, so `_fields` and `_envelope` do not apply, and the body has no status.
    const { code, message } = data as { code: string; message: string };
    return writeAnswer({ ...answered, data: { code, message } }, {}, headers);
  }

  /** Answers the front page, from which clients discover the API. */
  #frontPage(headers: Record<string, string>): HttpAnswer {
    const text = `${this.#site.name}: ${this.#site.description}\nThe API is at ${this.#site.url}/wp-json/\n`;
    return { status: 200, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }, body: text };
  }
}

function withExtensions(own: Namespace, extensions: NamespaceExtension[]): Namespace {
  const { published } = own;
  const groups = Object.assign({}, published?.groups, ...extensions.map((one) => one.groups));
  const tools = [...(published?.tools ?? []), ...extensions.flatMap((one) => one.tools ?? [])];
  return {
    ...own,
    routes: [...own.routes, ...extensions.flatMap(({ routes }) => routes)],
    ...(published && { published: { ...published, groups, tools } }),
  };
}

/** Wraps a function so that it runs at most once. */
function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

/** Checks for the host's own parameters. Those with an underscore belong to WordPress or bypass caches. */
const isReserved = (name: string) => name === 'rest_route' || name.startsWith('_');
const isDeclared = ({ args = noArgs }: RestRoute, name: string) => Object.hasOwn(args.properties, name);

const allowOf = ({ mount }: RouteMatch) => methodsOf(mount).join(', ');

/** Adds the allowed methods to an error of an existing route. */
function withAllow(thrown: unknown, Allow: string): ApiError {
  const { code, message, details, cause, headers } = toApiError(thrown);
  return new ApiError(code, message, { details, cause, headers: { Allow, ...headers } });
}

const noRoute = () => restError('rest_no_route', 'No route was found matching the URL and request method.');

const methodNotAllowed = (method: string, allowed: string[]) =>
  restError('method_not_allowed', `${method} is not allowed here`, { headers: { Allow: allowed.join(', ') } });

/**
 * Reads the method from `_method`, `X-HTTP-Method-Override` or the request, as WordPress does. The result can be ''.
 */
function readMethod({ method, headers }: HttpRequest, query: Query): string {
  const override = typeof query._method === 'string' ? query._method : headers['x-http-method-override'];
  return override === undefined ? method : override.trim().toUpperCase();
}

function withoutBody({ status, headers = {}, cookies = [] }: HttpAnswer): HttpAnswer {
  return { status, headers, cookies };
}

/** Checks whether a route is in the namespace, ignoring case. */
function isBelow(namespace: string, route: string): boolean {
  const start = `/${namespace}/`;
  return `${route}/`.slice(0, start.length).toLowerCase() === start.toLowerCase();
}

/** Returns the route without a trailing slash: '' for the index, undefined for the front page. */
function readRoute(path: string, { rest_route: named }: Query): string | undefined {
  const route = typeof named === 'string' && named !== '' ? named : routeOfPath(path);
  return route === undefined ? undefined : withoutEndSlashes(route);
}

/** Removes trailing slashes. A regular expression would take quadratic time on many slashes. */
function withoutEndSlashes(route: string): string {
  let end = route.length;
  while (route[end - 1] === '/') end--;
  return route.slice(0, end);
}

/** Returns the route of a path. Decodes it first unless it starts with `/wp-json`. */
function routeOfPath(path: string): string | undefined {
  if (path === '/' || path === '/index.php') return undefined;
  if (path.startsWith('/index.php/')) return belowRoot(decoded(path.slice('/index.php'.length))) ?? `/${path}`;
  return belowRoot(path) ?? belowRoot(decoded(path)) ?? `/${path}`;
}

const belowRoot = (path: string): string | undefined =>
  path === '/wp-json' || path.startsWith('/wp-json/') ? path.slice('/wp-json'.length) : undefined;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @throws rest_not_acceptable if the client accepts neither JSON nor the route's stream */
function checkAccept(accept: string | undefined, produces: string[], takesScript: boolean): void {
  if (!accept || takesScript) return;
  if (isAccepted(accept, ['application/json', ...produces])) return;
  throw restError('rest_not_acceptable', 'This route only answers JSON.');
}
