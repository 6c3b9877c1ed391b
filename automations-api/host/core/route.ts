/** Types of routes and namespaces that plugins declare. */
import type { Static, TObject, TSchema } from 'typebox';
import type { ApiError } from '../../../shared/errors.ts';
import type { PathName } from '../../../shared/http/path-name.ts';
import type { HttpRequest } from '../../../shared/http/request.ts';
import type { ToolChoice } from '../../../shared/mcp/tools.ts';
import type { PublishedApi } from '../../../shared/openapi/document.ts';
import type { RenderedError } from './errors.ts';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The caller that a permission identified. `type` is, for example, `api_key` or `user`; `permission` is the
 * namespace's term.
 */
export type Caller = { type: string; id: number; name: string; permission?: string };

type Found = Caller | undefined;

/** Roles of a user: full access, everything except the site's settings, or read-only. */
export const roles = ['administrator', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** A signed-in user: of Waypost (type `user`) or of WordPress (type `wordpress`). */
export type User = Caller & { role: Role };

/**
 * A check that throws if the caller is not allowed. Runs before parameters and body are read. A namespace's check
 * also returns the caller.
 */
export type Permission = (request: RequestHead) => Found | Promise<Found>;

/** Checks whether a caller is a signed-in user rather than a key. */
export const isPerson = (caller: Caller | undefined): boolean =>
  caller?.type === 'user' || caller?.type === 'wordpress';

/** A function that finds a caller's user with the current role; undefined if the user can no longer sign in. */
export type FindUser = (caller: Pick<Caller, 'type' | 'id'>) => Promise<User | undefined>;

/** The part of a request that is available before its parameters and body are read. */
export type RequestHead = Omit<RestRequest, 'params' | 'undeclared' | 'path' | 'file'>;

/** A function that finds the user who sends a request. It throws if credentials are invalid. */
export type Identify = (request: Omit<RequestHead, 'caller' | 'user'>) => Promise<User | undefined>;

export type RestRequest<Params = Record<string, unknown>, Name extends string = string> = {
  /** The request's id, as in `X-Request-Id` and the log. */
  id: string;
  /** The method in `_method` or `X-HTTP-Method-Override`, otherwise the request's own; `GET` for HEAD. */
  method: RestMethod;
  /** True for HEAD, which gets only headers. */
  isHead: boolean;
  /** The requested route, such as `/automations/tags`. */
  route: string;
  /** Parameters of path, body and query that the route's `args` declare, cleaned and checked. */
  params: Params;
  /** Names in body and query that `args` does not declare, except the host's (`_fields`, `rest_route`). */
  undeclared: string[];
  /** The numbers in the path. */
  path: Readonly<Record<Name, number>>;
  /** The query as PHP reads it: names with brackets are nested. */
  query: Record<string, unknown>;
  headers: Readonly<Record<string, string | undefined>>;
  /** The sender's IP address, even behind trusted proxies. */
  address: string;
  /** A signal that is aborted when the client disconnects early. */
  signal: AbortSignal;
  /** Finds the user who sends the request, on first use. */
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
} /** With `paging`, the host sends `X-WP-Total`, `X-WP-TotalPages` and links to the neighbouring pages. */ & (
  | { data: Data; paging?: PageWindow & { total: number } }
  /** An answer that is sent unchanged; `_fields`, `_envelope` and `_jsonp` do not apply. */
  | { text: string | Uint8Array; contentType: string; cookies?: readonly string[] }
  | { stream: AsyncIterable<string>; contentType: string }
);

/** A route. `path` is relative to its namespace; `{name}` in it matches digits. */
export type RestRoute<A extends TObject = TObject, Path extends string = string, Answer extends TSchema = TSchema> = {
  methods: RestMethod[];
  path: Path;
  description?: string;
  /** JSON Schema of each parameter, which the index also shows. */
  args?: A;
  /** Example values of the parameters, valid in one request. */
  example?: Static<A>;
  /** JSON Schema of a successful answer. Its `examples` form the documented example. */
  answer?: Answer;
  /** The operation's id in the OpenAPI description; derived from method and path by default. */
  id?: string;
  /** The group in the OpenAPI description. */
  group?: string;
  /** True if the answer has an ETag. A route that changes a single item then accepts `If-Match`. */
  versioned?: true;
  /** True if the route accepts an `Idempotency-Key`. A repeated request then gets the first answer. */
  repeatable?: true;
  /** The additional permission, checked after the namespace's. */
  permission?: Permission;
  /** Content types of the streamed answer that `Accept` can request. */
  produces?: string[];
  /** True if the route can answer with a stream. Such a route answers 411 to requests with `Transfer-Encoding`. */
  streams?: true;
  /** True if the callback reads the body as a file. Parameters are then in the query, and `app.ts` lists the path. */
  takesFile?: true;
  /** True if a demo allows the route. A demo refuses all other routes with a method that can change data. */
  inDemo?: true;
  /** True if the route answers 202, and the work is done later. */
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
  /** The permission that is checked before every route. */
  permission?: Permission;
  /** Renders an error in the namespace's own format. If it returns undefined, the host renders the error. */
  renderError?: (error: ApiError) => RenderedError | undefined;
  /**
   * Accepts parameters more leniently than WordPress. A blank required parameter counts as missing, and an empty number
   * is ignored. Lists of integers and objects can be JSON text. Numbers are accepted as text.
   */
  forgiving?: boolean;
  /**
   * True if the namespace does not refuse a wrong password, or an `X-WP-Nonce` without a session. The route's
   * permission decides. Browsers that sign in here can still send outdated credentials.
   */
  takesStrays?: boolean;
  /** The name under which other plugins add routes. Namespaces with the same name get the same routes. */
  extendedAs?: string;
  /** If set, the host serves the namespace's OpenAPI description at `/openapi.json` and a page for it at `/docs`. */
  published?: RestApi;
  routes: RestRoute[];
};

/** The parts of a namespace's OpenAPI description that its routes do not contain. */
export type RestApi = PublishedApi & {
  /** Lists the error codes of a route, each with its status and meaning. */
  errorsOf: (route: RestRoute) => { status: number; code: string; meaning: string }[];
  /** The operations that agents can use, through `/mcp`. */
  tools?: readonly ToolChoice[];
};

/** A plugin's routes in another plugin's namespaces. They get its permission, errors, descriptions and tools. */
export type NamespaceExtension = {
  /** The `extendedAs` of the extended namespaces. */
  to: string;
  routes: RestRoute[];
  /** Descriptions of the extension's own groups, for the OpenAPI description. */
  groups?: Readonly<Record<string, string>>;
  /** The operations that agents can use. */
  tools?: readonly ToolChoice[];
};

/** Declares a route; checks its callback against the types of path, parameters and answer. */
export const route = <A extends TObject, const Path extends string, Answer extends TSchema>(
  definition: RestRoute<A, Path, Answer>,
): RestRoute => definition as unknown as RestRoute;

/** Puts routes into a group of the OpenAPI description. */
export const inGroup = (group: string, routes: RestRoute[]): RestRoute[] =>
  routes.map((one) => ({ ...one, group: one.group ?? group }));
