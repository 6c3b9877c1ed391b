/** Odd ids, and odd values in queries and bodies, never cause a server error, on any route of any namespace. */
import { addAdmin, adminDb, openAdminBrowser } from '../fixtures/admins.ts';
import { type Body, startAutomations, storesOfBoth } from '../fixtures/automations.ts';
import { oddIds, oddInQuery, oddTexts, textFields, withField } from '../fixtures/odd-texts.ts';
import type { Document } from '../fixtures/openapi.ts';
import { makeWordPress } from '../fixtures/wordpress.ts';
import { t } from '../runner/tap.ts';

const env = { SITE_URL: 'http://localhost', LOGIN_TRIES_PER_MINUTE: '100000', TABLE_PREFIX: 'site_' };
const service = await startAutomations(t, env, await storesOfBoth(t));
await makeWordPress(adminDb(service));
await addAdmin(service, 'boss@example.com');
const browser = openAdminBrowser(service);
await browser.signIn('boss@example.com');
const { cookie } = browser;
const document: Document = (await browser.call('GET', '/automations/openapi.json')).body;

type Endpoint = { method: string; path: string; args: string[]; texts: string[][]; example: unknown };
/** Values for the other fields of a body. */
const usual = { email: 'ada@example.com', to: 'ada@example.com', role: 'viewer', name: 'x', password: 'secret' };
/** Routes that end the caller's session. */
const ending = ['DELETE /waypost-admin/v1/session'];

const { routes } = (await browser.call('GET', '/')).body;
const endpoints = Object.entries<Body>(routes)
  .flatMap(([pattern, { endpoints }]) => {
    const path = pattern.replaceAll(/\(\?P<(\w+)>[^)]*\)/g, '{$1}');
    return endpoints.flatMap(({ methods, args = {} }: Body) =>
      methods.map((method: string): Endpoint => {
        const described = document.paths[path.replace('/automations', '')]?.[method.toLowerCase()];
        const content = path.startsWith('/automations/')
          ? described?.requestBody?.content['application/json']
          : undefined;
        const names = Object.keys(args).filter((name) => !path.includes(`{${name}}`));
        const texts = content ? textFields(content.schema, document) : names.map((name) => [name]);
        return { method, path, args: names, texts, example: content?.example ?? usual };
      }),
    );
  })
  .filter(({ method, path }: Endpoint) => !ending.includes(`${method} ${path}`)) as Endpoint[];

let sent = 0;
async function send({ method, path }: Endpoint, at: string, body: unknown, what: string) {
  const escaped = at.replaceAll(/[^!-~]/gu, encodeURIComponent);
  // Some responses set their own cookie.
  browser.cookie = cookie;
  const { status, text } = await browser.call(method, escaped, body);
  sent++;
  if (status === 401 && !path.includes('/enter')) t.fail(`${method} ${path}, ${what}: the session has ended`);
  if (status >= 500) t.fail(`${method} ${path}, ${what}: ${status} ${text.slice(0, 300)}`);
}

t.test('malformed ids in paths never cause a server error', async (t) => {
  const withIds = endpoints.filter(({ path }) => path.includes('{'));
  t.ok(withIds.length > 30, `${withIds.length} routes`);
  for (const one of withIds) {
    for (const [what, id] of Object.entries(oddIds))
      await send(one, one.path.replaceAll(/\{\w+\}/g, id), one.method === 'POST' ? one.example : undefined, what);
  }
});

t.test('unexpected values in queries and bodies never cause a server error', async (t) => {
  for (const one of endpoints) {
    const path = one.path.replaceAll(/\{\w+\}/g, '1');
    if (one.method === 'GET' || one.method === 'DELETE') {
      for (const name of one.args)
        await Promise.all(oddInQuery.map((odd) => send(one, `${path}?${name}=${odd}`, undefined, `?${name}=${odd}`)));
      continue;
    }
    for (const field of one.texts) {
      const what = (odd: string) => `${field.join('.')} ${JSON.stringify(odd)}`;
      await Promise.all(oddTexts.map((odd) => send(one, path, withField(one.example, field, odd), what(odd))));
    }
  }
  t.ok(sent > 1_000, `${sent} requests`);
});

t.test(
  'odd WordPress user names never cause a server error, in the sign-in form or in the Authorization header',
  async (t) => {
    for (const odd of [...oddTexts, '🙂']) {
      const form = await openAdminBrowser(service).signInByWordPress(odd, odd.slice(0, 200));
      t.ok(form.status < 500, `${JSON.stringify(odd)}: ${form.status}`);
      const headers = { authorization: `Basic ${Buffer.from(`${odd}:${odd}`).toString('base64')}` };
      const { status } = await openAdminBrowser(service).call('GET', '/automations/tags', undefined, headers);
      t.equal(status, 401, JSON.stringify(odd));
    }
  },
);
