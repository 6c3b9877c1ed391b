/** Kutt's API: `/api/v2/links`, with the key in `X-API-KEY`. */
import { json } from '../../../shared/http/answer.ts';
import { invalid } from '../../api/errors.ts';
import type { Link } from '../../links/core/schema.ts';
import {
  type Answered,
  type Call,
  type CompatRequest,
  type CompatRoute,
  linkIn,
  numberIn,
  pageIn,
  type System,
  toFields,
  totalIn,
  withScheme,
} from '../core/system.ts';

const links = '/api/v2/links';
const one = `${links}/{id}`;

const unitsMs: Record<string, number> = {
  ...Object.fromEntries(['m', 'min', 'mins', 'minute', 'minutes'].map((unit) => [unit, 60_000])),
  ...Object.fromEntries(['h', 'hr', 'hrs', 'hour', 'hours'].map((unit) => [unit, 3_600_000])),
  ...Object.fromEntries(['d', 'day', 'days'].map((unit) => [unit, 86_400_000])),
  ...Object.fromEntries(['w', 'week', 'weeks'].map((unit) => [unit, 604_800_000])),
  ...Object.fromEntries(['y', 'yr', 'yrs', 'year', 'years'].map((unit) => [unit, 31_557_600_000])),
};

/** Returns the time after a duration such as `2 days` or `8h`. @throws `validation_failed` */
function expiryAfter(duration: unknown): string {
  const [, number, unit = ''] = /^\s*(\d{1,7}(?:\.\d{1,3})?) ?([a-z]{1,7})\s*$/i.exec(String(duration)) ?? [];
  const ms = Number(number) * (unitsMs[unit.toLowerCase()] ?? Number.NaN);
  const time = new Date(Date.now() + ms);
  if (ms >= 60_000 && time.getUTCFullYear() < 9_999) return time.toISOString();
  throw invalid({ field: 'expiresAt', message: 'must be at least a minute, such as 1m, 8h or 42 days' });
}

const common = [
  ['target', 'url', withScheme],
  ['description', 'title'],
  ['expire_in', 'expiresAt', expiryAfter],
  ['password', 'password'],
] as const;
const created = [...common, ['customurl', 'slug'], ['domain', 'domain'], ['reuse', 'findExisting']] as const;
const edited = [...common, ['address', 'slug']] as const;

const toKutt = (link: Link, { clicksOf }: Answered, { domain }: CompatRequest) => ({
  id: link.id,
  address: link.slug,
  link: link.shortUrl,
  target: link.url,
  description: link.title,
  domain: link.domain === domain ? null : link.domain,
  password: link.hasPassword,
  banned: link.banned,
  expire_in: link.expiresAt,
  visit_count: clicksOf(link),
  created_at: link.createdAt,
  updated_at: link.updatedAt,
});

/** Leaves out empty values, which Kutt ignores. */
const given = (body: CompatRequest['body']) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => Boolean(value)));

function updateLink({ params, body }: CompatRequest): Call {
  const change = toFields(edited, given(body));
  if (body.password === '' || body.password === null) change.password = null;
  if (Object.keys(change).length === 0) throw invalid({ field: '', message: 'must change at least one field' });
  return { operation: 'updateLink', params: idIn(params), args: change };
}

const idIn = ({ id = '' }: CompatRequest['params']) => ({ id });
const limitOf = ({ query }: CompatRequest) => numberIn(query.get('limit'), 10, [1, 50]);
const skipOf = ({ query }: CompatRequest) => numberIn(query.get('skip'), 0, [0, Number.MAX_SAFE_INTEGER]);

const routes: CompatRoute[] = [
  {
    method: 'GET',
    path: links,
    call: (parsed) => ({
      operation: 'listLinks',
      args: { count: 'true', limit: limitOf(parsed), q: parsed.query.get('search') || undefined },
      skip: skipOf(parsed),
    }),
    answer(answered, parsed) {
      const page = pageIn(answered);
      const data = page.links.map((link) => toKutt(link, answered, parsed));
      return json(200, { total: totalIn(page), limit: limitOf(parsed), skip: skipOf(parsed), data });
    },
  },
  {
    method: 'POST',
    path: links,
    call: ({ body, domain }) => ({
      operation: 'createLink',
      args: { url: '', domain, ...toFields(created, given(body)) },
    }),
    answer: (answered, parsed) => json(answered.status, toKutt(linkIn(answered), answered, parsed)),
  },
  {
    method: 'PATCH',
    path: one,
    call: updateLink,
    answer: (answered, parsed) => json(200, toKutt(linkIn(answered), answered, parsed)),
  },
  {
    method: 'DELETE',
    path: one,
    call: ({ params }) => ({ operation: 'deleteLink', params: idIn(params) }),
    answer: () => json(200, { message: 'The link was deleted.' }),
  },
  {
    method: 'GET',
    path: '/api/v2/health',
    answer: () => ({ status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: 'OK' }),
  },
];

const badRequests = ['validation_failed', 'unsafe_url', 'slug_taken'];

export const kutt: System = {
  prefix: '/api/v2/',
  keyOf: ({ headers }) => headers['x-api-key'] ?? '',
  routes,
  fields: [...created, ...edited],
  fail: ({ code, status, message }) => json(badRequests.includes(code) ? 400 : status, { error: message }),
};
