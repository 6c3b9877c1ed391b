/** The final form of an answer: `_fields`, `_envelope`, `_jsonp` and the headers that WordPress sends. */
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import { restUrl, type Site } from './core/describe.ts';
import { restError } from './core/errors.ts';

type Query = Record<string, unknown>;
type Headers = Record<string, string>;
/** A route's answer with its own headers. */
export type Answered = { status: number; data: unknown; headers: Headers };

/** Returns the headers that every answer of the host has. */
export const commonHeaders = (site: Site, origin: string | undefined): Headers => ({
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Link: `<${restUrl(site, '/')}>; rel="https://api.w.org/"`,
  'Access-Control-Expose-Headers':
    'X-WP-Total, X-WP-TotalPages, Link, ETag, X-Cursor-May-Miss, X-Ignored-Parameters, Idempotency-Replayed',
  'Access-Control-Allow-Headers':
    'Authorization, X-API-Key, X-WP-Nonce, If-Match, Idempotency-Key, Content-Disposition, Content-MD5, Content-Type',
  Vary: 'Origin',
  ...(origin === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      }),
});

/** Builds the JSON or JSONP answer, with the common headers added. @throws rest_callback_invalid */
export function writeAnswer({ status, data, headers }: Answered, query: Query, common: Headers): HttpAnswer {
  const fields = readFields(query._fields);
  const picked = fields.length > 0 && status < 400 ? pickFields(data, fields) : data;
  const enveloped = query._envelope === undefined ? undefined : splitHeaders(headers);
  const body = enveloped ? { body: picked, status, headers: enveloped.inside } : picked;
  const sent = enveloped ? 200 : status;
  const around = withCommon(common, enveloped ? enveloped.outside : headers);
  const callback = readCallback(query);
  if (callback === undefined) return json(sent, body, around);
  return {
    status: sent,
    headers: { ...around, 'Content-Type': 'application/javascript; charset=utf-8' },
    // The leading comment prevents content sniffing by browser plug-ins. The escaped characters end a line in JS.
    body: `/**/${callback}(${JSON.stringify(body).replace(/[\u2028\u2029]/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'))})`,
  };
}

/**
 * Separates the cookie from the headers for the envelope. The cookie stays a real header, so that scripts cannot read
 * it.
 */
function splitHeaders({ 'Set-Cookie': cookie, ...inside }: Headers): { inside: Headers; outside: Headers } {
  return { inside, outside: cookie === undefined ? {} : { 'Set-Cookie': cookie } };
}

/** Adds the common headers. The answer's own headers override them; `Link` and `Vary` are combined. */
export const withCommon = (common: Headers, { Link, Vary, ...others }: Headers = {}): Headers => ({
  ...common,
  ...others,
  ...(Link ? { Link: `${common.Link}, ${Link}` } : {}),
  ...(Vary ? { Vary: `${common.Vary}, ${Vary}` } : {}),
});

/** Returns the function name in `_jsonp`; undefined for '' and '0', as in PHP. @throws rest_callback_invalid */
export function readCallback({ _jsonp: name }: Query): string | undefined {
  if (name === undefined || name === '' || name === '0') return undefined;
  if (typeof name === 'string' && /^[\w.]{1,100}$/.test(name)) return name;
  throw restError('rest_callback_invalid', 'Invalid JSONP callback function.');
}

/** Parses `_fields=code,data.tags` into paths. */
function readFields(given: unknown): string[][] {
  const names = typeof given === 'string' ? given.split(',') : Object.values((given as object | undefined) ?? {});
  return names
    .filter((name): name is string => typeof name === 'string')
    .map((name) => name.trim().split('.').slice(0, 10))
    .filter(([first]) => first)
    .slice(0, 100);
}

/** Keeps only the fields at the paths, in each item of a list. */
function pickFields(data: unknown, paths: string[][]): unknown {
  if (Array.isArray(data)) return data.map((item) => pickFields(item, paths));
  if (typeof data !== 'object' || data === null) return data;
  const picked: [string, unknown][] = [];
  for (const [name, value] of Object.entries(data)) {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    if (below.length === 0) continue;
    const isWhole = below.some((rest) => rest.length === 0);
    picked.push([name, isWhole ? value : pickFields(value, below)]);
  }
  return Object.fromEntries(picked);
}
