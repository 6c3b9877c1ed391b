/** Routes as plugins declare them: data, grouped in namespaces. */
import type { Static, TObject, TSchema } from 'typebox';
import type { ApiError } from '../../../shared/errors.ts';
import type { PathName } from '../../../shared/http/path-name.ts';
import type { HttpRequest } from '../../../shared/http/request.ts';
import type { PublishedApi } from '../../../shared/openapi/document.ts';
import type { RenderedError } from './errors.ts';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The caller, as identified by a permission: `id` and `name` belong to that `type`, such as `api_key` or `user`; `permission` is
 * the namespace's name for their rights.
 */
export type Caller = { type: string; id: number; name: string; permission?: string };

type Found = Caller | undefined;

/** Roles of a user: full access, everything except the site's settings, or read-only. */
export const roles = ['administrator', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** A signed-in person: a user of Waypost, of the type `user`, or one of WordPress, of the type `wordpress`. */
export type User = Caller & { role: Role };

/**
 * Throws if the caller is not allowed; runs before parameters and body are read. A namespace's permission also returns the
 * caller.
 */
export type Permission = (request: AskedRoute) => Found | Promise<Found>;

/** Whether a caller is a signed-in person, and no key. */
export const isPerson = (caller: Caller | undefined): boolean =>
  caller?.type === 'user' || caller?.type === 'wordpress';

/** The person behind a caller, with the role they have now; undefined when they may not sign in any more. */
export type FindUser = (caller: Pick<Caller, 'type' | 'id'>) => Promise<User | undefined>;

/** The part of a request that is known before its parameters and body are read. */
export type AskedRoute = Omit<RestRequest, 'params' | 'undeclared' | 'path' | 'file'>;

/** Finds the user who sends a request; undefined if no user does. Throws for invalid credentials. */
export type Identify = (request: Omit<AskedRoute, 'caller' | 'user'>) => Promise<User | undefined>;

export type RestRequest<Params = Record<string, unknown>, Name extends string = string> = {
  /** The request's id, as in `X-Request-Id` and the log. */
  id: string;
  /** The method after `_method` and `X-HTTP-Method-Override`; HEAD is `GET`. */
  method: RestMethod;
  /** Whether it is a HEAD: answered with the headers alone, so that nothing is handed out. */
  isHead: boolean;
  /** The route asked for, as in `/automations/tags`. */
  route: string;
  /** Path, body and query in one, cleaned and checked against the route's `args`; only declared names are there. */
  params: Params;
  /** The names in body and query that `args` does not declare; the host's own (`_fields`, `rest_route`) are not in it. */
  undeclared: string[];
  /** The numbers in the path. */
  path: Readonly<Record<Name, number>>;
  /** The query as PHP reads it: names with brackets are nested. */
  query: Record<string, unknown>;
  headers: Readonly<Record<string, string | undefined>>;
  /** The sender's IP address, also behind trusted proxies. */
  address: string;
  /** Aborted when the client goes before it is answered. */
  signal: AbortSignal;
  /** The person who sends it, found out when asked for. */
  user: () => Promise<User | undefined>;
  /** The caller that the namespace's permission returned. */
  caller: Caller | undefined;
  /** The unread body, for a route that takes a file. */
  file: Pick<HttpRequest, 'headers' | 'bodyStream'>;
};

/** A page of a collection. */
export type PageWindow = { limit: number; offset: number };

export type RestAnswer<Data = unknown> = {
  status?: number;
  headers?: Record<string, string>;
} /** With `paging`, the host sends `X-WP-Total`, `X-WP-TotalPages` and links to the pages around. */ & (
  | { data: Data; paging?: PageWindow & { total: number } }
  /** Sent as it is; `_fields`, `_envelope` and `_jsonp` do not apply. */
  | { text: string | Uint8Array; contentType: string; cookies?: readonly string[] }
  | { stream: AsyncIterable<string>; contentType: string }
);

/** `path` is below its namespace; `{name}` in it stands for digits. */
export type RestRoute<A extends TObject = TObject, Path extends string = string, Answer extends TSchema = TSchema> = {
  methods: RestMethod[];
  path: Path;
  description?: string;
  /** JSON Schema of each parameter; also what the index tells of the route. */
  args?: A;
  /** Values of parameters that are shown, all of which can be sent together. */
  example?: Static<A>;
  /** JSON Schema of the JSON that a call which worked is answered with. Its `examples` make up the example that is shown. */
  answer?: Answer;
  /** The name of the operation in the interface description; by default it is made of the method and the path. */
  id?: string;
  /** The heading that the interface description lists it under. */
  group?: string;
  /** Its answer has an ETag; a change of one thing may ask with `If-Match` that it still is as it was read. */
  versioned?: true;
  /** It takes an `Idempotency-Key`: a repeated request gets its first answer. */
  repeatable?: true;
  /** Asked after the namespace's. */
  permission?: Permission;
  /** Types of a streamed answer, for requests whose `Accept` asks for one of them. */
  produces?: string[];
  /** Its answer may be a stream, so its request has to say how long its body is. */
  streams?: true;
  /**
   * The body is a file of any length that the callback reads; parameters are in the query. The path must also be listed in
   * `app.ts`.
   */
  takesFile?: true;
  /** Answered in a demo, which refuses all other routes whose method could change data. */
  inDemo?: true;
  /** The work is done later; the route answers 202. */
  isQueued?: true;
  /** Body limit in bytes if neither the route nor its namespace has a permission; default 16 KiB. */
  bodyLimit?: number;
  callback: (
    request: RestRequest<Static<A>, PathName<Path>>,
  ) => RestAnswer<Static<Answer>> | Promise<RestAnswer<Static<Answer>>>;
};

export type Namespace = {
  /** Name in the URL: `automations` or `vendor/v1`. */
  name: string;
  /** Checked before every route. */
  permission?: Permission;
  /** Renders errors in the namespace's own form; undefined leaves it to the host. */
  renderError?: (error: ApiError) => RenderedError | undefined;
  /**
   * Accepts parameters more leniently than WordPress: a blank required one counts as missing, an empty number is left out, a list
   * of integers and an object can be JSON text, and a number is accepted as text.
   */
  forgiving?: boolean;
  /**
   * Leaves it to the route's permission to refuse a nonce in `X-WP-Nonce` without a session and a wrong password: people who sign
   * in here can still have old ones.
   */
  takesStrays?: boolean;
  /** With it the host publishes an interface description of the namespace at `/openapi.json`, and a page that shows it at `/docs`. */
  published?: RestApi;
  routes: RestRoute[];
};

/** A namespace's part of an interface description that its routes do not give. */
export type RestApi = PublishedApi & {
  /** The codes that a route may refuse with, each with its status and what it means. */
  errorsOf: (route: RestRoute) => { status: number; code: string; meaning: string }[];
};

/** A route with the types of its path, its parameters and its answer tied to its callback. */
export const route = <A extends TObject, const Path extends string, Answer extends TSchema>(
  definition: RestRoute<A, Path, Answer>,
): RestRoute => definition as unknown as RestRoute;

/** Routes that the interface description lists under one heading. */
export const inGroup = (group: string, routes: RestRoute[]): RestRoute[] =>
  routes.map((one) => ({ ...one, group: one.group ?? group }));
