/** YOURLS's API: `/yourls-api.php`, with the action, the key (`signature`) and the format as parameters. */
import { type HttpAnswer, json } from '../../../shared/http/answer.ts';
import { escapeHtml } from '../../../shared/pages/html.ts';
import { invalid } from '../../api/errors.ts';
import type { Link } from '../../links/core/schema.ts';
import {
  type Answered,
  type CompatRequest,
  type CompatRoute,
  linkIn,
  numberIn,
  pageIn,
  type System,
  totalIn,
  withScheme,
} from '../core/system.ts';

const path = '/yourls-api.php';
const version = '1.10.4';

/** Returns a parameter of the body or the query. */
function param({ body, query }: CompatRequest, name: string): string {
  const sent = body[name];
  return typeof sent === 'string' ? sent : (query.get(name) ?? '');
}

/** An answer's fields. `simple` is the answer in the format `simple`. */
type Fields = { simple?: string; statusCode?: string; errorCode?: string; [name: string]: unknown };
type Action = {
  call: NonNullable<CompatRoute['call']>;
  answer: (answered: Answered, parsed: CompatRequest) => Fields | Promise<Fields>;
};

const timeOf = ({ createdAt }: Link) => createdAt.slice(0, 19).replace('T', ' ');
const titleOf = ({ title, url }: Link) => title ?? url;
const noSimple = 'This action has no simple format: use json or xml.';

const statsOf = (link: Link, { clicksOf }: Answered) => ({
  shorturl: link.shortUrl,
  url: link.url,
  title: titleOf(link),
  timestamp: timeOf(link),
  ip: '',
  clicks: clicksOf(link),
});

/** Returns the call for the link in `shorturl`, which is a keyword or a short URL. */
const getLink: Action['call'] = (parsed) => ({
  operation: 'getLink',
  link: { name: param(parsed, 'shorturl'), domain: parsed.domain },
});

const orders = new Map([
  ['bottom', { sort: 'clicks', order: 'asc' }],
  ['last', { sort: 'createdAt', order: 'desc' }],
  ['rand', { sort: 'createdAt', order: 'desc' }],
  ['random', { sort: 'createdAt', order: 'desc' }],
]);
const mostListed = 100;
const limitOf = (parsed: CompatRequest) => numberIn(param(parsed, 'limit'), 0, [0, mostListed]);

const totalsOf = async (answered: Answered) => ({
  total_links: totalIn(pageIn(answered)),
  total_clicks: await answered.totalClicks(),
});

const actions = new Map<string, Action>([
  [
    'shorturl',
    {
      call: (parsed) => ({
        operation: 'createLink',
        args: {
          url: withScheme(param(parsed, 'url').trim()),
          slug: param(parsed, 'keyword') || null,
          title: param(parsed, 'title') || null,
          domain: parsed.domain,
          findExisting: true,
        },
      }),
      answer: created,
    },
  ],
  [
    'expand',
    {
      call: getLink,
      answer(answered) {
        const link = linkIn(answered);
        const shown = { keyword: link.slug, shorturl: link.shortUrl, longurl: link.url, title: titleOf(link) };
        return { ...shown, simple: link.url, message: 'success', statusCode: '200' };
      },
    },
  ],
  [
    'url-stats',
    {
      call: getLink,
      answer(answered) {
        const link = statsOf(linkIn(answered), answered);
        return { statusCode: '200', message: 'success', link, simple: noSimple };
      },
    },
  ],
  [
    'stats',
    {
      call: (parsed) => ({
        operation: 'listLinks',
        args: {
          count: 'true',
          limit: Math.max(1, limitOf(parsed)),
          ...(orders.get(param(parsed, 'filter')) ?? { sort: 'clicks', order: 'desc' }),
        },
        skip: numberIn(param(parsed, 'start'), 0, [0, Number.MAX_SAFE_INTEGER]),
      }),
      async answer(answered, parsed) {
        const shown = pageIn(answered).links.slice(0, limitOf(parsed));
        const links = Object.fromEntries(shown.map((link, at) => [`link_${at + 1}`, statsOf(link, answered)]));
        const stats = await totalsOf(answered);
        return { links, stats, statusCode: '200', message: 'success', simple: noSimple };
      },
    },
  ],
  [
    'db-stats',
    {
      call: () => ({ operation: 'listLinks', args: { count: 'true', limit: 1 } }),
      answer: async (answered) => ({
        'db-stats': await totalsOf(answered),
        statusCode: '200',
        message: 'success',
        simple: noSimple,
      }),
    },
  ],
  ['version', { call: () => ({ operation: 'getMe' }), answer: () => ({ version, simple: version }) }],
]);

