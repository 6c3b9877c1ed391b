/**
 * Endpoints of the link API: their requirements and answers as data, and the order of checks. The checks are identity
 * (401), rate (429), permission (403), existence (404), validity (422) and an earlier answer (Idempotency-Key). Only
 * then does the handler run, and its errors (402, 409, …) become the answer.
 */
import type { Static, TObject, TSchema } from 'typebox';
import { mayBeId } from '../../shared/db/public-ids.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { isJson } from '../../shared/http/body.ts';
import type { PathName } from '../../shared/http/path-name.ts';
import { type HttpRequest, type HttpRoute, type Method, openBodyLimit } from '../../shared/http/route.ts';
import { needsFactor } from '../../shared/people/factors/factors.ts';
import { isOperator } from '../../shared/people/operator-queries.ts';
import { compile } from '../../shared/validate.ts';
import type { Db, Role } from '../core/tables.ts';
import { bearerToken, type Refusal } from '../identity/access.ts';
import { type Auth, atLeast, noWorkspace } from '../identity/auth.ts';
import type { Context } from './context.ts';
import {
  type ErrorCode,
  forbidden,
  invalid,
  isApiError,
  noSuch,
  notFound,
  rateLimited,
  requireJson,
  secondFactorMissing,
  toApiError,
  unauthorized,
  withHeaders,
  workspaceSuspended,
} from './errors.ts';
import { beginAttempt, type Keep } from './idempotency.ts';
import { parseQuery, reportIgnored } from './query-string.ts';

type Call<Found = undefined, Body = undefined, Query = undefined, Name extends string = string> = {
  request: HttpRequest<Name>;
  auth: Auth;
  found: Found;
  body: Body;
  query: Query;
  /** Whether the credential is the dashboard's cookie. */
  byCookie: boolean;
  /**
   * Stores the answer for retries with the same Idempotency-Key; `undefined` for a request without a key. A handler
   * that creates something calls it in the same transaction.
   */
  keep: Keep | undefined;
};

/** The body of an answer. `type` is JSON by default; an image's schema is a string. */
type Answer = { description: string; schema?: TSchema; type?: string | string[] };

/**
 * The kinds of callers. `ofUser`: the endpoint acts on the user rather than the workspace. So it also works in a
 * suspended workspace, or with an unverified email address. `isEarly`: the endpoint works even in a session that must
 * still set up a second factor.
 */
const callers = {
  'key-or-session': { takesKeys: true },
  'key-or-user': { takesKeys: true, ofUser: true },
  'key-or-newcomer': { takesKeys: true, ofUser: true, isEarly: true },
  session: {},
  owner: {},
  user: { ofUser: true },
  newcomer: { ofUser: true, isEarly: true },
  /** An operator of the installation, with or without a workspace. */
  operator: { ofUser: true },
} satisfies Record<string, Rights>;

type Rights = { takesKeys?: true; ofUser?: true; isEarly?: true };
type Caller = keyof typeof callers;

export const rightsOf = ({ caller = 'key-or-session' }: Pick<Description, 'caller'>): Rights => callers[caller];

