/** Guarantees for plugins' public pages, and for routes in another plugin's namespaces, in a real host. */
import Type from 'typebox';
import { restError } from '../../../automations-api/host/core/errors.ts';
import { route } from '../../../automations-api/host/core/route.ts';
import { page } from '../../../automations-api/host/pages.ts';
import type { Plugin, PluginApi } from '../../../automations-api/host/plugin.ts';
import { startHost } from '../../fixtures/plugin-host.ts';
import { send } from '../../fixtures/requests.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const plugin = (name: string, register: (api: PluginApi) => void, requires = {}): Plugin => ({
  name,
  version: '1',
  tables: [],
  requires,
  register,
});

const shelf = plugin('shelf', (api) => {
  for (const name of ['books', 'livres']) {
    api.addNamespace({
      name,
      extendedAs: 'shelf',
      forgiving: true,
      permission({ headers }) {
        if (headers['x-key'] === undefined) throw restError('rest_no_route', 'no key');
        return { type: 'api_key', id: 1, name: 'k' };
      },
      renderError: ({ message, headers }) => ({ status: 418, body: { own: message }, headers }),
      published: {
        title: 'Books',
        version: '1',
        description: '',
        groups: { Books: 'Books.' },
        credentials: {},
        error: Type.Object({}),
        errorsOf: () => [],
      },
      routes: [route({ methods: ['GET'], path: '/titles', group: 'Books', callback: () => ({ data: 'titles' }) })],
    });
  }
});

const lending = plugin(
  'lending',
  (api) =>
    api.addRoutes(
      'shelf',
      [
        route({
          methods: ['GET'],
          path: '/loan/{id}',
          id: 'getLoan',
          group: 'Loans',
          description: 'A loan.',
          args: Type.Object({ days: Type.Optional(Type.Integer()) }),
          callback: ({ path, params, caller }) => ({ data: { id: path.id, days: params.days, by: caller?.type } }),
        }),
        // Another method of a path that the namespace has.
        route({ methods: ['POST'], path: '/titles', callback: () => ({ data: 'added' }) }),
      ],
      { groups: { Loans: 'Loans of books.' } },
    ),
  { shelf: '1' },
);

const asked: { method: string; bytes: number; params: object; address: string }[] = [];
const site = plugin('site', (api) =>
  api.addPages([
    page({
      methods: ['GET'],
      path: '/cards/{shelf}/{card}',
      embeddable: true,
      callback: ({ params }) => ({ text: `<p>${params.shelf} ${params.card}</p>` }),
    }),
    page({
      methods: ['POST'],
      path: '/cards/{shelf}',
      bodyLimit: 100_000,
      callback({ method, body, params, address }) {
        asked.push({ method, bytes: body.length, params, address });
        return { status: 202, contentType: 'application/json', text: '{"ok":true}' };
      },
    }),
    page({
      methods: ['GET', 'POST'],
      path: '/cards/broken',
      callback: () => {
        throw new Error('a secret of the inside');
      },
    }),
    page({
      methods: ['GET'],
      path: '/cards/broken/{secret}/show',
      callback: () => {
        throw new Error('the inside is broken');
      },
    }),
    page({
      methods: ['POST'],
      path: '/wp-json/books/inbox',
      callback: ({ query }) => ({ text: query, headers: { 'Content-Security-Policy': 'sandbox' } }),
    }),
  ]),
);

const { url, ask, host, administer, lines } = await startHost(t, [lending, shelf, site], {
  TRUSTED_PROXIES: '127.0.0.1',
});
// It is listed before the plugin that it extends, so it starts only at the next attempt.
await until(() => Promise.resolve(host.running().includes('lending')));
const withKey = { headers: { 'x-key': '1' } };

