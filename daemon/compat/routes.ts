/**
 * Routes of other systems' APIs, so that their programs keep working (COMPAT). A request becomes one call of the link API
 * with the caller's key, and its answer gets the form of the other system. The routes work on every host.
 */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { isClientGone } from '../../shared/http/leaving.ts';
import type { HttpOptions, HttpRequest, HttpRoute } from '../../shared/http/route.ts';
import { apiRequest } from '../../shared/mcp/route.ts';
import { compile } from '../../shared/validate.ts';
import type { Context } from '../api/context.ts';
import type { DescribedRoute, Prepare } from '../api/endpoint.ts';
import { invalid, notFound, toApiError, unauthorized } from '../api/errors.ts';
import { parseQuery } from '../api/query-string.ts';
import type { Auth } from '../identity/auth.ts';
import { looksLikeApiKey } from '../identity/secrets.ts';
import { type Link, ListQuery } from '../links/core/schema.ts';
import { cursorAfter, mostSkipped } from '../links/find-page.ts';
import { parseShortUrl } from '../links/short-url.ts';
import { type Answered, type Call, type CompatRequest, type CompatRoute, nameOf, type System } from './core/system.ts';
import { findPublicId, getClicks, sumClicks } from './queries.ts';
import { readFields } from './read-fields.ts';
import { bitly } from './systems/bitly.ts';
import { kutt } from './systems/kutt.ts';
import { shlink } from './systems/shlink.ts';
import { yourls } from './systems/yourls.ts';

const systems = { yourls, shlink, kutt, bitly };
const bodyLimit = 65_536;
/** Number of a workspace's most clicked links whose clicks are added up. */
const linksSummed = 10_000;
const checkListQuery = compile(ListQuery);

type Render = HttpOptions['renderError'];
type Request = Parameters<Render>[1];

type Fault = { field: string; reason: string; issues: { message: string }[] };

export type Compat = {
  routes: HttpRoute[];
  /** Renders errors below the systems' paths in the systems' own form. */
  renderError: Render;
  headersOf: (request: Pick<HttpRequest, 'path' | 'headers'>) => Record<string, string>;
};

/** Creates the routes. `render` renders the errors of all other paths, and logs the errors of these paths. */
export function createCompat(context: Context, api: DescribedRoute[], render: Render): Compat {
  const { config } = context;
  const used = Object.entries(systems).flatMap(([name, system]) =>
    (config.compat as readonly string[]).includes(name) ? [system as System] : [],
  );
  const systemOf = (path: string) => used.find(({ prefix }) => path.startsWith(prefix));
  const call = createCaller(context, api);

  const failed = (system: System, error: unknown, request: Request, parsed: CompatRequest): HttpAnswer => {
    const standard = render(error, request);
    const { code, message, details } = toApiError(error, request.id);
    const { field = '', reason = '', issues } = (details ?? {}) as Partial<Fault>;
    const theirs = nameOf(system.fields, field);
    const text = issues?.[0] && theirs !== '' ? `${theirs} ${issues[0].message}` : message;
    const own = system.fail({ code, status: standard.status, message: text, field: theirs, reason }, parsed);
    return { ...own, headers: { ...standard.headers, ...own.headers } };
  };

  const toRoute = (system: System, { method, path, ...route }: CompatRoute): HttpRoute => ({
    method,
    path,
    bodyLimit,
    async handle(request) {
      let parsed = parseRequest(context, request);
      try {
        // The request is counted before the body is read, because some systems send the key in it.
        await context.limits.spendAddress(request);
        parsed = { ...parsed, body: await readFields(request) };
        const answered = route.call ? await call(request, system.keyOf(parsed), route.call, parsed) : nothing;
        const own = await route.answer(answered, parsed);
        return { ...own, headers: { ...answered.headers, ...own.headers } };
      } catch (error) {
        if (isClientGone(error)) throw error;
        return failed(system, error, request, parsed);
      }
    },
  });

  return {
    routes: used.flatMap((system) => [
      ...system.routes.map((route) => toRoute(system, route)),
      ...(system.cors ? preflights(system.routes) : []),
    ]),
    renderError(error, request) {
      const system = systemOf(request.path);
      return system ? failed(system, error, request, parseRequest(context, request)) : render(error, request);
    },
    headersOf: ({ path, headers }): Record<string, string> =>
      headers.origin !== undefined && systemOf(path)?.cors ? { 'Access-Control-Allow-Origin': '*' } : {},
  };
}

/** Returns a request without its body. Its domain is the domain to which it was sent, or else the default domain. */
function parseRequest({ config, findDomain }: Context, { path, query, headers, params }: Request): CompatRequest {
  const { host = '' } = headers;
  const isCustom = findDomain(host) > 0;
  const domain = isCustom ? host.toLowerCase().replace(/\.?(:\d*)?$/, '') : config.defaultShortDomain;
  return { path, params, headers, query: new URLSearchParams(query), body: {}, domain };
}