/** The published description of an endpoint; `endpoint` derives its checks from the same data. */
export type Description = {
  method: Method;
  /** The path relative to the base URL, with `{name}` for a parameter. */
  path: string;
  /** A unique name, which generated clients use as the method name. */
  id: string;
  summary: string;
  description?: string;
  /** The group in which the endpoint is listed. */
  group: string;
  /** The caller's minimum role. Without one, anyone can call the endpoint without credentials. */
  role?: Role;
  /** The minimum role of an API key, if higher than that of a signed-in user. */
  keyRole?: Role;
  /** The kind of caller. Default: API keys and sessions, in a workspace that is not suspended. */
  caller?: Caller;
  /**
   * True if a user without a workspace can call the endpoint. Such a user can always call an endpoint that acts on
   * the user.
   */
  workspaceOptional?: true;
  /**
   * The description of each path parameter. `id` is a public id: a text that cannot be a public id is `not_found`
   * before `find` runs.
   */
  params?: Record<string, string | { description: string; example: string }>;
  /** Schema of the query parameters. */
  query?: TSchema;
  /** Example values, which can all be sent together. */
  queryExample?: Record<string, string | number>;
  body?: TSchema;
  /** True if a request without a body counts as an empty object. */
  bodyOptional?: true;
  /** Maximum size of the body in bytes, if not the default. */
  bodyLimit?: number;
  /** True if the answer is a stream. The request must then declare the length of its body. */
  streams?: true;
  /**
   * The schema of a form whose field `file` is the body. The file can also be sent raw. The handler reads it as a
   * stream.
   */
  takesFile?: TSchema;
  /** The published body, if `body` checks less because the handler checks the rest. */
  publishedBody?: TSchema;
  bodyExample?: unknown;
  /** Successful answers, keyed by status. */
  answers: Record<number, Answer>;
  /** Error codes in addition to those that every endpoint of its kind has. */
  errors?: ErrorCode[];
  /** True for endpoints that browsers visit: errors are shown as pages, except internal errors. */
  failsWithPage?: boolean;
  /** True if the answer has an ETag, and a change can use `If-Match` to require that the object is unchanged. */
  versioned?: boolean;
  /** True if a demo allows the call. A demo refuses all other calls whose method could change data. */
  inDemo?: true;
  /** True if the endpoint creates something. It then accepts an Idempotency-Key for safe retries. */
  creates?: boolean;
};

/** The part of a call with which an endpoint looks up the object in its path. */
export type Lookup<Name extends string> = Pick<Call<undefined, undefined, undefined, Name>, 'request' | 'auth'>;

export type Endpoint<Found, B extends TSchema, Q extends TSchema, Path extends string> = Description & {
  path: Path;
  role: Role;
  body?: B;
  query?: Q;
  /** Looks up the object in the path; throws `not_found`. Runs before the body is validated. */
  find?: (call: Lookup<PathName<Path>>) => Promise<Found>;
  handle: (call: Call<Found, Static<B>, Static<Q>, PathName<Path>>) => Promise<HttpAnswer>;
};

/**
 * Completes an internal request once the caller is known and authorised. The caller's IP address has already been
 * counted.
 */
export type Prepare = (auth: Auth) => Promise<Partial<Pick<HttpRequest, 'params' | 'query'>>>;

/** The additional parts of an internal request. */
type Inside = {
  prepare?: Prepare;
  /** The client's request, to which an Idempotency-Key belongs. */
  original?: Pick<HttpRequest, 'method' | 'path' | 'body'>;
};

/** A route with its own description, from which the OpenAPI document is built. */
export type DescribedRoute = Omit<HttpRoute, 'handle'> & {
  description: Description;
  handle: (request: HttpRequest & Inside) => HttpAnswer | Promise<HttpAnswer>;
};

/**
 * Returns whether to report all faults in a body. A large body can have very many, so only its first fault is
 * reported.
 */
export const reportsAllFaults = ({ body }: HttpRequest) => body.length < 32_768;

/**
 * The header that keeps answers out of caches. Each answer is for one caller only, so neither proxies nor a shared
 * browser must store them.
 */
const neverStored = { 'Cache-Control': 'no-store' };

/** Returns a route below `/api` that runs an endpoint's checks and then its handler. */
export function endpoint<
  const Path extends string,
  Found = undefined,
  B extends TSchema = TSchema,
  Q extends TSchema = TSchema,