t.test('routes added to another namespace get its names, permission, errors, parameters and description', async (t) => {
  for (const name of ['books', 'livres']) {
    t.same((await ask(`/${name}/loan/7?days=`, withKey)).body, { id: 7, by: 'api_key' });
    t.match(await ask(`/${name}/loan/7`), { status: 418, body: { own: 'no key' } });
    t.match(await ask(`/${name}/loan/7?days=x`, withKey), { status: 418 });
    t.equal((await ask(`/${name}/titles`, { method: 'POST', ...withKey })).body, 'added');
    t.match((await ask(`/${name}/titles`, { method: 'DELETE', ...withKey })).headers.get('allow'), 'GET, POST');
    const { body: document } = await ask(`/${name}/openapi.json`);
    t.ok(document.paths['/loan/{id}'].get, name);
    t.match(document.tags, [{ name: 'Books' }, { name: 'Loans', description: 'Loans of books.' }]);
    t.ok(`/${name}/loan/(?P<id>[\\d]+)` in (await ask(`/${name}`)).body.routes);
  }
});

t.test('the routes disappear and return with their plugin, and return when the other plugin restarts', async (t) => {
  const by = { type: 'user', id: 1, name: 'Ada' };
  const isThere = async () => (await ask('/books/loan/7', withKey)).status === 200;
  await administer.deactivate('lending', by);
  await until(async () => !(await isThere()));
  t.same((await ask('/books/titles', withKey)).body, 'titles');
  t.equal((await ask('/books/titles', { method: 'POST', ...withKey })).status, 418);
  const { body } = await ask('/books/openapi.json');
  t.same(Object.keys(body.paths), ['/titles']);
  t.same(body.tags, [{ name: 'Books', description: 'Books.' }]);
  await administer.activate('lending', false, by);
  await until(isThere);
  await administer.deactivate('shelf', by);
  await until(() => Promise.resolve(!host.running().includes('lending')));
  await administer.activate('shelf', false, by);
  await until(isThere);
});

t.test('a plugin is left out if its namespace is missing or already has its routes', async (t) => {
  const { host, lines } = await startHost(t, [
    shelf,
    plugin('lost', (api) =>
      api.addRoutes('nowhere', [route({ methods: ['GET'], path: '/x', callback: () => ({ data: 1 }) })]),
    ),
    plugin('double', (api) =>
      api.addRoutes('shelf', [
        route({ methods: ['GET'], path: '/extra', callback: () => ({ data: 1 }) }),
        route({ methods: ['GET'], path: '/titles', callback: () => ({ data: 1 }) }),
      ]),
    ),
  ]);
  t.same(host.running(), ['shelf']);
  const problems = JSON.stringify(lines);
  t.match(problems, /no running plugin has such a namespace/);
  t.match(problems, /already exists/);
  t.notOk(host.rest.canExtend('nowhere'));
});

t.test('a page gets its parameters, body and client address, and answers with security headers', async (t) => {
  const shown = await send(`${url}/cards/north%20wing/a%2Fb/`, { headers: { Origin: 'https://other.example' } });
  t.equal(shown.status, 200);
  t.equal(shown.text, '<p>north wing a/b</p>');
  t.match(shown.headers.get('content-security-policy'), /default-src 'none'.*frame-ancestors \*/);
  t.equal(shown.headers.get('x-content-type-options'), 'nosniff');
  t.equal(shown.headers.get('access-control-allow-origin'), null);
  t.equal(shown.headers.get('link'), null);
  const head = await send(`${url}/cards/a/b`, { method: 'HEAD' });
  t.same([head.status, head.text], [200, '']);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const posted = await send(`${url}/cards/a`, { method: 'POST', body: 'x'.repeat(50_000), headers });
  t.same([posted.status, posted.text], [202, '{"ok":true}']);
  t.match(posted.headers.get('content-security-policy'), /frame-ancestors 'none'/);
  t.same(asked.splice(0), [{ method: 'POST', bytes: 50_000, params: { shelf: 'a' }, address: '203.0.113.9' }]);
  const options = await send(`${url}/cards/a`, { method: 'OPTIONS' });
  t.same([options.status, options.headers.get('allow')], [204, 'POST, OPTIONS']);
});