type Called = Answered & { headers: Record<string, string> };

/** The answer for routes without a call. */
const nothing: Called = { status: 200, json: undefined, headers: {}, clicksOf: () => 0, totalClicks: async () => 0 };

/** Returns the function that calls the link API and adds the numbers of clicks. */
function createCaller(context: Context, api: DescribedRoute[]) {
  const byOperation = new Map(api.map((route) => [route.description.id, route]));
  async function run(request: HttpRequest, key: string, call: Call): Promise<Called> {
    let workspaceId = 0;
    const prepare: Prepare = async (auth) => {
      workspaceId = auth.workspaceId;
      return prepared(context, auth, call);
    };
    const route = byOperation.get(call.operation) as DescribedRoute;
    const original = { ...request, path: `${request.path}?${request.query}` };
    const { status, headers, body } = await route.handle({ ...toApi(request, key, route, call), prepare, original });
    const json = JSON.parse(String(body));
    const ids = status === 201 ? [] : linksIn(json).map(({ id }) => id);
    const clicks = await getClicks(context.db, workspaceId, ids);
    return {
      status,
      json,
      headers: passedOn(headers),
      clicksOf: ({ id, importedClicks }) => (clicks.get(id) ?? 0) + (importedClicks ?? 0),
      totalClicks: () => sumClicks(context.db, workspaceId, linksSummed),
    };
  }

  return async (
    request: HttpRequest,
    key: string,
    describe: (parsed: CompatRequest) => Call,
    parsed: CompatRequest,
  ): Promise<Called> => {
    let call: Call;
    try {
      call = describe(parsed);
    } catch (error) {
      // The fault is reported only to a caller with a valid key, and the request counts towards the caller's limit.
      await run(request, key, { operation: 'getMe' });
      throw error;
    }
    return run(request, key, call);
  };
}

/** Returns the API request of a call. @throws `unauthorized` for any credential other than an API key */
function toApi(request: HttpRequest, key: string, { method, path }: DescribedRoute, call: Call): HttpRequest {
  if (!looksLikeApiKey(key)) throw unauthorized();
  const { operation, params = {}, args = {} } = call;
  const headers: HttpRequest['headers'] = { ...request.headers, authorization: `Bearer ${key}` };
  const sent = apiRequest({ ...request, headers }, { operation, method, path, params, args: given(args) }, 'query');
  return { ...sent, headers: { ...sent.headers, 'idempotency-key': headers['idempotency-key'] } };
}

const given = (args: object) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));

const linksIn = (json: { links?: Link[] } & Partial<Link>): Pick<Link, 'id'>[] =>
  json.links ?? (json.id?.startsWith('lnk_') ? [{ id: json.id }] : []);

const passedOn = (headers: HttpAnswer['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(x-)?ratelimit|^cache-control$|^idempotency-/i.test(name)),
  );

/** Returns the parts of a call that depend on the workspace. @throws `not_found`, `validation_failed` */
async function prepared(context: Context, auth: Auth, { link, skip = 0, args = {} }: Call) {
  return {
    ...(link ? { params: { id: await idOf(context, auth, link) } } : {}),
    ...(skip > 0 ? { query: await queryAfter(context, auth, given(args), skip) } : {}),
  };
}

async function idOf({ db, findDomain }: Context, { workspaceId }: Auth, { name, domain }: NonNullable<Call['link']>) {
  const key = parseShortUrl(name.includes('/') ? name : `${domain}/${name}`, findDomain);
  const found = key && (await findPublicId(db, workspaceId, key));
  if (!found) throw notFound('link');
  return found.id;
}

/** Returns the query for the page after `skip` links. */
async function queryAfter(context: Context, auth: Auth, args: Record<string, string>, skip: number): Promise<string> {
  if (skip > mostSkipped) throw invalid({ field: 'page', message: `must start within the first ${mostSkipped} links` });
  const query = new URLSearchParams(args);
  const parsed = parseQuery(ListQuery, checkListQuery, query.toString()) as ListQuery;
  const cursor = await cursorAfter(context, auth, parsed, skip);
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.toString();
}

/** Returns the routes that answer preflight requests from other origins. */
const preflights = (routes: readonly CompatRoute[]): HttpRoute[] =>
  [...new Set(routes.map(({ path }) => path))].map((path) => ({
    method: 'OPTIONS',
    path,
    handle: ({ headers }) => ({
      status: 204,
      headers: {
        'Access-Control-Allow-Methods': [...new Set(routes.flatMap((r) => (r.path === path ? r.method : [])))].join(
          ', ',
        ),
        'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '',
        'Access-Control-Max-Age': '3600',
      },
    }),
  }));