>(context: Context, { find, handle, ...description }: Endpoint<Found, B, Q, Path>): DescribedRoute {
  const { db, limits, access, cookie, laggingReads } = context;
  const { method, path, creates } = description;
  const checkBody = description.body && compile(description.body);
  const checkQuery = description.query && compile(description.query);

  async function answer(
    given: HttpRequest,
    auth: Auth,
    byCookie: boolean,
    { prepare, original = given }: Inside,
  ): Promise<HttpAnswer> {
    await requireCaller(context, description, auth);
    const sent = prepare ? { ...given, ...(await prepare(auth)) } : given;
    requireId(description, sent.params.id);
    const request = withPathNames(description, sent);
    const found = (await find?.({ request, auth })) as Found;
    const ignored = reportIgnored(description.query as TObject | undefined, request.query);
    const query = (checkQuery && readQuery(description.query, checkQuery, request)) as Static<Q>;
    const body = (checkBody && parseBody(request, checkBody, description.bodyOptional)) as Static<B>;
    const call = { request, auth, found, query, body, byCookie, keep: undefined };
    const workspaceId = description.workspaceOptional ? noWorkspace : auth.workspaceId;
    const attempt = { workspaceId, original };
    const answered = await (creates ? runOnce(db, attempt, call, handle) : handle(call));
    return { ...answered, headers: { ...ignored, ...answered.headers } };
  }

  return {
    method,
    path: `/api${path}`,
    ...(description.bodyLimit === undefined ? {} : { bodyLimit: description.bodyLimit }),
    ...(description.streams ? { streams: true } : {}),
    ...(description.takesFile ? { streamsBody: true } : {}),
    description,
    async handle(sent) {
      if (!sent.prepare) await limits.spendAddress(sent);
      const fromCookie = cookie.read(sent);
      const byCookie = fromCookie !== undefined;
      const request = fromCookie ?? sent;
      const auth = requireIdentified(await access.authenticate(request), description);
      const { allowed, headers } = await (byCookie || auth.workspaceId === noWorkspace
        ? limits.spendUser(auth.userId)
        : limits.spendWorkspace(auth.workspaceId, auth.plan));
      if (!allowed) throw rateLimited(headers);
      try {
        await limits.spendBody(auth.userId, request);
        const answered = await answer(request, auth, byCookie, sent);
        return { ...answered, headers: { ...answered.headers, ...neverStored, ...headers } };
      } catch (error) {
        throw withHeaders(toApiError(error, request.id), headers);
      } finally {
        if (method !== 'GET') await laggingReads?.wrote(auth.workspaceId);
      }
    },
  };
}

/** The part of a description that the caller must satisfy. */
type Needs = Pick<Description, 'role' | 'keyRole' | 'caller' | 'workspaceOptional'>;

/** Requires a caller with access. @throws `forbidden`, and if a second factor must be set up first */
async function requireCaller(
  { db, config }: Context,
  description: Required<Pick<Needs, 'role'>> & Needs,
  auth: Auth,
): Promise<void> {
  const { role, caller } = description;
  const { takesKeys, ofUser, isEarly } = rightsOf(description);
  const isSession = auth.actor.type === 'session';
  if (needsFactor(config, auth.begunBy) && !isEarly) throw secondFactorMissing();
  if (auth.workspaceId === noWorkspace && !ofUser && !description.workspaceOptional) {
    throw forbidden('You have no workspace. Create one, or ask someone to invite you to theirs.');
  }
  if (auth.suspension && !(ofUser && isSession)) throw workspaceSuspended(auth.suspension, config);
  if (auth.isUnverified && config.signupEmailDomains.length > 0 && !ofUser) {
    throw forbidden('Verify your email first: open the link sent to it.');
  }
  const needed = isSession ? role : (description.keyRole ?? role);
  if (!atLeast(auth.role, needed)) throw forbidden(`This requires the ${needed} role. Yours is ${auth.role}.`);
  if (!takesKeys && !isSession) {
    throw forbidden('This requires a signed-in user. API keys are not accepted.');
  }
  if (caller === 'owner' && !auth.isOwner) throw forbidden("Only the workspace's owner can do this.");
  if (caller === 'operator' && !(await isOperator(db, auth.userId))) {
    throw forbidden('Only operators of this installation can do this.');
  }
}

/** Returns whether a caller has the rights for an endpoint. */
export async function permits(context: Context, description: Needs, auth: Auth): Promise<boolean> {
  const { role } = description;
  if (!role) return true;
  try {
    await requireCaller(context, { ...description, role }, auth);
    return true;
  } catch (error) {
    if (isApiError(error) && error.code === 'forbidden') return false;
    throw error;
  }
}

/** An endpoint that anyone can call without credentials. It limits guesses and costly requests itself. */
export type OpenEndpoint<Found, B extends TSchema, Q extends TSchema, Path extends string> = Omit<
  Description,
  'role' | 'bodyLimit' | 'keyRole' | 'caller' | 'creates'