/** A request, and the status and text of its answer. */
const faults: [method: string, path: string, status: number, text: RegExp][] = [
  ['GET', '/cards', 404, /This page does not exist/],
  ['GET', '/cards/a/b/c', 404, /This page does not exist/],
  ['GET', '/cards/a/%ff', 404, /This page does not exist/],
  ['GET', '/cards/a', 405, /GET is not allowed here/],
  ['PUT', '/cards/a', 405, /PUT is not allowed here/],
  ['POST', '/cards/a', 413, /larger than 100000 bytes/],
  ['POST', '/cards/broken', 500, /Unexpected error/],
  ['GET', '/cards/broken?rest_route=/books/titles', 500, /Unexpected error/],
];
for (const [method, path, status, text] of faults) {
  t.test(`${method} ${path}: ${status} as text, or as a page for browsers`, async (t) => {
    const body = status === 413 ? 'x'.repeat(100_001) : undefined;
    for (const [accept, type] of [
      ['*/*', 'text/plain; charset=utf-8'],
      ['text/html,*/*;q=0.8', 'text/html; charset=utf-8'],
    ]) {
      const headers = { accept: accept as string };
      const answer = await send(`${url}${path}`, { method, headers, ...(body && { body }) });
      t.equal(answer.status, status);
      t.match(answer.text, text);
      t.notMatch(answer.text, 'secret');
      t.equal(answer.headers.get('content-type'), type);
      t.match(answer.headers.get('content-security-policy'), "frame-ancestors 'none'");
      if (status === 405) t.equal(answer.headers.get('allow'), 'POST, OPTIONS');
    }
  });
}

t.test('a page below /wp-json takes precedence over the REST API only at its own path', async (t) => {
  const answer = await send(`${url}/wp-json/books/inbox/?id=1&key=2`, { method: 'POST', body: '{' });
  t.same([answer.status, answer.text], [200, 'id=1&key=2']);
  t.equal(answer.headers.get('content-security-policy'), 'sandbox');
  t.equal((await send(`${url}/wp-json/books/inbox`)).status, 405);
  t.match(await ask('/books/inboxes', withKey), { status: 418, body: { own: /No route/ } });
});

t.test("the first segment of a page's path belongs to one plugin, and is never a path of Waypost itself", async (t) => {
  const add = (path: string, by = 'other') => host.pages.add({ methods: ['GET'], path, callback: () => ({}) }, by);
  for (const path of [
    '/cards/{x}',
    '/wp-admin/x',
    '/api',
    '/{any}',
    '/',
    '/x//y',
    '/X',
    '/a/../b',
    '/wp-json/books/inbox',
  ]) {
    t.throws(() => add(path), path);
  }
  t.throws(() => add('/cards/broken', 'site'), /already exists/);
  const remove = add('/wp-json/books/outbox');
  remove();
  add('/other')();
  t.equal((await send(`${url}/other`)).status, 404);
});

t.test('a deactivated plugin has no pages, and a demo refuses posts to pages', async (t) => {
  const by = { type: 'user', id: 1, name: 'Ada' };
  await administer.deactivate('site', by);
  await until(async () => (await send(`${url}/cards/a/b`)).status === 404);
  t.match((await ask('/books/inbox', withKey)).body, { own: /No route/ });
  const demo = await startHost(t, [site], { DEMO: 'yes' });
  t.equal((await send(`${demo.url}/cards/a`, { method: 'POST' })).status, 403);
  t.equal((await send(`${demo.url}/cards/a/b`)).status, 200);
  t.same(asked, []);
  t.ok(
    lines.some(({ level, msg }) => level >= 50 && /Unexpected/.test(msg)),
    'a fault is logged',
  );
});

t.test('the log names the page of a fault, but not the parameters in its path, which can be secrets', async (t) => {
  const page = await startHost(t, [site]);
  t.equal((await send(`${page.url}/cards/broken/hidden-token/show`)).status, 500);
  const logged = JSON.stringify(page.lines);
  t.match(logged, '/cards/broken/{secret}/show');
  t.notMatch(logged, 'hidden-token');
});