/** Answers with the new link. An existing link with the same destination is a failure that names it. */
function created(answered: Answered): Fields {
  const link = linkIn(answered);
  const title = titleOf(link);
  const url = { keyword: link.slug, url: link.url, title, date: timeOf(link), ip: '' };
  const shown = { title, shorturl: link.shortUrl, simple: link.shortUrl };
  if (answered.status === 201) {
    const message = `The link to ${link.url} was created.`;
    return { status: 'success', code: '', message, errorCode: '', statusCode: '200', url, ...shown };
  }
  const message = `A link to ${link.url} exists already: ${link.shortUrl}`;
  const known = { ...url, clicks: answered.clicksOf(link) };
  return { status: 'fail', code: 'error:url', message, errorCode: '400', statusCode: '400', url: known, ...shown };
}

/** @throws `validation_failed` for an unknown action, or a callback that is not a plain name */
function actionOf(parsed: CompatRequest): Action {
  const action = actions.get(param(parsed, 'action'));
  if (!action) throw invalid({ field: 'action', message: `must be one of ${[...actions.keys()].join(', ')}` });
  if (!isCallback(callbackOf(parsed))) {
    throw invalid({ field: 'callback', message: 'must be a name of letters, digits, _, $ and dots' });
  }
  return action;
}

const callbackOf = (parsed: CompatRequest) => param(parsed, 'callback') || param(parsed, 'jsonp');
const isCallback = (name: string) => /^[\w$.]{0,100}$/.test(name);

/** Characters that XML 1.0 does not allow. */
const notXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function toXml(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return escapeHtml(
      String(value ?? '')
        .toWellFormed()
        .replace(notXml, ''),
    );
  }
  return Object.entries(value)
    .map(([name, inside]) => `<${name}>${toXml(inside)}</${name}>`)
    .join('');
}

const text = (status: number, type: string, body: string): HttpAnswer => ({
  status,
  headers: { 'Content-Type': `${type}; charset=utf-8`, 'X-Content-Type-Options': 'nosniff' },
  body,
});

/** Writes an answer in the requested format: XML by default, and `simple` for an unknown one. */
function write({ simple = '', ...fields }: Fields, parsed: CompatRequest): HttpAnswer {
  const status = Number(fields.statusCode || fields.errorCode || 200);
  const format = param(parsed, 'format') || 'xml';
  const callback = callbackOf(parsed);
  if (format === 'json' || (format === 'jsonp' && !isCallback(callback))) return json(status, fields);
  if (format === 'jsonp') {
    return text(status, 'application/javascript', `/**/${callback}(${JSON.stringify({ ...fields, callback })})`);
  }
  if (format !== 'xml') return text(status, 'text/plain', simple);
  return text(status, 'application/xml', `<?xml version="1.0" encoding="UTF-8"?>\n<root>${toXml(fields)}</root>\n`);
}

/** Explains a refused key. */
function refusal(parsed: CompatRequest): string {
  if (param(parsed, 'username')) return 'Waypost takes an API key as `signature`, not a username and a password.';
  if (param(parsed, 'timestamp')) {
    return 'Waypost cannot check time-limited signatures, because it stores only hashes of keys: send an API key as `signature`.';
  }
  return 'The API key in `signature` is missing or invalid.';
}

/** Error codes for refused fields of a new link, keyed by field. */
const codes: Record<string, string> = { url: 'error:nourl', keyword: 'error:keyword' };

const shorten = (method: 'GET' | 'POST'): CompatRoute => ({
  method,
  path,
  call: (parsed) => actionOf(parsed).call(parsed),
  answer: async (answered, parsed) => write(await actionOf(parsed).answer(answered, parsed), parsed),
});

export const yourls: System = {
  prefix: path,
  keyOf: (parsed) => param(parsed, 'signature'),
  routes: [shorten('GET'), shorten('POST')],
  fields: [
    ['url', 'url'],
    ['keyword', 'slug'],
  ],
  fail({ code, status, message, field, reason }, parsed) {
    if (code === 'unauthorized')
      return write({ simple: refusal(parsed), message: refusal(parsed), errorCode: '403' }, parsed);
    const isCreation = param(parsed, 'action') === 'shorturl';
    const isOfLink = ['validation_failed', 'unsafe_url', 'slug_taken'].includes(code);
    const own = reason === 'own_domain' ? 'error:noloop' : code === 'unsafe_url' ? 'error:unsafe' : codes[field];
    const at = String(isOfLink ? 400 : status);
    const fields = { message, errorCode: at, statusCode: at };
    if (isCreation) return write({ status: 'fail', code: own ?? `error:${code}`, ...fields }, parsed);
    return write({ ...fields, simple: code === 'not_found' ? 'not found' : message }, parsed);
  },
};