> & {
  path: Path;
  body?: B;
  query?: Q;
  /** Looks up the object in the path; throws `not_found`. */
  find?: (request: HttpRequest<PathName<Path>>) => Promise<Found>;
  handle: (call: {
    request: HttpRequest<PathName<Path>>;
    found: Found;
    body: Static<B>;
    query: Static<Q>;
  }) => HttpAnswer | Promise<HttpAnswer>;
};

/** Returns the route below `/api` for an endpoint without credentials. */
export function openEndpoint<
  const Path extends string,
  Found = undefined,
  B extends TSchema = TSchema,
  Q extends TSchema = TSchema,
>(
  { limits }: Pick<Context, 'limits'>,
  { find, handle, ...description }: OpenEndpoint<Found, B, Q, Path>,
): DescribedRoute {
  const checkBody = description.body && compile(description.body);
  const checkQuery = description.query && compile(description.query);
  return {
    method: description.method,
    path: `/api${description.path}`,
    bodyLimit: openBodyLimit,
    description,
    async handle(sent) {
      await limits.spendAddress(sent);
      const request = withPathNames(description, sent);
      const found = (await find?.(request)) as Found;
      const ignored = reportIgnored(description.query as TObject | undefined, request.query);
      const query = (checkQuery && readQuery(description.query, checkQuery, request)) as Static<Q>;
      const body = (checkBody && parseBody(request, checkBody)) as Static<B>;
      const answered = await handle({ request, found, query, body });
      return { ...answered, headers: { ...answered.headers, ...ignored } };
    },
  };
}

/** Returns the request, typed with every parameter in the path. */
const withPathNames = <Path extends string>(_: { path: Path }, request: HttpRequest) =>
  request as HttpRequest<PathName<Path>>;

/** Requires a known caller. @throws `unauthorized`, `forbidden` if the user is not a member of the workspace */
function requireIdentified(auth: Auth | Refusal, description: Description): Auth {
  if (auth === 'unknown') throw unauthorized(rightsOf(description).takesKeys ? undefined : 'Sign in first.');
  if (auth === 'expired') throw unauthorized('This API key has expired.');
  if (auth === 'not-a-member') throw forbidden('You are not a member of this workspace.');
  return auth;
}

/**
 * Refuses texts that cannot be an id: MySQL fails to compare ids with texts that are not ASCII. @throws `not_found`
 * with the noun before the id in the path
 */
function requireId(description: Description, id: string | undefined): void {
  if (id === undefined || mayBeId(id)) return;
  const missing = rightsOf(description).ofUser ? noSuch : notFound;
  throw missing(/(\w+?)s?\/\{id\}/.exec(description.path)?.[1] ?? 'thing');
}

/** Replays the answer to an earlier attempt in the workspace, or runs the handler and stores its answer. */
async function runOnce<C extends Call<unknown, unknown, unknown>>(
  db: Db,
  { workspaceId, original }: { workspaceId: number } & Required<Pick<Inside, 'original'>>,
  call: C,
  handle: (call: C) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const claimant = { workspaceId, credential: bearerToken(call.request) };
  const { method, path, body } = original;
  const { headers } = call.request;
  const attempt = await beginAttempt(db, claimant, { headers, method, path, body }, new Date());
  if ('replay' in attempt) return attempt.replay;
  try {
    const answer = await handle({ ...call, keep: attempt.keep });
    await attempt.end(answer);
    return answer;
  } catch (error) {
    await attempt.end().catch(() => {});
    throw error;
  }
}

const readQuery = (schema: TSchema | undefined, check: ReturnType<typeof compile>, { query }: HttpRequest) =>
  parseQuery(schema as unknown as TObject, check, query);

function parseBody<T>(request: HttpRequest, check: ReturnType<typeof compile>, bodyOptional = false): T {
  const isMissing = bodyOptional && request.body.length === 0;
  if (!isMissing && !isJson(request))
    throw invalid({ field: '', message: 'must be JSON, sent with Content-Type: application/json' });
  const checked = check(isMissing ? {} : requireJson(request.body), reportsAllFaults(request));
  if (!checked.ok) throw invalid(...(checked.issues as [(typeof checked.issues)[0]]));
  return checked.value as T;
}
