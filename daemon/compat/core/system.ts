/** The description of another system's API: its routes, each with one call to the link API, and its error format. */

import type { Static } from 'typebox';
import type { HttpAnswer } from '../../../shared/http/answer.ts';
import type { HttpRequest, Method } from '../../../shared/http/route.ts';
import type { Link, LinkPage as Page } from '../../links/core/schema.ts';

/** A request to another system's API. */
export type CompatRequest = Pick<HttpRequest, 'headers' | 'params' | 'path'> & {
  query: URLSearchParams;
  /** The fields of the JSON or the form. */
  body: Readonly<Record<string, unknown>>;
  /** The domain to use if the request names none. This is the request's own host if that is a short domain. */
  domain: string;
};

/** The call of the link API that answers a request. */
export type Call = {
  /** The operation's id in the API's description. */
  operation: string;
  params?: Record<string, string>;
  /** The query of an operation that reads, or the body of any other operation. */
  args?: Record<string, unknown>;
  /** The link in the path: a slug or a short URL. Its id becomes the parameter `id`. */
  link?: { name: string; domain: string };
  /** Number of links before the page, for operations that list links. */
  skip?: number;
};

/** The answer of the link API. */
export type Answered = {
  status: number;
  json: unknown;
  /** Returns a link's clicks, including those counted in another system. */
  clicksOf: (link: Pick<Link, 'id' | 'importedClicks'>) => number;
  /** Resolves to the clicks of the workspace's most clicked links. */
  totalClicks: () => Promise<number>;
};

export type CompatRoute = {
  method: Method;
  path: string;
  /** Returns the call. Without it, the route answers without a key. */
  call?: (parsed: CompatRequest) => Call;
  answer: (answered: Answered, parsed: CompatRequest) => HttpAnswer | Promise<HttpAnswer>;
};

/** An error of the link API. `field` has the system's own name. */
type Failure = { code: string; status: number; message: string; field: string; reason: string };

export type System = {
  /** The common start of the system's paths. */
  prefix: string;
  keyOf: (parsed: CompatRequest) => string;
  routes: readonly CompatRoute[];
  /** The fields of links: the system's name, Waypost's name and the conversion of a value. */
  fields: Fields;
  fail: (failure: Failure, parsed: CompatRequest) => HttpAnswer;
  /** True if pages of any origin can call the API. */
  cors?: true;
};

type Fields = readonly (readonly [theirs: string, ours: string, convert?: (value: unknown) => unknown])[];

/** Converts the known fields of a body to Waypost's fields. Ignores other fields. */
export const toFields = (fields: Fields, body: CompatRequest['body']): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(([theirs, ours, convert = (value) => value]) =>
      body[theirs] === undefined ? [] : [[ours, convert(body[theirs])]],
    ),
  );

/** Returns the system's name of a field in an error, such as `rules.0`. */
export const nameOf = (fields: Fields, field: string): string =>
  fields.find(([, ours]) => ours === field.split('.')[0])?.[0] ?? field;

type LinkPage = Static<typeof Page>;

export const linkIn = ({ json }: Answered) => json as Link;
export const pageIn = ({ json }: Answered) => json as LinkPage;
export const totalIn = ({ total, totalIsAtLeast }: LinkPage): number => total ?? totalIsAtLeast ?? 0;

/** Adds `http://` to a URL without a scheme. */
export const withScheme = (url: unknown): unknown =>
  typeof url !== 'string' || url === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url) ? url : `http://${url}`;

/** Converts an ISO 8601 time to UTC. Returns other values unchanged, for the link API to refuse. */
export function toUtc(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/** Returns a whole number from a query, within limits, or the default if there is none. */
export function numberIn(text: string | null, usual: number, [least, most]: readonly [number, number]): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isNaN(value) ? usual : Math.min(Math.max(value, least), most);
}
