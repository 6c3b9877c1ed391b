/** What a plugin gives the host: routes as data, grouped in namespaces. */
import type { Static, TObject } from 'typebox';
import type { ApiError } from '../../shared/errors.ts';
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

type RestRequest<Params = Record<string, unknown>> = {
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
  path: Readonly<Record<string, number>>;
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

export type RestAnswer = {
  status?: number;
  headers?: Record<string, string>;
} /** With `paging`, the host sends `X-WP-Total`, `X-WP-TotalPages` and links to the pages around. */ & (
  | { data: unknown; paging?: PageWindow & { total: number } }
  /** Sent as it is; `_fields`, `_envelope` and `_jsonp` do not apply. */
  | { text: string; contentType: string }
  | { stream: AsyncIterable<string>; contentType: string }
);

/** `path` is below its namespace; `{name}` in it stands for digits. */
export type RestRoute<A extends TObject = TObject> = {
  methods: RestMethod[];
  path: string;
  description?: string;
  /** JSON Schema of each parameter; also what the index tells of the route. */
  args?: A;
  /** Asked after the namespace's. */
  permission?: Permission;
  /** Types of a streamed answer, for requests whose `Accept` asks for one of them. */
  produces?: string[];
  /** Its answer may be a stream, so its request has to say how long its body is. */
  streams?: true;
  /** The most bytes of a body where neither the route nor its namespace has a permission; default 16 KiB. */
  bodyLimit?: number;
  callback: (request: RestRequest<Static<A>>) => RestAnswer | Promise<RestAnswer>;
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
  routes: RestRoute[];
};

/** A route with the types of its parameters tied to its callback. */
export const route = <A extends TObject>(definition: RestRoute<A>): RestRoute => definition as unknown as RestRoute;
