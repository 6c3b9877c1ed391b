/**
 * One endpoint of the link API: what it needs and answers as data, and the order in which a request is checked:
 * who (401), not too often (429), may they (403), is it there (404), is the request right (422), was it answered
 * before (Idempotency-Key); only then the handler acts, and what it throws (402, 409, …) becomes the answer.
 */
import type { Static, TObject, TSchema } from 'typebox';
import { mayBeId } from '../../shared/db/public-ids.ts';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { isJson } from '../../shared/http/body.ts';
import type { PathName } from '../../shared/http/path-name.ts';
import { type HttpRequest, type HttpRoute, type Method, openBodyLimit } from '../../shared/http/route.ts';
import { compile } from '../../shared/validate.ts';
import type { Db, Role, Trx } from '../core/tables.ts';
import { bearerToken, type Refusal } from '../identity/access.ts';
import { type Auth, atLeast } from '../identity/auth.ts';
import { isOperator } from '../identity/operator-queries.ts';
import type { Context } from './context.ts';
import {
  type ErrorCode,
  forbidden,
  invalid,
  notFound,
  rateLimited,
  requireJson,
  secondFactorMissing,
  toApiError,
  unauthorized,
  withHeaders,
} from './errors.ts';
import { beginAttempt } from './idempotency.ts';
import { parseQuery } from './query-string.ts';

type Call<Found = undefined, Body = undefined, Query = undefined, Name extends string = string> = {
  request: HttpRequest<Name>;
  auth: Auth;
  found: Found;
  body: Body;
  query: Query;
  /** The credential came in the cookie of the dashboard. */
  byCookie: boolean;
  /**
   * Keeps the answer for a retry with the same Idempotency-Key. A creating handler calls it inside the transaction
   * that creates; without such a key it does nothing.
   */
  keep: (trx: Trx, answer: HttpAnswer) => Promise<void>;
};

/** A body that an answer may have. `type` is JSON unless said otherwise; an image's schema is a text. */
type Answer = { description: string; schema?: TSchema; type?: string | string[]; example?: unknown };

/** What the published description says of an endpoint; `endpoint` reads its checks from the same data. */
export type Description = {
  method: Method;
  /** Below the base address; `{name}` for a parameter. */
  path: string;
  /** Unique; the name generated clients give the call. */
  id: string;
  summary: string;
  description?: string;
  /** The group it is listed in. */
  group: string;
  /** The least role that may call it; none: anyone, without credentials. */
  role?: Role;
  /** The least role of an API key, where it needs more than a signed-in user. */
  keyRole?: Role;
  /** It acts on the user rather than the workspace: a session may call it while its workspace is suspended, or itself unverified. */
  ofUser?: boolean;
  /** A session may call it that does nothing else before its user has set up a second factor. */
  beforeFactor?: boolean;
  /** For signed-in users alone: an API key gets `forbidden`. */
  sessionOnly?: boolean;
  /** For the workspace's owner alone. */
  ownerOnly?: boolean;
  /** For signed-in operators of the installation alone; whatever their workspaces are. */
  operatorOnly?: boolean;
  /** What each parameter of the path names. `id` is a public id: what can be none is `not_found` before `find` looks. */
  params?: Record<string, string | { description: string; example: string }>;
  /** An object of parameters. */
  query?: TSchema;
  /** Values of those that are shown, all of which can be sent together. */
  queryExample?: Record<string, string | number>;
  body?: TSchema;
  /** A request without a body counts as one with an empty object. */
  mayLackBody?: true;
  /** The most bytes of a body, where that is not as usual. */
  bodyLimit?: number;
  /** Its answer is a stream, so its request has to say how long its body is. */
  streams?: true;
  /** The published body, where `body` checks less because the handler checks the rest. */
  publishedBody?: TSchema;
  bodyExample?: unknown;
  /** Answers to a call that worked, by status. */
  answers: Record<number, Answer>;
  /** The error codes it can answer beyond those every endpoint of its kind can. */
  errors?: ErrorCode[];
  /** It is for browsers: its errors are pages, but for faults of the service. */
  failsWithPage?: boolean;
  /** Its answer carries an ETag, and a change may ask with `If-Match` that the thing still is as it was read. */
  versioned?: boolean;
  /** It creates something: an Idempotency-Key makes it safe to send again. */
  creates?: boolean;
};

