/** Requests from other origins: allowed by CORS_ORIGINS alone, with a token and never with cookies. */

import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const page = 'https://app.example.com';

t.test('the API answers web pages on other origins as configured', async (t) => {
  const stores = await createStores(t);
  const daemons = {
    none: await startDaemon(t, { stores }),
    one: await startDaemon(t, { stores, env: { CORS_ORIGINS: `${page},https://other.example` } }),
    any: await startDaemon(t, { stores, env: { CORS_ORIGINS: '*', BASE_URL: 'https://go.example/api' } }),
  };
  const { key } = await addWorkspace(daemons.none.context.db, 'scale');
  const preflight = (daemon: keyof typeof daemons, path: string, origin: string) =>
    caller(daemons[daemon], undefined)('OPTIONS', path, undefined, {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    });

  await t.test('no origin is allowed by default, and OPTIONS lists the methods', async (t) => {
    const asked = await preflight('none', '/links/lnk_1', page);
    t.match([asked.status, asked.text], [204, '']);
    t.equal(asked.headers.get('allow'), 'GET, HEAD, PATCH, DELETE, OPTIONS');
    t.equal(asked.headers.get('access-control-allow-origin'), null);
    t.equal(asked.headers.get('access-control-allow-methods'), null);
    const called = await caller(daemons.none, key)('GET', '/links', undefined, { origin: page });
    t.equal(called.headers.get('access-control-allow-origin'), null);
  });

  await t.test('named origins are allowed, even in error answers', async (t) => {
    const asked = await preflight('one', '/links/lnk_1', page);
    t.equal(asked.status, 204);
    t.equal(asked.headers.get('access-control-allow-origin'), page);
    t.equal(asked.headers.get('access-control-allow-methods'), 'GET, HEAD, PATCH, DELETE, OPTIONS');
    t.match(
      asked.headers.get('access-control-allow-headers'),
      /Authorization, Content-Type, Idempotency-Key, If-Match, X-Workspace-Id/,
    );
    t.equal(asked.headers.get('access-control-max-age'), '600');
    for (const [token, path, status] of [
      [key, '/links', 200],
      [key, '/links/lnk_none', 404],
      [undefined, '/links', 401],
      [key, '/nothing', 404],
    ] as const) {
      const { headers, ...called } = await caller(daemons.one, token)('GET', path, undefined, { origin: page });
      t.equal(called.status, status, path);
      t.equal(headers.get('access-control-allow-origin'), page);
      t.match(
        headers.get('access-control-expose-headers'),
        /RateLimit.*Retry-After, X-Request-Id, Idempotency-Replayed/,
      );
      t.equal(headers.get('vary'), 'Origin');
      t.equal(headers.get('access-control-allow-credentials'), null);
      t.equal(headers.get('x-content-type-options'), 'nosniff');
    }
  });

  await t.test('origins that are not named are not allowed, and every path answers OPTIONS', async (t) => {
    for (const origin of ['https://evil.example', 'http://app.example.com', `${page}.evil.example`, 'null']) {
      const asked = await preflight('one', '/links', origin);
      t.equal(asked.headers.get('access-control-allow-origin'), null, origin);
      t.equal(asked.headers.get('access-control-allow-methods'), null, origin);
      t.equal(asked.headers.get('vary'), 'Origin', origin);
    }
    const { paths } = (await caller(daemons.one, undefined)('GET', '/openapi.json')).json;
    for (const path of Object.keys(paths)) t.equal((await preflight('one', path, page)).status, 204, path);
  });

  await t.test('* allows any origin, without naming it', async (t) => {
    const asked = await preflight('any', '/links', 'https://anywhere.example');
    t.equal(asked.headers.get('access-control-allow-origin'), '*');
    t.equal(asked.headers.get('vary'), null);
    t.equal(asked.headers.get('access-control-allow-credentials'), null);
  });

  await t.test('every answer has the headers that protect pages and connections', async (t) => {
    const docs = await caller(daemons.any, undefined)('GET', '/docs');
    t.match(docs.headers.get('content-security-policy'), /frame-ancestors 'none'/);
    t.equal(docs.headers.get('strict-transport-security'), 'max-age=15552000', 'behind TLS');
    t.equal(docs.headers.get('keep-alive'), 'timeout=7');
    const plain = await caller(daemons.none, undefined)('GET', '/docs');
    t.equal(plain.headers.get('strict-transport-security'), null, 'plain HTTP promises nothing');
  });
});
