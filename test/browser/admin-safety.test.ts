/**
 * The admin application under attack and failure: forged requests, pages on sibling hosts, users whose role changes
 * while they work, and databases that stop while it is in use.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findUserByEmail } from '../../shared/people/user-queries.ts';
import { openAdminBrowser, peopleDb } from '../fixtures/admins.ts';
import { beginAdminSession, startAdminSite } from '../fixtures/browser/admin.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { announced, openScreen, type Screen, settle } from '../fixtures/browser/screen.ts';
import { migrateLinks } from '../fixtures/schema.ts';
import { startServers } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

const { mysql, redis } = await startServers(t);
const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'safety' };
await migrateLinks(stores.mysqlUrl);
const site = await startAdminSite(t, {}, stores);
const { origin, post, get } = site;
const browser = await openBrowser(t);
await post('/tag/add', { tags: ['customer'] });
const boss = await beginAdminSession(site, 'boss@example.com');

async function open(t: Test, path: string, cookies = boss): Promise<Screen> {
  const screen = await openScreen(t, browser, { origin, cookies });
  await screen.goto(`/wp-admin${path}`);
  await screen.byRole('navigation', 'Main').waitFor();
  await settle(screen);
  return screen;
}
const idOf = async (email: string) => (await findUserByEmail(peopleDb(site), email))?.id;
const tagNames = async (): Promise<string[]> =>
  (await get('/tags?limit=500')).body.data.tags.map(({ name }: { name: string }) => name);

const signedIn = async (email = 'boss@example.com') => {
  const one = openAdminBrowser(site);
  await one.signIn(email);
  return one;
};
/** A forged request. `nonce` replaces the valid nonce. */
type Forgery = {
  headers?: Record<string, string>;
  query?: string;
  method?: string;
  nonce?: 'missing' | 'in the query';
};
const own = { 'sec-fetch-site': 'same-origin' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const forgeries: Record<string, Forgery> = {
  'no nonce': { nonce: 'missing' },
  'the nonce in the query': { nonce: 'in the query' },
  'a form of a sibling': { headers: { 'sec-fetch-site': 'same-site', ...form } },
  'another origin, from a browser that names no site': { headers: { origin: 'http://evil.test' } },
  'an origin that starts like ours': { headers: { origin: `${origin}.evil.test` } },
  'an opaque origin': { headers: { origin: 'null' } },
  _jsonp: { query: '?_jsonp=take' },
  'a GET that claims to be a POST': {
    headers: { 'sec-fetch-site': 'cross-site' },
    method: 'GET',
    query: '?_method=POST',
  },
  'a header that claims another method': {
    headers: { 'sec-fetch-site': 'none', 'x-http-method-override': 'POST' },
    method: 'GET',
  },
};
for (const [what, { headers = own, query = '', method = 'POST', nonce }] of Object.entries(forgeries)) {
  t.test(`a request with the cookie and ${what} is refused, and changes nothing`, async (t) => {
    const victim = await signedIn();
    const asked = nonce === 'in the query' ? `?_wpnonce=${victim.nonce}` : query;
    if (nonce) victim.nonce = '';
    const answer = await victim.call(method, `/automations/tag/add${asked}`, { tags: ['forged'] }, headers);
    t.match(answer, { status: 401, text: /api_key_missing/ });
    t.notOk((await tagNames()).includes('forged'));
  });
}

t.test("another session's nonce is refused, and after signing out the old cookie and nonce are refused", async (t) => {
  const [one, other] = [await signedIn(), await signedIn()];
  const { nonce, cookie } = one;
  one.nonce = other.nonce;
  t.match(await one.call('POST', '/automations/tag/add', { tags: ['forged'] }), {
    status: 403,
    body: { code: 'rest_cookie_invalid_nonce' },
  });
  one.nonce = nonce;
  t.equal((await one.del('/session')).status, 200);
  Object.assign(one, { cookie, nonce });
  t.equal((await one.call('POST', '/automations/tag/add', { tags: ['forged'] })).status, 401);
  t.notOk((await tagNames()).includes('forged'));
});

t.test(
  'scripts cannot read the cookie, other paths do not get it, and no page can frame the application',
  async (t) => {
    const [cookie] = boss;
    t.match(cookie, { path: '/wp-json', httpOnly: true, sameSite: 'Strict' });
    for (const path of ['/wp-admin', '/wp-admin/settings/users', '/wp-admin/no/such/screen']) {
      const { headers } = await fetch(origin + path);
      t.match(headers.get('content-security-policy'), /default-src 'none'.*frame-ancestors 'none'/);
      t.match(headers.get('content-security-policy'), /require-trusted-types-for 'script'/);
      t.equal(headers.get('x-content-type-options'), 'nosniff', path);
      t.equal(headers.get('referrer-policy'), 'no-referrer', path);
    }
    const screen = await open(t, '/contacts');
    t.equal(await screen.page.evaluate('document.cookie'), '');
  },
);

/** A page that attacks from another port of the same host. Browsers count it as the same site and send the cookie. */
const evilPage = `<!doctype html><title>neighbour</title>
<iframe name="hidden" src="about:blank"></iframe><iframe id="framed" src="${origin}/wp-admin/"></iframe>
<form id="form" method="post" target="hidden" action="${origin}/wp-json/automations/tag/add">
<input name="tags[]" value="forged"></form><img src="${origin}/wp-json/automations/tag/add?_method=POST&tags[]=forged">
<script>
window.reported = [];
function take(answer) { reported.push(answer.code); }
const ask = (path, init) => fetch('${origin}/wp-json' + path, { credentials: 'include', ...init })
  .then((answer) => answer.json()).then(({ code, data }) => reported.push(code + (data && data.nonce || '')), () => reported.push('unreadable'));
addEventListener('load', async () => {
  document.getElementById('form').submit();
  await ask('/waypost-admin/v1/session');
  await ask('/automations/contacts');
  await ask('/automations/tag/add', { method: 'POST', headers: { 'x-wp-nonce': 'x', 'content-type': 'application/json' }, body: '{"tags":["forged"]}' });
  await fetch('${origin}/wp-json/automations/tag/add', { method: 'POST', mode: 'no-cors', credentials: 'include', body: 'tags[]=forged' });
  setTimeout(() => { reported.push('end'); }, 500);
});
</script>
<script src="${origin}/wp-json/automations/contacts?_jsonp=take"></script>
<script src="${origin}/wp-json/waypost-admin/v1/session?_jsonp=take"></script>`;

t.test('a page on a sibling host cannot read or change anything, or show the application in a frame', async (t) => {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(evilPage));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const screen = await openScreen(t, browser, { origin, cookies: boss });
  screen.faults.expect(/./);
  const sent: string[] = [];
  screen.page.on('request', (request) => {
    void request.allHeaders().then(
      (headers) => {
        if (headers.cookie?.includes('waypost-admin')) sent.push(request.url());
      },
      () => {},
    );
  });
  await screen.page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  await screen.page.waitForFunction(() => (globalThis as unknown as { reported: string[] }).reported.includes('end'));
  const reported = (await screen.page.evaluate('reported')) as string[];
  t.same(
    reported.filter((one) => !['api_key_missing', 'rest_not_logged_in', 'unreadable', 'end'].includes(one)),
    [],
    'it got no data',
  );
  t.ok(sent.length > 0, 'although the cookie was sent');
  t.equal(await screen.page.frameLocator('#framed').getByRole('heading').count(), 0, 'no frame shows the application');
  t.notOk((await tagNames()).includes('forged'));
});