/** The part of a call by which an endpoint looks up the thing that its path names. */
export type Asked<Name extends string> = Pick<Call<undefined, undefined, undefined, Name>, 'request' | 'auth'>;

export type Endpoint<Found, B extends TSchema, Q extends TSchema, Path extends string> = Description & {
  path: Path;
  role: Role;
  body?: B;
  query?: Q;
  /** Looks up what the path names; throws `not_found`. Runs before the body is validated. */
  find?: (call: Asked<PathName<Path>>) => Promise<Found>;
  handle: (call: Call<Found, Static<B>, Static<Q>, PathName<Path>>) => Promise<HttpAnswer>;
};

/** A route that carries its own description, from which the interface description is made. */
export type DescribedRoute = HttpRoute & { description: Description };

/** A body is told all its faults; a large one, which may hold very many, only its first. */
export const toldAllFaults = ({ body }: HttpRequest) => body.length < 32_768;

/** What one caller was answered is nobody else's, and is kept by no cache on the way, nor by a browser that others use. */
const neverStored = { 'Cache-Control': 'no-store' };

/** The route, below `/api`, that runs an endpoint's checks and then its handler. */
export function endpoint<
  const Path extends string,
  Found = undefined,
  B extends TSchema = TSchema,
  Q extends TSchema = TSchema,
>(
  { db, limits, access, cookie, config }: Context,
  { find, handle, ...description }: Endpoint<Found, B, Q, Path>,
): DescribedRoute {
  const { method, path, role, creates } = description;
  const checkBody = description.body && compile(description.body);
  const checkQuery = description.query && compile(description.query);

  async function answer(sent: HttpRequest, auth: Auth, byCookie: boolean): Promise<HttpAnswer> {
    const isSession = auth.actor.type === 'session';
    if (config.requireSecondFactor && auth.begunBy === 'password' && !description.beforeFactor) {
      throw secondFactorMissing();
    }
    if (auth.suspended && !(description.ofUser && isSession)) {
      throw forbidden('this workspace is suspended');
    }
    if (auth.isUnverified && config.signupEmailDomains.length > 0 && !description.ofUser) {
      throw forbidden('first show that your email address is yours: open the link that was mailed to it');
    }
    const needed = isSession ? role : (description.keyRole ?? role);
    if (!atLeast(auth.role, needed)) throw forbidden(`this needs the role ${needed}; yours is ${auth.role}`);
    if (description.sessionOnly && !isSession) {
      throw forbidden('this is for a signed-in user, not for an API key');
    }
    if (description.ownerOnly && !auth.isOwner) throw forbidden("this is for the workspace's owner");
    if (description.operatorOnly && !(await isOperator(db, auth.userId))) {
      throw forbidden('this is for operators of this installation');
    }
    requireId(path, sent.params.id);
    const request = namedBy(description, sent);
    const found = (await find?.({ request, auth })) as Found;
    const query = (checkQuery && readQuery(description.query, checkQuery, request)) as Static<Q>;
    const body = (checkBody && parseBody(request, checkBody, description.mayLackBody)) as Static<B>;
    const call = { request, auth, found, query, body, byCookie, keep: async () => {} };
    return creates ? once(db, call, handle) : handle(call);
  }

  return {
    method,
    path: `/api${path}`,
    ...(description.bodyLimit === undefined ? {} : { bodyLimit: description.bodyLimit }),
    ...(description.streams ? { streams: true } : {}),
    description,
    async handle(sent) {
      await limits.spendAddress(sent);
      const ofCookie = cookie.read(sent);
      const byCookie = ofCookie !== undefined;
      const request = ofCookie ?? sent;
      const auth = identified(await access.authenticate(request));
      const { allowed, headers } = await (byCookie
        ? limits.spendUser(auth.userId)
        : limits.spendWorkspace(auth.workspaceId, auth.plan));
      if (!allowed) throw rateLimited(headers);
      try {
        await limits.spendBody(auth.userId, request);
        const answered = await answer(request, auth, byCookie);
        return { ...answered, headers: { ...answered.headers, ...neverStored, ...headers } };
      } catch (error) {
        throw withHeaders(toApiError(error, request.id), headers);
      }
    },
  };
}

