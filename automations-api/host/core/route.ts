/** What a plugin gives the host: routes as data, grouped in namespaces. */
import type { Static, TObject, TSchema } from 'typebox';
import type { ApiError } from '../../../shared/errors.ts';
import type { PathName } from '../../../shared/http/path-name.ts';
import type { RenderedError } from './errors.ts';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who asks, as far as a permission found out: `id` and `name` are of that `type`, such as `api_key` or `user`;
 * `permission` is what the namespace calls what they may do.
 */
export type Caller = { type: string; id: number; name: string; permission?: string };

type Found = Caller | undefined;

/** What a person may: all, or everything but the site's settings, or look only. */
export const roles = ['administrator', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** A person who signed in, by whatever way a plugin offers; of the type `user`. */
export type User = Caller & { role: Role };

/** Throws when the caller may not; runs before parameters and body are read. A namespace's answers who asks. */
export type Permission = (request: AskedRoute) => Found | Promise<Found>;

/** The person with an id, with the role they have now; undefined when they may not sign in any more. */
export type FindUser = (id: number) => Promise<User | undefined>;

/** What is known of a request before its parameters and body are read. */
export type AskedRoute = Omit<RestRequest, 'params' | 'undeclared' | 'path'>;

/** Finds the person who sends a request; undefined for one that is not of a person. Throws for one that pretends to be. */
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
  /** The numbers in the path; 0 for one too long to be an id. */
  path: Readonly<Record<Name, number>>;
  /** The query as PHP reads it: names with brackets are nested. */
  query: Record<string, unknown>;
  headers: Readonly<Record<string, string | undefined>>;
  /** The address of whoever sent it, also behind trusted proxies. */
  address: string;
  /** Aborted when the client goes before it is answered. */
  signal: AbortSignal;
  /** The person who sends it, found out when asked for. */
  user: () => Promise<User | undefined>;
  /** As the namespace's permission answered. */
  caller: Caller | undefined;
};

/** A part of a collection. */
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
  /** Asked after the namespace's. */
  permission?: Permission;
  /** Types of a streamed answer, for requests whose `Accept` asks for one of them. */
  produces?: string[];
  /** Its answer may be a stream, so its request has to say how long its body is. */
  streams?: true;
  /** The most bytes of a body where neither the route nor its namespace has a permission; default 16 KiB. */
  bodyLimit?: number;
  callback: (
    request: RestRequest<Static<A>, PathName<Path>>,
  ) => RestAnswer<Static<Answer>> | Promise<RestAnswer<Static<Answer>>>;
};

export type Namespace = {
  /** As in the URL: `automations`, or `vendor/v1`. */
  name: string;
  /** Asked before every route. */
  permission?: Permission;
  /** The namespace's own form of an error; undefined leaves it to the host. */
  renderError?: (error: ApiError) => RenderedError | undefined;
  /**
   * Takes parameters more kindly than WordPress: a required one that is blank is missing, an empty number is left out,
   * a list of integers and an object may be JSON text, and a number stands for its text.
   */
  forgiving?: boolean;
  /**
   * Leaves it to its permissions to refuse a nonce in `X-WP-Nonce` that is of no session, and a password that is nobody's: people
   * sign in here, who may still hold an old one.
   */
  takesStrays?: boolean;
  /** With it the host publishes an interface description of the namespace at `/openapi.json`, and a page that shows it at `/docs`. */
  published?: PublishedApi;
  routes: RestRoute[];
};

/** A namespace's part of an interface description that its routes do not give. */
export type PublishedApi = {
  title: string;
  version: string;
  description: string;
  /** Headings in the order they are listed, with a sentence each. */
  groups: Readonly<Record<string, string>>;
  /** OpenAPI's security schemes by their names; any one of them is enough. */
  credentials: Readonly<Record<string, object>>;
  /** The form of every error. */
  error: TSchema;
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
