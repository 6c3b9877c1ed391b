/** A page on another origin gets nothing with a signed-in user's cookie. */

import { password, signUp } from '../../fixtures/accounts.ts';
import { openBrowser } from '../../fixtures/cookie-browser.ts';
import { addWorkspace, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const daemon = await startDaemon(t, {
  env: { SIGNUPS_PER_MINUTE: '100000', CORS_ORIGINS: '*', BASE_URL: 'http://go.waypost.test/api', SIGNUP: 'open' },
});
const { db } = daemon.context;
const own = 'http://go.waypost.test';

const { email, token } = await signUp(daemon);
const browser = openBrowser(daemon);
await browser.signIn(email);
const link = { url: 'https://example.com/' };
const countLinks = async () => (await db.selectFrom('links').select('id').execute()).length;

t.test("the cookie works only for the dashboard's own pages, even for reads", async (t) => {
  for (const [expected, what, headers] of [
    [200, 'own page', { 'sec-fetch-site': 'same-origin' }],
    [200, 'own page, with any origin', { 'sec-fetch-site': 'same-origin', origin: 'http://other.test' }],
    [200, 'own page of a browser that sends only its origin', { origin: own }],
    [401, 'a sibling of the same site', { 'sec-fetch-site': 'same-site' }],
    [401, 'a sibling host with our origin', { 'sec-fetch-site': 'same-site', origin: own }],
    [401, 'another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [401, 'the address bar', { 'sec-fetch-site': 'none' }],
    [401, 'another origin', { origin: 'http://evil.example' }],
    [401, 'another port', { origin: `${own}:81` }],
    [401, 'another scheme', { origin: 'https://go.waypost.test' }],
    [401, 'no origin', { origin: 'null' }],
    [401, 'said twice', { 'sec-fetch-site': 'same-origin, cross-site' }],
    [401, 'a referrer', { referer: `${own}/dashboard` }],
    [401, 'nothing', {}],
  ] as [number, string, Record<string, string>][]) {
    t.equal((await browser.call('GET', '/links', undefined, headers)).status, expected, `GET by ${what}`);
    const posted = await browser.call('POST', '/links', link, headers);
    t.equal(posted.status, expected === 200 ? 201 : 401, `POST by ${what}`);
    t.equal((await browser.call('DELETE', '/links/lnk_x', undefined, headers)).status, expected === 200 ? 404 : 401);
  }
});

t.test("a request that a form could send is refused, even from the dashboard's own pages", async (t) => {
  const before = await countLinks();
  const json = JSON.stringify(link);
  for (const [type, body] of [
    ['text/plain', json],
    ['application/x-www-form-urlencoded', 'url=https%3A%2F%2Fexample.com%2F'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--\r\n'],
    ['application/x-www-form-urlencoded', ''],
  ] as const) {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type };
    t.equal((await browser.call('POST', '/links', body, headers)).status, 401, type);
    t.equal((await browser.call('POST', '/auth/logout', body, headers)).status, 401, `no body needed, ${type}`);
  }
  const octets = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' };
  t.equal((await browser.call('POST', '/links', json, octets)).status, 422, 'which no form sends, as files are');
  t.equal(await countLinks(), before);
  t.equal((await browser.call('GET', '/links')).status, 200, 'and the session continues');
});

t.test('with an Authorization header the cookie is ignored', async (t) => {
  const { key, publicId } = await addWorkspace(db, 'pro');
  const with_ = (authorization: string) => ({ 'sec-fetch-site': 'same-origin', authorization });
  t.equal((await browser.call('GET', '/workspace', undefined, with_(`Bearer ${key}`))).json.id, publicId);
  const another = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;
  for (const bad of ['Bearer nonsense', 'Bearer', 'Basic eDp5', '', `Bearer ${another}`])
    t.equal((await browser.call('GET', '/workspace', undefined, with_(bad))).status, 401, JSON.stringify(bad));
});

t.test(
  "the session cookie is accepted only under its exact name, with a single value in a token's format",
  async (t) => {
    const other = await signUp(daemon);
    const headers = { 'sec-fetch-site': 'same-origin' };
    for (const [status, cookie] of [
      [200, `waypost=${token}`],
      [200, `theme=dark; waypost=${token}; x="y"`],
      [200, `waypost=${token}; waypost=${token}`],
      [401, `waypost=${token}; waypost=${other.token}`],
      [401, `__Secure-waypost=${token}`],
      [401, `xwaypost=${token}`],
      [401, `WAYPOST=${token}`],
      [401, `waypost="${token}"`],
      [401, 'waypost='],
      [401, 'waypost'],
      [401, `waypost=fks_${token.slice(4)}`],
      [401, ''],
    ] as const)
      t.equal((await browser.call('GET', '/links', undefined, { ...headers, cookie })).status, status, cookie);
    const { key } = await addWorkspace(db, 'pro');
    const cookie = `waypost=${key}`;
    t.equal((await browser.call('GET', '/links', undefined, { ...headers, cookie })).status, 401, 'an API key');
  },
);

t.test("no other site's page can sign its visitors in or out, or sign them up", async (t) => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[]) {
    const visitor = openBrowser(daemon);
    const calls = [
      visitor.call('POST', '/dashboard/session', { email, password }, headers),
      visitor.call('POST', '/dashboard/signup', { email: 'new@example.com', password, name: 'x' }, headers),
      visitor.call('POST', '/dashboard/password', { token: 'x'.repeat(43), password }, headers),
    ];
    t.same(
      (await Promise.all(calls)).map(({ status }) => status),
      [403, 403, 403],
      JSON.stringify(headers),
    );
    t.equal((await browser.call('DELETE', '/dashboard/session', undefined, headers)).status, 401);
    t.equal(visitor.setCookie, '');
  }
  const form = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' };
  t.equal((await openBrowser(daemon).call('POST', '/dashboard/session', { email, password }, form)).status, 422);
  t.equal((await openBrowser(daemon).call('POST', '/dashboard/session', { email, password }, {})).status, 200);
});

t.test('CORS does not let another origin send the cookie', async (t) => {
  const { headers } = await browser.call('GET', '/links', undefined, { origin: 'https://app.example' });
  t.equal(headers['access-control-allow-origin'], '*');
  t.equal(headers['access-control-allow-credentials'], undefined);
});