/** An endpoint for anyone, without credentials. It throttles by itself what could be guessed or is costly. */
export type OpenEndpoint<Found, B extends TSchema, Q extends TSchema, Path extends string> = Omit<
  Description,
  | 'role'
  | 'bodyLimit'
  | 'keyRole'
  | 'ofUser'
  | 'beforeFactor'
  | 'sessionOnly'
  | 'ownerOnly'
  | 'operatorOnly'
  | 'creates'
> & {
  path: Path;
  body?: B;
  query?: Q;
  /** Looks up what the path names; throws `not_found`. */
  find?: (request: HttpRequest<PathName<Path>>) => Promise<Found>;
  handle: (call: {
    request: HttpRequest<PathName<Path>>;
    found: Found;
    body: Static<B>;
    query: Static<Q>;
  }) => HttpAnswer | Promise<HttpAnswer>;
};

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
      const request = namedBy(description, sent);
      const found = (await find?.(request)) as Found;
      const query = (checkQuery && readQuery(description.query, checkQuery, request)) as Static<Q>;
      const body = (checkBody && parseBody(request, checkBody)) as Static<B>;
      return handle({ request, found, query, body });
    },
  };
}

/** A request of the route with this path, which has every parameter that the path names. */
const namedBy = <Path extends string>(_: { path: Path }, request: HttpRequest) =>
  request as HttpRequest<PathName<Path>>;

/** @throws `unauthorized`, and `forbidden` for a workspace that is not the user's. */
function identified(auth: Auth | Refusal): Auth {
  if (auth === 'unknown') throw unauthorized();
  if (auth === 'expired') throw unauthorized('this API key has expired');
  if (auth === 'not-a-member') throw forbidden('you are not a member of this workspace');
  return auth;
}

/**
 * MySQL compares ids with nothing but ASCII, and knows none as long as a client may send.
 * @throws `not_found`, in the words of the noun that stands before the id in the path
 */
function requireId(path: string, id: string | undefined): void {
  if (id !== undefined && !mayBeId(id)) throw notFound(/(\w+?)s?\/\{id\}/.exec(path)?.[1] ?? 'thing');
}

/** Answers from an earlier attempt, or acts and keeps the answer. */
async function once<C extends Call<unknown, unknown, unknown>>(
  db: Db,
  call: C,
  handle: (call: C) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const { workspaceId } = call.auth;
  const claimant = { workspaceId, credential: bearerToken(call.request) };
  const begun = await beginAttempt(db, claimant, call.request, new Date());
  if ('replay' in begun) return begun.replay;
  try {
    const answer = await handle({ ...call, keep: begun.keep });
    await begun.end(answer);
    return answer;
  } catch (error) {
    await begun.end().catch(() => {});
    throw error;
  }
}

const readQuery = (schema: TSchema | undefined, check: ReturnType<typeof compile>, { query }: HttpRequest) =>
  parseQuery(schema as unknown as TObject, check, query);

function parseBody<T>(request: HttpRequest, check: ReturnType<typeof compile>, mayLackBody = false): T {
  const lacksBody = mayLackBody && request.body.length === 0;
  if (!lacksBody && !isJson(request))
    throw invalid({ field: '', message: 'must be JSON, sent with Content-Type: application/json' });
  const checked = check(lacksBody ? {} : requireJson(request.body), toldAllFaults(request));
  if (!checked.ok) throw invalid(...(checked.issues as [(typeof checked.issues)[0]]));
  return checked.value as T;
}