t.test(
  'a user who is removed while typing can sign in as another user in a new tab and save the typed text',
  async (t) => {
    const cookies = await beginAdminSession(site, 'removed@example.com');
    const screen = await open(t, '/tags', cookies);
    await screen.byRole('button', /^Add tag/).click();
    await screen.byRole('dialog', 'Add tag').getByLabel('Name').fill('typed before');
    const other = await signedIn();
    t.equal((await other.del(`/admin/${await idOf('removed@example.com')}`)).status, 200);
    screen.faults.expect(/status of 401/);
    await screen.byRole('dialog', 'Add tag').getByRole('button', { name: 'Create' }).click();
    const signedOut = screen.byRole('dialog', 'You were signed out');
    const link = signedOut.getByRole('link', { name: 'Open sign-in in a new tab' });
    t.match([await link.getAttribute('href'), await link.getAttribute('target')], ['/wp-admin/tags', '_blank']);
    t.equal(await screen.page.getByText('invalid API key').count(), 0);
    await screen.context.addCookies(await beginAdminSession(site, 'stand-in@example.com', 'editor'));
    await link.click();
    await signedOut.waitFor({ state: 'detached' });
    t.equal(await screen.byRole('dialog', 'Add tag').getByLabel('Name').inputValue(), 'typed before');
    await screen.byRole('dialog', 'Add tag').getByRole('button', { name: 'Create' }).click();
    await announced(screen, 'typed before');
    t.ok((await tagNames()).includes('typed before'));
  },
);

