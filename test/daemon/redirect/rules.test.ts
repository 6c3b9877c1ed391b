/** Every rule of a redirect and the combinations that matter, over real HTTP. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { TryLimit } from '../../../daemon/redirect/answers.ts';
import { createClients } from '../../../daemon/redirect/client.ts';
import { Choice } from '../../../daemon/redirect/core/visit.ts';
import { isOpened, openingCookie } from '../../../daemon/redirect/password.ts';
import { createTryLimit } from '../../../daemon/redirect/try-limit.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { hashPassword } from '../../../shared/secrets/passwords.ts';
import { type LinkFields, log, openings, openTestDb, putLink, startRedirects } from '../../fixtures/redirects.ts';
import { sendRaw } from '../../fixtures/requests.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const past = new Date(Date.now() - 60_000);
const later = new Date(Date.now() + 3_600_000);
const password = 'open sesame';
const password_hash = await hashPassword(password);
const geo = JSON.stringify({ DE: 'https://example.de/', FR: 'https://example.fr/?a=1' });
const utm = JSON.stringify({ source: 'news letter', medium: 'e-mail' });
const apps = { ios_url: 'myapp://open', android_url: 'https://example.com/android' };

type Case = {
  what: string;
  link: Omit<LinkFields, 'slug'>;
  method?: string;
  query?: string;
  headers?: Record<string, string>;
  status: number;
  location?: string;
  cache?: string;
  clicks?: number;
  body?: RegExp;
};

const never = 'private, no-store';
const rulesOf = (when: object) => JSON.stringify([{ when, url: 'https://example.com/mobile' }]);
const forMobiles = rulesOf({ device: 'mobile' });
const variants = JSON.stringify([
  { url: 'https://example.com/a', weight: 50, name: 'A' },
  { url: 'https://example.com/b', weight: 50, name: 'Bö' },
]);
const cases: Case[] = [
  {
    what: 'a plain link',
    link: { url: 'https://example.com/a?b=1#c' },
    status: 302,
    location: 'https://example.com/a?b=1#c',
    cache: never,
    clicks: 1,
  },
  {
    what: 'a destination that is not ASCII',
    link: { url: 'https://example.com/ä b' },
    status: 302,
    location: 'https://example.com/%C3%A4%20b',
    clicks: 1,
  },
  {
    what: 'a permanent link',
    link: { redirect_type: 301 },
    status: 301,
    location: 'https://example.com/',
    cache: 'private, max-age=60',
    clicks: 1,
  },
  { what: 'HEAD', link: {}, method: 'HEAD', status: 302, location: 'https://example.com/', cache: never, clicks: 0 },
  {
    what: 'HEAD of a permanent link',
    link: { redirect_type: 301 },
    method: 'HEAD',
    status: 301,
    cache: 'private, max-age=60',
    clicks: 0,
  },
  { what: 'POST to a link without password', link: {}, method: 'POST', status: 405, clicks: 0 },
  { what: 'DELETE', link: {}, method: 'DELETE', status: 405, clicks: 0 },
  { what: 'an archived link', link: { archived: true }, status: 302, clicks: 1 },

  { what: 'a banned link', link: { banned: true }, status: 403, cache: 'no-store', body: /unsafe/, clicks: 0 },
  {
    what: 'banned beats expired',
    link: { banned: true, expires_at: past, expired_url: 'https://example.com/over' },
    status: 403,
    clicks: 0,
  },
  { what: 'banned beats password', link: { banned: true, password_hash }, status: 403, body: /unsafe/, clicks: 0 },
  { what: 'an expired link', link: { expires_at: past }, status: 410, cache: 'no-store', clicks: 0 },
  {
    what: 'an expired link with a fallback',
    link: { expires_at: past, expired_url: 'https://example.com/over' },
    status: 302,
    location: 'https://example.com/over',
    cache: never,
    clicks: 1,
  },
  {
    what: 'an expired permanent link with a fallback is temporary',
    link: { redirect_type: 301, expires_at: past, expired_url: 'https://example.com/over' },
    status: 302,
    cache: never,
    clicks: 1,
  },
  { what: 'expired beats password', link: { expires_at: past, password_hash }, status: 410, clicks: 0 },
  {
    what: 'expired beats device and geo',
    link: { expires_at: past, geo, ...apps },
    headers: { 'User-Agent': iphone, 'x-country': 'DE' },
    status: 410,
    clicks: 0,
  },
  { what: 'a link before its start', link: { starts_at: later }, status: 404, cache: 'no-store', clicks: 0 },
  { what: 'a link before its start, HEAD', link: { starts_at: later }, method: 'HEAD', status: 404, clicks: 0 },
  {
    what: 'a link before its start with a fallback, with UTM parameters and the query, never stored',
    link: { starts_at: later, not_started_url: 'https://example.com/soon', redirect_type: 301, utm },
    query: 'a=1',
    status: 302,
    location: 'https://example.com/soon?utm_source=news%20letter&utm_medium=e-mail&a=1',
    cache: never,
    clicks: 1,
  },
  { what: 'a link after its start', link: { starts_at: past }, status: 302, clicks: 1 },
  {
    what: 'a permanent link after its start',
    link: { starts_at: past, not_started_url: 'https://example.com/soon', redirect_type: 301 },
    status: 301,
    location: 'https://example.com/',
    cache: 'private, max-age=60',
    clicks: 1,
  },
  {
    what: 'banned beats not started',
    link: { banned: true, starts_at: later, not_started_url: 'https://example.com/soon' },
    status: 403,
    clicks: 0,
  },
  { what: 'not started beats password', link: { starts_at: later, password_hash }, status: 404, clicks: 0 },
  { what: 'not started beats used up', link: { starts_at: later, max_clicks: 1, uses: 1 }, status: 404, clicks: 0 },
  { what: 'a link that is used up', link: { max_clicks: 3, uses: 3 }, status: 410, cache: 'no-store', clicks: 0 },
  { what: 'a link that is more than used up', link: { max_clicks: 3, uses: 7 }, status: 410, clicks: 0 },
  {
    what: 'a link that is used up, with a fallback',
    link: { max_clicks: 3, uses: 3, expired_url: 'https://example.com/over', redirect_type: 301 },
    status: 302,
    location: 'https://example.com/over',
    cache: never,
    clicks: 1,
  },
  { what: 'used up beats password', link: { max_clicks: 3, uses: 3, password_hash }, status: 410, clicks: 0 },
  { what: 'a link with clicks left', link: { max_clicks: 3, uses: 2 }, status: 302, clicks: 1 },
  {
    what: 'a permanent link with a limit is not stored',
    link: { max_clicks: 3, redirect_type: 301 },
    status: 301,
    cache: never,
    clicks: 1,
  },
  { what: 'a link that will expire', link: { expires_at: later }, status: 302, cache: never, clicks: 1 },
  {
    what: 'a permanent link that will expire in an hour',
    link: { redirect_type: 301, expires_at: later },
    status: 301,
    cache: 'private, max-age=60',
    clicks: 1,
  },
  {
    what: 'a fallback gets UTM parameters',
    link: { expires_at: past, expired_url: 'https://example.com/over', utm },
    status: 302,
    location: 'https://example.com/over?utm_source=news%20letter&utm_medium=e-mail',
    clicks: 1,
  },

  {
    what: 'password required',
    link: { password_hash },
    status: 200,
    cache: 'no-store',
    body: /<form method="post">/,
    clicks: 0,
  },
  { what: 'password required, HEAD', link: { password_hash }, method: 'HEAD', status: 200, clicks: 0 },
  {
    what: 'password by header',
    link: { password_hash },
    headers: { 'X-Link-Password': password },
    status: 302,
    location: 'https://example.com/',
    cache: never,
    clicks: 1,
  },
  {
    what: 'a wrong password by header',
    link: { password_hash },
    headers: { 'X-Link-Password': 'wrong password' },
    status: 403,
    body: /<form/,
    clicks: 0,
  },
  {
    what: 'a password is never read from the query',
    link: { password_hash },
    query: `password=${encodeURIComponent(password)}`,
    status: 200,
    clicks: 0,
  },
  {
    what: 'a permanent link with a password is not stored',
    link: { redirect_type: 301, password_hash },
    headers: { 'X-Link-Password': password },
    status: 301,
    cache: never,
    clicks: 1,
  },
  {
    what: 'password beats device',
    link: { password_hash, ...apps },
    headers: { 'User-Agent': iphone },
    status: 200,
    clicks: 0,
  },
  {
    what: 'password, then device',
    link: { password_hash, ...apps },
    headers: { 'User-Agent': iphone, 'X-Link-Password': password },
    status: 302,
    location: 'myapp://open',
    clicks: 1,
  },

  {
    what: 'an iPhone',
    link: apps,
    headers: { 'User-Agent': iphone },
    status: 302,
    location: 'myapp://open',
    clicks: 1,
  },
  {
    what: 'an Android',
    link: apps,
    headers: { 'User-Agent': android },
    status: 302,
    location: 'https://example.com/android',
    clicks: 1,
  },
  {
    what: 'a desktop',
    link: apps,
    headers: { 'User-Agent': desktop },
    status: 302,
    location: 'https://example.com/',
    clicks: 1,
  },
  ...[
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) Chrome/52.0 Mobile Safari/537.36 Edge/15.14977',
    'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; IEMobile/11.0; Lumia 520) like iPhone OS 7_0_3 Mac OS X',
  ].map((userAgent) => ({
    what: 'a Windows Phone, which is neither',
    link: apps,
    headers: { 'User-Agent': userAgent },
    status: 302,
    location: 'https://example.com/',
    clicks: 1,
  })),
  {
    what: 'an Android where only iOS has a URL',
    link: { ios_url: apps.ios_url },
    headers: { 'User-Agent': android },
    status: 302,
    location: 'https://example.com/',
    clicks: 1,
  },
  {
    what: 'a permanent link with a device URL is not stored',
    link: { redirect_type: 301, ...apps },
    headers: { 'User-Agent': desktop },
    status: 301,
    cache: never,
    clicks: 1,
  },
  {
    what: 'device beats geo',
    link: { geo, ...apps },
    headers: { 'User-Agent': iphone, 'x-country': 'DE' },
    status: 302,
    location: 'myapp://open',
    clicks: 1,
  },
  {
    what: 'a country of the table',
    link: { geo },
    headers: { 'x-country': 'de' },
    status: 302,
    location: 'https://example.de/',
    clicks: 1,
  },
  {
    what: 'a country that is not in the table',
    link: { geo },
    headers: { 'x-country': 'US' },
    status: 302,
    location: 'https://example.com/',
    clicks: 1,
  },
  { what: 'no country', link: { geo }, status: 302, location: 'https://example.com/', clicks: 1 },
  {
    what: 'a permanent link with countries is not stored',
    link: { redirect_type: 301, geo },
    headers: { 'x-country': 'US' },
    status: 301,
    cache: never,
    clicks: 1,
  },
  {
    what: "a country's destination gets UTM parameters and the query",
    link: { geo, utm },
    headers: { 'x-country': 'FR' },
    query: 'x=y&utm_medium=web',
    status: 302,
    location: 'https://example.fr/?a=1&utm_source=news%20letter&x=y&utm_medium=web',
    clicks: 1,
  },

  {
    what: 'UTM parameters',
    link: { utm },
    status: 302,
    location: 'https://example.com/?utm_source=news%20letter&utm_medium=e-mail',
    clicks: 1,
  },
  {
    what: "UTM parameters replace the destination's and leave the rest",
    link: { url: 'https://example.com/?utm_source=old&q=%20a+b&&empty=#f', utm },
    status: 302,
    location: 'https://example.com/?q=%20a+b&&empty=&utm_source=news%20letter&utm_medium=e-mail#f',
    clicks: 1,
  },
  {
    what: "the visitor's query",
    link: { url: 'https://example.com/?a=1#f' },
    query: 'b=%2F+%C3%A4&c',
    status: 302,
    location: 'https://example.com/?a=1&b=%2F+%C3%A4&c#f',
    clicks: 1,
  },
  {
    what: "the visitor's query beats the destination's",
    link: { url: 'https://example.com/?a=1&b=2' },
    query: 'a=3&a=4',
    status: 302,
    location: 'https://example.com/?b=2&a=3&a=4',
    clicks: 1,
  },
  {
    what: "the visitor's query beats UTM parameters",
    link: { utm },
    query: 'utm_source=me',
    status: 302,
    location: 'https://example.com/?utm_medium=e-mail&utm_source=me',
    clicks: 1,
  },
  {
    what: 'a name that is encoded is the same name',
    link: { url: 'https://example.com/?utm%5Fsource=old', utm: JSON.stringify({ source: 'new' }) },
    status: 302,
    location: 'https://example.com/?utm_source=new',
    clicks: 1,
  },
  {
    what: 'a QR code',
    link: { url: 'https://example.com/?a=1' },
    query: 'qr=1',
    status: 302,
    location: 'https://example.com/?a=1',
    clicks: 1,
  },
  {
    what: 'a QR code with a query',
    link: {},
    query: 'x=1&qr=1&y=2',
    status: 302,
    location: 'https://example.com/?x=1&y=2',
    clicks: 1,
  },
  {
    what: 'a destination is never taken from the query',
    link: {},
    query: 'url=https://evil.test/',
    status: 302,
    location: 'https://example.com/?url=https://evil.test/',
    clicks: 1,
  },
  { what: 'an empty query', link: {}, query: '', status: 302, location: 'https://example.com/', clicks: 1 },
  {
    what: 'a permanent link with a rule is never stored',
    link: { redirect_type: 301, rules: forMobiles },
    status: 301,
    location: 'https://example.com/',
    cache: never,
    clicks: 1,
  },
  {
    what: 'a rule beats device, country and variants, with UTM parameters and the query',
    link: { rules: forMobiles, variants, geo, ...apps, utm },
    headers: { 'User-Agent': iphone, 'x-country': 'DE' },
    query: 'a=1',
    status: 302,
    location: 'https://example.com/mobile?utm_source=news%20letter&utm_medium=e-mail&a=1',
    cache: never,
    clicks: 1,
  },
  {
    what: 'a rule by query',
    link: { rules: rulesOf({ query: { a: ['1', '2'] } }) },
    query: 'a=2',
    status: 302,
    location: 'https://example.com/mobile?a=2',
    clicks: 1,
  },
  {
    what: 'a device beats variants',
    link: { rules: rulesOf({ country: 'FR' }), variants, ...apps },
    headers: { 'User-Agent': iphone },
    status: 302,
    location: 'myapp://open',
    clicks: 1,
  },
  {
    what: 'a country beats variants',
    link: { variants, geo },
    headers: { 'x-country': 'DE' },
    status: 302,
    location: 'https://example.de/',
    clicks: 1,
  },
  {
    what: 'a password beats rules',
    link: { rules: forMobiles, variants, password_hash },
    headers: { 'User-Agent': iphone },
    status: 200,
    body: /password/i,
    clicks: 0,
  },
  {
    what: 'an expired link has no rules',
    link: { rules: forMobiles, expires_at: past },
    headers: { 'User-Agent': iphone },
    status: 410,
    clicks: 0,
  },
  {
    what: 'a banned link has no rules',
    link: { rules: forMobiles, banned: true },
    headers: { 'User-Agent': iphone },
    status: 403,
    clicks: 0,
  },
  {
    what: 'a variant, HEAD',
    link: { variants },
    method: 'HEAD',
    status: 302,
    cache: never,
    clicks: 0,
  },
];

t.test('every case in the table of redirect rules gets its answer', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const clients = createClients({ trustedProxies: ['127.0.0.0/8'], countryHeader: 'X-Country' }, () => undefined);
  const { visit, clicks, sync } = await startRedirects(t, db, { clients });
  const ids = new Map<string, number>();
  for (const [index, { link }] of cases.entries()) {
    ids.set(`case${index}`, await putLink(db, { slug: `case${index}`, ...link }));
  }
  await sync.catchUp();

  for (const [index, { what, method = 'GET', query, headers, ...expected }] of cases.entries()) {
    t.test(what, async (t) => {
      const slug = `case${index}`;
      const path = query === undefined ? `/${slug}` : `/${slug}?${query}`;
      const answer = await visit({ method, path, ...(headers ? { headers } : {}) });
      t.equal(answer.status, expected.status);
      if (expected.location !== undefined) t.equal(answer.headers.location, expected.location);
      if (expected.status >= 400 || expected.status === 200)
        t.notOk(answer.headers.location, 'no destination is revealed');
      if (expected.status >= 400) t.equal(answer.headers['x-robots-tag'], 'noindex');
      if (expected.cache !== undefined) t.equal(answer.headers['cache-control'], expected.cache);
      if (expected.body) t.match(answer.body, expected.body);
      if (method === 'HEAD') t.equal(answer.body, '');
      t.ok(answer.headers['x-request-id']);
      const mine = clicks.filter(({ linkId }) => linkId === ids.get(slug));
      t.equal(mine.length, expected.clicks ?? 0, 'clicks');
      if (query?.includes('qr=1')) t.equal(mine[0]?.trigger, 'qr');
    });
  }
});

t.test('a click records the destination that the visitor was sent to', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const clients = createClients({ trustedProxies: ['127.0.0.0/8'], countryHeader: 'X-Country' }, () => undefined);
  const { visit, clicks, sync } = await startRedirects(t, db, { clients });
  await putLink(db, { slug: 'all', geo, ...apps });
  await putLink(db, { slug: 'over', geo, ...apps, expires_at: past, expired_url: 'https://example.com/over' });
  await putLink(db, { slug: 'plain' });
  await putLink(db, { slug: 'locked', geo, password_hash });
  await putLink(db, { slug: 'ruled', rules: forMobiles, variants });
  await sync.catchUp();
  for (const [slug, headers, choice] of [
    ['plain', { 'User-Agent': iphone, 'X-Country': 'DE' }, Choice.url],
    ['all', { 'User-Agent': iphone, 'X-Country': 'DE' }, Choice.ios],
    ['all', { 'User-Agent': android, 'X-Country': 'DE' }, Choice.android],
    ['all', { 'User-Agent': desktop, 'X-Country': 'DE' }, Choice.country],
    ['all', { 'User-Agent': desktop, 'X-Country': 'US' }, Choice.url],
    ['over', { 'User-Agent': iphone, 'X-Country': 'DE' }, Choice.expired],
    ['locked', { 'User-Agent': iphone, 'X-Country': 'DE', 'X-Link-Password': password }, Choice.country],
    ['ruled', { 'User-Agent': iphone }, Choice.rule],
    ['ruled', { 'User-Agent': desktop }, Choice.variant],
  ] as const) {
    await visit({ path: `/${slug}`, headers });
    t.equal(clicks.at(-1)?.choice, choice, `${slug} ${JSON.stringify(headers)}`);
  }
  t.equal(clicks.length, 9);
});

t.test('a visitor keeps a variant with and without a query, and its click has the name of the variant', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, clicks, sync } = await startRedirects(t, db);
  await putLink(db, { slug: 'split', variants });
  await putLink(db, { slug: 'limited', variants, max_clicks: 1_000 });
  await sync.catchUp();
  const names = new Map([
    ['https://example.com/a', 'A'],
    ['https://example.com/b', 'Bö'],
  ]);
  const seen = new Set<string>();
  for (const slug of ['split', 'limited']) {
    for (let n = 0; n < 30; n++) {
      const headers = { 'User-Agent': `visitor ${n}` };
      const locationOf = async (path: string) => String((await visit({ path, headers })).headers.location);
      const first = await locationOf(`/${slug}`);
      seen.add(`${slug} ${first}`);
      t.equal(clicks.at(-1)?.variant, names.get(first));
      for (const path of [`/${slug}`, `/${slug}?x=1`, `/${slug}/`]) {
        t.equal((await locationOf(path)).replace('?x=1', ''), first);
        t.equal(clicks.at(-1)?.variant, names.get(first));
      }
    }
  }
  t.equal(seen.size, 4, 'both variants of both links');
});

t.test('headers of one request never affect the next request on the same connection', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { port, clicks, sync } = await startRedirects(t, db);
  const rule = (when: object, name: string) => ({ when, url: `https://example.com/${name}` });
  const rules = [
    rule({ language: 'de' }, 'german'),
    rule({ referrer: 'example.org' }, 'referred'),
    rule({ device: 'mobile' }, 'mobile'),
  ];
  await putLink(db, { slug: 'ruled', rules: JSON.stringify(rules), variants });
  await putLink(db, { slug: 'plain' });
  await sync.catchUp();
  const cases: [slug: string, headers: Record<string, string>, to: RegExp][] = [
    ['ruled', { 'Accept-Language': 'de', 'User-Agent': desktop }, /\/german$/],
    ['ruled', { 'User-Agent': iphone }, /\/mobile$/],
    ['ruled', {}, /\/[ab]$/],
    ['ruled', { Referer: 'https://example.org/', 'User-Agent': desktop }, /\/referred$/],
    ['plain', { 'Accept-Language': 'de', 'User-Agent': iphone }, /\/$/],
    ['ruled', { 'User-Agent': desktop }, /\/[ab]$/],
    ['ruled', { 'Accept-Language': 'fr', 'User-Agent': android }, /\/mobile$/],
  ];
  const requests = cases.map(([slug, headers]) =>
    [`GET /${slug} HTTP/1.1`, 'Host: go.test', ...Object.entries(headers).map((pair) => pair.join(': ')), '\r\n'].join(
      '\r\n',
    ),
  );
  const answer = await sendRaw(port, requests.join(''));
  const locations = [...answer.matchAll(/^Location: (.*)\r$/gm)].map(([, to]) => to);
  t.equal(locations.length, cases.length);
  for (const [n, [slug, headers, to]] of cases.entries()) {
    t.match(locations[n], to, `${slug} ${JSON.stringify(headers)}`);
    t.equal(clicks[n]?.userAgent, headers['User-Agent'] ?? '');
    t.equal(clicks[n]?.variant !== undefined, /\/[ab]$/.test(locations[n] ?? ''));
  }
});

t.test('a link with a limit counts every visitor it redirects, whichever way it redirects them', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, clicks, sync } = await startRedirects(t, db);
  const max_clicks = 3;
  await putLink(db, { slug: 'few', max_clicks, ...apps });
  await putLink(db, { slug: 'over', max_clicks, expires_at: past, expired_url: 'https://example.com/over' });
  await putLink(db, { slug: 'early', max_clicks, starts_at: later, not_started_url: 'https://example.com/soon' });
  await putLink(db, { slug: 'locked', max_clicks, password_hash });
  await putLink(db, { slug: 'plain' });
  await sync.catchUp();
  const statusesOf = async (path: string, asked: Parameters<typeof visit>[0][]) => {
    const statuses: number[] = [];
    for (const each of asked) statuses.push((await visit({ ...each, path })).status);
    return statuses;
  };
  const get = { path: '' };
  const head = { path: '', method: 'HEAD' };
  const ios = { path: '', headers: { 'User-Agent': iphone } };
  t.same(
    await statusesOf('/few?qr=1', [head, get, head, ios, get, get, ios, head]),
    [302, 302, 302, 302, 302, 410, 410, 410],
  );
  t.same(await statusesOf('/over', [get, get, get, get]), [302, 302, 302, 302], 'not by its fallback');
  t.same(await statusesOf('/early', [get, get, get, get]), [302, 302, 302, 302], 'not before its start');
  const opened = { path: '', headers: { 'X-Link-Password': password } };
  const posted = { path: '', method: 'POST', body: `password=${encodeURIComponent(password)}` };
  t.same(await statusesOf('/locked', [get, opened, posted, get, opened, opened]), [200, 302, 303, 200, 302, 410]);
  t.equal(clicks.filter(({ use }) => use).length, 6);
  t.same(await statusesOf('/plain', [get]), [302]);
  t.equal(clicks.at(-1)?.use, false, 'a link without a limit counts nothing');
});

t.test('a member who opens their own link is redirected like a visitor, and is not counted', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, clicks, sync } = await startRedirects(t, db);
  const few = await putLink(db, { slug: 'few', max_clicks: 1 });
  const locked = await putLink(db, { slug: 'locked', password_hash });
  const other = await putLink(db, { slug: 'other' });
  await sync.catchUp();
  const now = Date.now();
  const open = (linkId: number, madeAt = now) => `_wpo=${openings.create(linkId, madeAt)}`;
  const body = `password=${encodeURIComponent(password)}`;
  for (const [path, asked] of [
    [`/other?${open(other)}`, {}],
    [`/other?a=1&${open(other)}&qr=1`, {}],
    [`/few?${open(few)}`, {}],
    [`/few?${open(few)}`, {}],
    [`/locked?${open(locked)}`, { method: 'POST', body }],
  ] as const) {
    const { status, headers } = await visit({ path, ...asked });
    t.match([status, headers.location], [/30[23]/, /^https:\/\/example\.com\/(\?a=1)?$/], path);
  }
  t.equal((await visit({ path: `/locked?${open(locked)}` })).status, 200, 'the password is required');
  t.equal(clicks.length, 0);
  for (const [what, query] of [
    ['of another link', open(few)],
    ['from three minutes ago', open(other, now - 180_000)],
    ['made up', `${open(other).slice(0, -1)}~`],
    ['that is changed', `_wpo=9${openings.create(other, now)}`],
    ['without anything', '_wpo='],
  ] as const) {
    const before = clicks.length;
    const { status, headers } = await visit({ path: `/other?${query}` });
    t.match([status, headers.location], [302, 'https://example.com/'], what);
    t.equal(clicks.length, before + 1, `a token ${what} is a click`);
  }
  t.equal((await visit({ path: '/few' })).status, 302);
  t.equal((await visit({ path: `/few?${open(few)}` })).status, 410, 'a used-up link is used up for everybody');
});

t.test('a slug is found in any percent-encoding', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, clicks, sync } = await startRedirects(t, db);
  await putLink(db, { slug: 'Enc-ode_d', url: 'https://example.com/enc' });
  await putLink(db, { slug: 'secret', password_hash });
  await sync.catchUp();
  const all = [...'Enc-ode_d'].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  for (const path of [
    '%45nc-ode_d',
    '%45nc%2Dode%5fd',
    'Enc-ode_%64',
    all,
    `${all}/`,
    '%45nc-ode_d?a=%20',
    '%45nc-ode_d?qr=1',
  ]) {
    const before = clicks.length;
    const { status, headers } = await visit({ path: `/${path}` });
    const query = path.includes('a=') ? '?a=%20' : '';
    t.same([status, headers.location], [302, `https://example.com/enc${query}`], path);
    t.equal(clicks.length, before + 1, `${path}: one click`);
  }
  t.equal((await visit({ method: 'HEAD', path: '/%45nc-ode_d' })).status, 302);
  t.equal((await visit({ path: '/%73ecret' })).status, 200, 'a password is required');
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await visit({
    method: 'POST',
    path: '/%73ecret',
    headers: form,
    body: `password=${encodeURIComponent(password)}`,
  });
  t.equal(answer.status, 303);
  await putLink(db, { slug: 'just-made' });
  t.equal((await visit({ path: '/%6aust-made' })).status, 302, 'also one that the map does not have yet');
  for (const path of [
    '%65nc-ode_d',
    '%2545nc-ode_d',
    'Enc-ode_d%2F%2F',
    'Enc-ode_d%',
    '%',
    '%zz',
    '%C3%A9',
    '%FF',
    '%00',
    '%2F',
    'a%2Fb',
  ]) {
    t.equal((await visit({ path: `/${path}` })).status, 404, path);
  }
  t.equal((await visit({ path: '/%72obots.txt' })).status, 200);
});

t.test('a link is found by the URL forms that chats produce, and a page only by its own URL', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, sync, clicks } = await startRedirects(t, db);
  await putLink(db, { slug: 'sale', url: 'https://example.com/sale' });
  await putLink(db, { slug: 'secret', url: 'https://example.com/secret', password_hash });
  await sync.catchUp();
  for (const ending of [')', '.', ',', '%3E', '%E2%80%8B', '&utm_source=chat', '/).', '%22%29/', ')?a=%20', '.?qr=1']) {
    const before = clicks.length;
    const { status, headers } = await visit({ path: `/sale${ending}` });
    t.same(
      [status, headers.location],
      [302, `https://example.com/sale${ending.includes('a=') ? '?a=%20' : ''}`],
      ending,
    );
    t.equal(clicks.length, before + 1, `${ending}: one click`);
  }
  t.equal((await visit({ method: 'HEAD', path: '/sale)' })).status, 302);
  t.equal((await visit({ path: '/secret)' })).status, 200, 'a password is required');
  const body = `password=${encodeURIComponent(password)}`;
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  t.equal((await visit({ method: 'POST', path: '/secret)', headers: form, body })).status, 303);
  await putLink(db, { slug: 'just-made' });
  t.equal((await visit({ path: '/just-made.' })).status, 302, 'also one that the map does not have yet');
  for (const path of [
    'sale.html',
    'sale/x',
    'sale//',
    'sal)',
    'sale%C3%A9',
    'sale%',
    '%29',
    'sale)x',
    `${'s'.repeat(65)})`,
  ]) {
    t.equal((await visit({ path: `/${path}` })).status, 404, path);
  }
  t.equal((await visit({ path: '/robots.txt.' })).status, 404);
});

t.test('a permanent link is never cached past its expiry', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, sync } = await startRedirects(t, db);
  await putLink(db, { slug: 'short', redirect_type: 301, expires_at: new Date(Date.now() + 50_000) });
  await sync.catchUp();
  const { headers } = await visit({ path: '/short' });
  const maxAge = Number(/^private, max-age=(\d+)$/.exec(String(headers['cache-control']))?.[1]);
  t.ok(maxAge > 5 && maxAge <= 50, `max-age ${maxAge}`);
});

t.test('a program can send any password by POST, as a form or as JSON', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, sync } = await startRedirects(t, db);
  const passwords = { blanks: ' öffne dich é', longest: '🙂'.repeat(128) };
  for (const [slug, password] of Object.entries(passwords)) {
    await putLink(db, { slug, password_hash: await hashPassword(password) });
  }
  await sync.catchUp();
  for (const [slug, password] of Object.entries(passwords)) {
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', new URLSearchParams({ password }).toString()],
      ['application/json', JSON.stringify({ password })],
    ] as const) {
      const { status } = await visit({ method: 'POST', path: `/${slug}`, headers: { 'Content-Type': type }, body });
      t.equal(status, 303, `${slug} as ${type}`);
    }
  }
});

t.test('the right password sets a cookie that opens its link for an hour, until the password changes', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit, clicks, sync } = await startRedirects(t, db);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = (value: string) => new URLSearchParams({ password: value }).toString();
  const id = await putLink(db, { slug: 'secret', password_hash, url: 'https://example.com/in' });
  const otherId = await putLink(db, { slug: 'other', password_hash });
  await sync.catchUp();

  const wrong = await visit({ method: 'POST', path: '/secret', headers: form, body: body('not this one') });
  t.equal(wrong.status, 403);
  t.match(wrong.body, /<form/);
  t.notOk(wrong.headers['set-cookie']);

  const right = await visit({ method: 'POST', path: '/secret?x=1', headers: form, body: body(password) });
  t.equal(right.status, 303);
  t.equal(right.headers.location, 'https://example.com/in?x=1');
  const [setCookie = ''] = right.headers['set-cookie'] as string[];
  t.match(setCookie, /; Path=\/secret; Max-Age=3600; HttpOnly; SameSite=Lax/);
  const cookie = setCookie.split(';')[0] as string;
  t.equal(clicks.length, 1);

  t.equal((await visit({ path: '/secret', headers: { Cookie: `a=b; ${cookie}` } })).status, 302);
  t.equal((await visit({ path: '/other', headers: { Cookie: cookie } })).status, 200, 'not another link');
  const forged = cookie.replace(/=\d+/, `=${Math.floor(Date.now() / 1_000) + 9_999_999}`);
  t.equal((await visit({ path: '/secret', headers: { Cookie: forged } })).status, 200, 'no longer than was signed');
  t.equal((await visit({ path: '/secret', headers: { Cookie: `${cookie}x` } })).status, 200);
  const renamed = cookie.replace(/^waypost_\w+/, `waypost_${otherId.toString(36)}`);
  t.not(renamed, cookie);
  t.equal((await visit({ path: '/other', headers: { Cookie: renamed } })).status, 200, 'nor by another name');

  await db
    .updateTable('links')
    .set({ password_hash: await hashPassword('another one') })
    .where('id', '=', id)
    .execute();
  await putLink(db, { slug: 'nudge' });
  await sync.repair([{ domainId: 0, slug: 'secret' }]);
  t.equal((await visit({ path: '/secret', headers: { Cookie: cookie } })).status, 200, 'not after a change');
});

t.test(
  'the cookie for a password opens only its link, for an hour, and only while the password stays the same',
  async (t) => {
    const at = Date.UTC(2026, 0, 1);
    const [made = ''] = openingCookie(36, password_hash, '/a', false, at).split(';');
    t.match(made, /^waypost_10=\d+\.[\w-]{43}$/);
    const opens = (linkId: number, hash: string, now: number, cookie = made) =>
      isOpened(linkId, hash, { getHeader: (name) => (name === 'cookie' ? cookie : '') }, now);
    t.equal(opens(36, password_hash, at), true);
    t.equal(opens(36, password_hash, at + 3_599_000), true);
    t.equal(opens(36, password_hash, at + 3_600_000), false, 'an hour later');
    t.equal(opens(36, `${password_hash}x`, at), false, 'another password');
    t.equal(opens(37, password_hash, at), false, 'another link');
    t.equal(opens(37, password_hash, at, made.replace('_10=', '_11=')), false, 'another link, and its name');
    t.equal(
      opens(36, password_hash, at, made.replace(/=\d+/, `=${Math.floor(at / 1_000) + 7_200}`)),
      false,
      'another end',
    );
    const forged = (key: string) => {
      const end = Math.floor(at / 1_000) + 3_600;
      return `waypost_10=${end}.${createHmac('sha256', key).update(`36 ${end}`).digest('base64url')}`;
    };
    t.equal(opens(36, password_hash, at, forged(password_hash)), true, 'so it is signed');
    for (const key of ['', 'key', password])
      t.equal(opens(36, password_hash, at, forged(key)), false, 'by another key');
  },
);

t.test('ten attempts in ten minutes are allowed for each link and IP address, across all processes', async (t) => {
  const { redisUrl, redisPrefix } = await createStores(t);
  const connections = [openRedis(redisUrl, 'commands', log), openRedis(redisUrl, 'commands', log)] as const;
  t.teardown(() => {
    for (const redis of connections) redis.disconnect();
  });
  await Promise.all(connections.map((redis) => once(redis, 'ready')));
  const [one, other] = connections.map((redis) => createTryLimit(redis, redisPrefix, Buffer.from)) as [
    TryLimit,
    TryLimit,
  ];
  for (let n = 0; n < 10; n++) t.equal(await (n % 2 ? one : other).spend(1, '192.0.2.1'), undefined, `try ${n + 1}`);
  const wait = await other.spend(1, '192.0.2.1');
  t.ok(wait !== undefined && wait > 590 && wait <= 600, `then wait ${wait} s`);
  t.equal(await one.spend(2, '192.0.2.1'), undefined, 'another link');
  t.equal(await one.spend(1, '192.0.2.2'), undefined, 'another address');
  for (let n = 0; n < 9; n++) await one.spend(1, '192.0.2.2');
  one.refund(1, '192.0.2.2');
  t.equal(await one.spend(1, '192.0.2.2'), undefined, 'a returned attempt can be used again');
  t.not(await one.spend(1, '192.0.2.2'), undefined);
  t.notMatch((await connections[0].keys(`${redisPrefix}:*`)).join(), /192\.0\.2/, 'no address is stored');
});

t.test('too many attempts at a password are refused, counted separately by link and IP address', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const spent = new Map<string, number>();
  const givenBack: string[] = [];
  const tries = {
    spend: async (linkId: number, address: string) => {
      const key = `${linkId} ${address}`;
      spent.set(key, (spent.get(key) ?? 0) + 1);
      return (spent.get(key) as number) > 2 ? 42 : undefined;
    },
    refund: (linkId: number, address: string) => void givenBack.push(`${linkId} ${address}`),
  };
  const clients = createClients({ trustedProxies: ['127.0.0.1'], countryHeader: '' }, () => undefined);
  const { visit, sync } = await startRedirects(t, db, { tries, clients });
  const id = await putLink(db, { slug: 'secret', password_hash });
  await sync.catchUp();
  const attempt = (address: string, given = 'wrong password') =>
    visit({ path: '/secret', headers: { 'X-Link-Password': given, 'X-Forwarded-For': address } });
  t.equal((await attempt('192.0.2.1')).status, 403);
  t.equal((await attempt('192.0.2.1')).status, 403);
  const refused = await attempt('192.0.2.1');
  t.equal(refused.status, 429);
  t.equal(refused.headers['retry-after'], '42');
  t.equal((await attempt('192.0.2.1', password)).status, 429, 'not even the right one is checked');
  t.equal((await attempt('192.0.2.2')).status, 403);
  t.same(givenBack, []);
  t.equal((await attempt('192.0.2.2', password)).status, 302);
  t.same(givenBack, [`${id} 192.0.2.2`], 'a right one costs nothing');
});

t.test('pages are JSON for clients that accept only JSON', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { visit } = await startRedirects(t, db);
  const answer = await visit({ path: '/nothing', headers: { Accept: 'application/json' } });
  t.equal(answer.status, 404);
  t.same(JSON.parse(answer.body).error.code, 'not_found');
  t.match(
    (await visit({ path: '/nothing', headers: { Accept: 'text/html,application/json' } })).body,
    /<!doctype html>/,
  );
});
