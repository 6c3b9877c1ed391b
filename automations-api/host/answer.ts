/** The last step of an answer: `_fields`, `_envelope`, `_jsonp` and the headers that WordPress sends. */
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import { restUrl, type Site } from './core/describe.ts';
import { restError } from './core/errors.ts';

type Query = Record<string, unknown>;
type Headers = Record<string, string>;
/** With the headers of its own. */
export type Answered = { status: number; data: unknown; headers: Headers };

/** The headers of every answer of the host. */
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

/** The JSON or JSONP answer, with the headers of every answer around its own. @throws rest_callback_invalid */
export function writeAnswer({ status, data, headers }: Answered, query: Query, common: Headers): HttpAnswer {
  const fields = readFields(query._fields);
  const picked = fields.length > 0 && status < 400 ? pickFields(data, fields) : data;
  const enveloped = query._envelope === undefined ? undefined : openEnvelope(headers);
  const body = enveloped ? { body: picked, status, headers: enveloped.inside } : picked;
  const sent = enveloped ? 200 : status;
  const around = withCommon(common, enveloped ? enveloped.outside : headers);
  const callback = readCallback(query);
  if (callback === undefined) return json(sent, body, around);
  return {
    status: sent,
    headers: { ...around, 'Content-Type': 'application/javascript; charset=utf-8' },
    // The comment keeps a browser plug-in from running the text as something else; the escapes are line ends in JS.
    body: `/**/${callback}(${JSON.stringify(body).replace(/[\u2028\u2029]/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'))})`,
  };
}

/** The answer's own headers go into the body, but for a cookie, which scripts must not read. */
function openEnvelope({ 'Set-Cookie': cookie, ...inside }: Headers): { inside: Headers; outside: Headers } {
  return { inside, outside: cookie === undefined ? {} : { 'Set-Cookie': cookie } };
}

/** The answer's own headers win; its links, and what it varies by, stand beside the common ones. */
export const withCommon = (common: Headers, { Link, Vary, ...others }: Headers = {}): Headers => ({
  ...common,
  ...others,
  ...(Link ? { Link: `${common.Link}, ${Link}` } : {}),
  ...(Vary ? { Vary: `${common.Vary}, ${Vary}` } : {}),
});

/** The function name of `_jsonp`; an empty one, and 0, is none, as in PHP. @throws rest_callback_invalid */
export function readCallback({ _jsonp: name }: Query): string | undefined {
  if (name === undefined || name === '' || name === '0') return undefined;
  if (typeof name === 'string' && /^[\w.]{1,100}$/.test(name)) return name;
  throw restError('rest_callback_invalid', 'Invalid JSONP callback function.');
}

/** `_fields=code,data.tags` as paths. */
function readFields(given: unknown): string[][] {
  const names = typeof given === 'string' ? given.split(',') : Object.values((given as object | undefined) ?? {});
  return names
    .filter((name): name is string => typeof name === 'string')
    .map((name) => name.trim().split('.').slice(0, 10))
    .filter(([first]) => first)
    .slice(0, 100);
}

/** Keeps what the paths name; a list is kept item by item. */
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