t.test('a user whose role is lowered while a screen is open sees a message, and the actions disappear', async (t) => {
  const cookies = await beginAdminSession(site, 'lowered@example.com');
  const [screen, settings] = [await open(t, '/tags', cookies), await open(t, '/settings/rest-api', cookies)];
  await screen.byRole('button', /^Add tag/).click();
  await screen.byRole('dialog').getByLabel('Name').fill('too late');
  await settings.byRole('button', 'New key').click();
  await settings.byLabel('Description').fill('too late');
  const other = await signedIn();
  await other.post(`/admin/update/${await idOf('lowered@example.com')}`, { role: 'viewer' });
  for (const one of [screen, settings]) one.faults.expect(/status of 403/);
  await screen.byRole('dialog').getByRole('button', { name: 'Create' }).click();
  await screen.byRole('alert').filter({ hasText: 'Your role, viewer, is read-only.' }).waitFor();
  await screen.byRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await screen.byRole('button', /^Add tag/).waitFor({ state: 'detached' });
  await settings.byRole('dialog').getByRole('button', { name: 'Create' }).click();
  await settings.page.getByText('Only administrators can open this page').waitFor();
  t.notOk((await tagNames()).includes('too late'));
});

t.test('after a sign-in in another tab, the first tab works again after at most one retry', async (t) => {
  const screen = await open(t, '/tags');
  const fresh = await beginAdminSession(site, 'fresh@example.com');
  await screen.context.addCookies(fresh);
  screen.faults.expect(/status of 403/);
  await screen.byRole('button', /^Add tag/).click();
  await screen.byRole('dialog').getByLabel('Name').fill('second try');
  await screen.byRole('dialog').getByRole('button', { name: 'Create' }).click();
  await screen.byRole('alert').filter({ hasText: 'Cookie check failed' }).waitFor();
  await screen.byRole('button', 'fresh: your account').first().waitFor();
  await screen.byRole('dialog').getByRole('button', { name: 'Create' }).click();
  await announced(screen, 'second try');
});

const downs = /status of 50[03]|Failed to load/;

t.test('if MySQL stops, screens show an error, keep the typed text, and continue after Try again', async (t) => {
  const screen = await open(t, '/tags');
  screen.faults.expect(downs);
  await screen.byRole('button', /^Add tag/).click();
  await screen.byRole('dialog').getByLabel('Name').fill('after the outage');
  await mysql.kill('SIGKILL');
  await screen.byRole('dialog').getByRole('button', { name: 'Create' }).click();
  await screen
    .byRole('dialog')
    .getByRole('alert')
    .filter({ hasText: /Temporarily unavailable|cannot reach/ })
    .waitFor();
  const other = await openScreen(t, browser, { origin, cookies: boss });
  other.faults.expect(downs);
  await other.goto('/wp-admin/settings/users');
  await other.byRole('alert').filter({ hasText: 'try again' }).first().waitFor();
  await mysql.start();
  await other.byRole('button', 'Try again').first().click();
  await other.byRole('button', 'Actions for boss@example.com').waitFor();
  await screen.byRole('dialog').getByRole('button', { name: 'Create' }).click();
  await announced(screen, 'after the outage');
});

t.test('if Redis stops, contacts keep working, and screens that need Redis show an error and recover', async (t) => {
  const screen = await open(t, '/settings/consent');
  screen.faults.expect(downs);
  await redis.kill('SIGKILL');
  await open(t, '/contacts', await beginAdminSession(site, 'meanwhile@example.com'));
  const preview = screen.byRole('region', 'Preview of the email');
  await screen.byLabel('Subject').fill('While Redis is down');
  await preview.getByText(/Temporarily unavailable|cannot reach/).waitFor();
  const form = screen.page.locator('form').filter({ has: screen.byLabel('Subject') });
  await form.getByRole('button', { name: 'Save' }).click();
  await announced(screen, 'Saved');
  await screen.byLabel('Subject').fill('Redis is back');
  await screen.page.waitForResponse((answer) => !!answer.request().postData()?.includes('Redis is back'));
  await redis.start();
  await until(async () => (await post('/consent/preview', { sender: 'Back' })).status === 200);
  await preview.getByRole('button', { name: 'Try again' }).click();
  await preview.getByText('Redis is back').waitFor();
});
