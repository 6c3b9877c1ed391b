/** Custom domain settings: its root redirect, its brand on every page, and the apps that can open its links. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { trustDomain } from '../../../daemon/domains/check-domain.ts';
import { type DomainRow, findDomainByHostname } from '../../../daemon/domains/queries.ts';
import { createHosts } from '../../../daemon/redirect/map/hosts.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { contrast } from '../../../shared/drawing/colour.ts';
import { stylesOf } from '../../../shared/pages/page-style.ts';
import { operator } from '../../../shared/people/actor.ts';
import { addWorkspace, caller, type Daemon, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { ask } from '../../fixtures/requests.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const env = { DEFAULT_SHORT_DOMAIN: 'go.waypost.test', PLANS_SCALE_REQUESTS_PER_MINUTE: '100000' };
const daemon = await startDaemon(t, { env });
const { db } = daemon.context;
const workspace = await addWorkspace(db, 'scale');
const call = caller(daemon, workspace.key);

let names = 0;
async function connect({ serving = true } = {}): Promise<Json> {
  const hostname = `go${++names}.customer.test`;
  const { json } = await call('POST', '/domains', { hostname });
  if (!serving) return json;
  const { id } = (await findDomainByHostname(db, hostname)) as DomainRow;
  await inTransaction(db, (trx) => trustDomain(trx, id, operator, new Date()));
  daemon.context.announceChanges();
  while (daemon.context.findDomain(hostname) < 0) await sleep(5);
  return json;
}

const portOf = ({ origin }: Pick<Daemon, 'origin'>) => Number(new URL(origin).port);
const visitor =
  (hostname: string, to = daemon) =>
  (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(portOf(to), { path, method, headers: { Host: hostname, ...headers } });
type Visit = ReturnType<typeof visitor>;
type Answer = Awaited<ReturnType<Visit>>;

/** Changes a domain and waits for the effect. */
async function change(domain: Json, patch: Json, path: string, holds: (answer: Answer) => boolean): Promise<Answer> {
  const { status, text } = await call('PATCH', `/domains/${domain.id}`, patch);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return until(() => visitor(domain.hostname)(path), holds);
}

const brand = { name: 'Bär & <Söhne>', logoUrl: 'https://cdn.example.com:8443/logo.svg?v="1"', color: '#ffe600' };

t.test('a change updates only the values in the request, and the domain shows them', async (t) => {
  const domain = await connect({ serving: false });
  const at = `/domains/${domain.id}`;
  const patch = { rootUrl: 'https://example.com/', brand: { name: ' Example ', color: 'Fe0' } };
  const { status, json } = await call('PATCH', at, patch);
  t.equal(status, 200);
  t.match(json, {
    rootUrl: patch.rootUrl,
    notFoundUrl: null,
    brand: { name: 'Example', logoUrl: null, color: '#ffee00' },
  });
  const again = (await call('PATCH', at, { notFoundUrl: 'https://example.com/ä' })).json;
  t.match(again, { rootUrl: patch.rootUrl, notFoundUrl: 'https://example.com/ä', brand: json.brand });
  t.strictSame((await call('GET', '/domains')).json.domains[0], again);
  t.strictSame((await call('PATCH', at, {})).json, again, 'nothing named, nothing changed');
  const { rootUrl, notFoundUrl, brand } = again;
  t.match(
    (await call('PATCH', at, { rootUrl, notFoundUrl, brand })).json,
    { rootUrl, notFoundUrl, brand },
    'sent back as answered',
  );
  t.match((await call('PATCH', at, { rootUrl: null, brand: null })).json, { rootUrl: null, brand: null });
  const entry = (await call('GET', '/audit')).json.entries[0];
  t.match(entry, { action: 'domain.update', objectId: domain.id, details: { fields: ['rootUrl', 'brand'] } });
});

t.test('an invalid setting is refused with its field, and nothing is changed', async (t) => {
  const domain = await connect({ serving: false });
  const other = await connect();
  const name = 'Example';
  const cases: [Json, number, string, string?][] = [
    [{ rootUrl: '' }, 422, 'rootUrl'],
    [{ rootUrl: 'example.com' }, 422, 'rootUrl'],
    [{ rootUrl: 'ftp://example.com/' }, 422, 'rootUrl'],
    [{ rootUrl: `https://example.com/${'a'.repeat(2_040)}` }, 422, 'rootUrl'],
    [{ notFoundUrl: `https://example.com/${'ä'.repeat(1_000)}` }, 422, 'notFoundUrl'],
    [{ rootUrl: 'http://10.0.0.1/' }, 422, 'rootUrl', 'private_address'],
    [{ notFoundUrl: 'https://user@example.com/' }, 422, 'notFoundUrl', 'userinfo'],
    [{ rootUrl: 'https://go.waypost.test/x' }, 422, 'rootUrl', 'own_domain'],
    [{ rootUrl: `https://${other.hostname}/` }, 422, 'rootUrl', 'own_domain'],
    [{ notFoundUrl: `http://${domain.hostname}:8080/` }, 422, 'notFoundUrl', 'own_domain'],
    [{ brand: {} }, 422, 'brand.name'],
    [{ brand: { name: '  ' } }, 422, 'brand.name'],
    [{ brand: { name: 'x'.repeat(81) } }, 422, 'brand.name'],
    [{ brand: { name, color: 'red' } }, 422, 'brand.color'],
    [{ brand: { name, color: '#12345' } }, 422, 'brand.color'],
    [{ brand: { name, logoUrl: 'http://example.com/logo.png' } }, 422, 'brand.logoUrl'],
    [{ brand: { name, logoUrl: 'data:image/png;base64,AAAA' } }, 422, 'brand.logoUrl'],
    [{ brand: { name, logoUrl: "https://a;b'.example.com/logo.png" } }, 422, 'brand.logoUrl'],
    [{ brand: { name, logoUrl: 'https://192.168.0.1/logo.png' } }, 422, 'brand.logoUrl', 'private_address'],
    [{ brand: { name, font: 'Arial' } }, 422, 'brand.font'],
    [{ brand: 'Example' }, 422, 'brand'],
    [{ hostname: 'go.example.com' }, 422, 'hostname'],
  ];
  for (const [patch, status, field, reason] of cases) {
    const answer = await call('PATCH', `/domains/${domain.id}`, patch);
    t.equal(answer.status, status, JSON.stringify(patch).slice(0, 80));
    t.match(answer.json.error, {
      code: reason === undefined ? 'validation_failed' : 'unsafe_url',
      details: { field, ...(reason === undefined ? {} : { reason }) },
    });
  }
  const { updatedAt } = (await call('GET', '/domains')).json.domains.find(({ id }: Json) => id === domain.id);
  t.equal(updatedAt, domain.updatedAt);
});

t.test("another workspace's domain is not found, and a removed domain stays unchanged", async (t) => {
  const domain = await connect();
  const stranger = caller(daemon, (await addWorkspace(db, 'scale')).key);
  t.equal((await stranger('PATCH', `/domains/${domain.id}`, { rootUrl: null })).status, 404);
  t.equal((await stranger('PUT', `/domains/${domain.id}/apps`, {})).status, 404);
  await change(domain, { rootUrl: 'https://example.com/' }, '/', ({ status }) => status === 302);
  await call('DELETE', `/domains/${domain.id}`);
  t.equal((await call('PATCH', `/domains/${domain.id}`, { rootUrl: null })).status, 404);
  await until(
    () => visitor(domain.hostname)('/'),
    ({ status }) => status === 404,
  );
});

t.test('the root redirects to rootUrl with the query, and counts no click', async (t) => {
  const domain = await connect();
  const visit = visitor(domain.hostname);
  t.equal((await visit('/')).status, 404, 'without one it is a URL like others');
  const rootUrl = 'https://example.com/straße?a=1#top';
  const found = await change(domain, { rootUrl }, '/', ({ status }) => status === 302);
  t.match(found.headers, { location: 'https://example.com/stra%C3%9Fe?a=1#top', 'cache-control': 'private, no-store' });
  t.equal(
    (await visit('/?utm_source=x&qr=1')).headers.location,
    'https://example.com/stra%C3%9Fe?a=1&utm_source=x#top',
  );
  t.equal(
    (await visit(`/?q=${'x'.repeat(3_600)}`)).headers.location,
    found.headers.location,
    'overlong values are left out',
  );
  t.same([(await visit('/', {}, 'HEAD')).status, (await visit('/', {}, 'POST')).status], [302, 405]);
});

t.test('a URL without a link redirects to notFoundUrl, except for machine-readable files', async (t) => {
  const domain = await connect();
  const visit = visitor(domain.hostname);
  const notFoundUrl = 'https://example.com/lost?from=short';
  await change(domain, { notFoundUrl }, '/unknown', ({ status }) => status === 302);
  for (const path of ['/', '/unknown', '/unknown/', '/un%6bnown?x=1', '/a/b', '/api/links', '/favicon.png']) {
    const { status, headers } = await visit(path);
    t.same([status, headers.location, headers['cache-control']], [302, notFoundUrl, 'private, no-store'], path);
  }
  for (const path of ['/.well-known/assetlinks.json', '/.well-known/any', '/apple-app-site-association']) {
    t.equal((await visit(path)).status, 404, path);
  }
  t.equal((await visit('/robots.txt')).status, 200);
  const soon = { domain: domain.hostname, slug: 'soon', startsAt: '2090-01-01T00:00:00Z' };
  t.equal((await call('POST', '/links', { url: 'https://example.com/soon', ...soon })).status, 201);
  t.match(await visit('/soon'), { status: 404, headers: { location: undefined } }, 'a link before its start is one');
  const { json } = await call('POST', '/links', {
    url: 'https://example.com/there',
    domain: domain.hostname,
    slug: 'here',
  });
  t.equal((await visit('/here')).headers.location, 'https://example.com/there');
  await call('PATCH', `/links/${json.id}`, { expiresAt: '2020-01-01T00:00:00Z' });
  await until(
    () => visit('/here'),
    ({ status }) => status === 410,
  );
  await change(domain, { notFoundUrl: null }, '/unknown', ({ status }) => status === 404);
});

t.test('every process applies a change within a second', async (t) => {
  const second = await startDaemon(t, { env, stores: daemon.stores });
  const domain = await connect();
  for (const rootUrl of ['https://example.com/1', 'https://example.com/2', 'https://example.com/3']) {
    await call('PATCH', `/domains/${domain.id}`, { rootUrl });
    for (const each of [daemon, second]) {
      const answer = await until(
        () => visitor(domain.hostname, each)('/'),
        ({ headers }) => headers.location === rootUrl,
      );
      t.equal(answer.status, 302);
    }
  }
});

t.test('after concurrent changes, every process has the result of the same change', async (t) => {
  const second = await startDaemon(t, { env, stores: daemon.stores });
  const domain = await connect();
  const urls = Array.from({ length: 20 }, (_, n) => `https://example.com/${n}`);
  await Promise.all(urls.map((rootUrl) => call('PATCH', `/domains/${domain.id}`, { rootUrl })));
  const { rootUrl } = (await call('GET', '/domains')).json.domains.find(({ id }: Json) => id === domain.id);
  for (const each of [daemon, second]) {
    await until(
      () => visitor(domain.hostname, each)('/'),
      ({ headers }) => headers.location === rootUrl,
    );
    await sleep(50);
    t.equal((await visitor(domain.hostname, each)('/')).headers.location, rootUrl);
  }
});

/** Checks that the page uses only what its policy allows: its own styles and logo. */
function checkPage(t: Test, { body, headers }: Answer, what: string, logoOrigin?: string): void {
  const policy = String(headers['content-security-policy']);
  const styles = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  t.ok(styles.length > 0);
  const expected = [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    ...(logoOrigin === undefined ? [] : [`img-src ${logoOrigin}`]),
  ];
  t.equal(policy.split('; form-action')[0], expected.join('; '), what);
  t.match(policy, "base-uri 'none'; frame-ancestors 'none'");
  t.notMatch(body, /<script|style="|<link|@import|url\(/, what);
  const loaded = [...body.matchAll(/src="([^"]*)"/g)].map(([, at = '']) => new URL(at).origin);
  t.same(loaded, logoOrigin === undefined ? [] : [logoOrigin], what);
}

t.test(
  'every page shows the brand, and its content security policy allows everything that the brand needs',
  async (t) => {
    const domain = await connect();
    const visit = visitor(domain.hostname);
    const make = (slug: string, more: object) =>
      call('POST', '/links', { url: 'https://example.com/', domain: domain.hostname, slug, ...more });
    await make('secret', { password: 'open sesame' });
    await make('over', { expiresAt: '2020-01-01T00:00:00Z' });
    const { json: bad } = await make('bad', {});
    await db.updateTable('links').set({ banned: true }).where('public_id', '=', bad.id).execute();
    await call('PATCH', `/links/${bad.id}`, { title: 'read again' });
    await until(
      () => visit('/bad'),
      ({ status }) => status === 403,
    );
    const shown =
      /<img src="https:\/\/cdn\.example\.com:8443\/logo\.svg\?v=&#34;1&#34;" alt="Bär &#38; &#60;Söhne&#62;">/;
    await change(domain, { brand }, '/nothing', ({ body }) => shown.test(body));
    for (const [path, status, method, said] of [
      ['/nothing', 404, 'GET', /Link not found/],
      ['/a/b', 404, 'GET', /Link not found/],
      ['/', 404, 'GET', /Link not found/],
      ['/over', 410, 'GET', /Link expired/],
      ['/bad', 403, 'GET', /Link banned/],
      ['/secret', 200, 'GET', /Password required/],
      ['/secret', 403, 'POST', /role="alert">Wrong password/],
      ['/over', 405, 'DELETE', /Method not allowed/],
    ] as const) {
      const answer = await visit(path, {}, method);
      t.equal(answer.status, status, `${method} ${path}`);
      t.match(answer.body, shown, `${method} ${path}`);
      t.match(answer.body, said);
      t.match(answer.body, /<title>[^<]+ · Bär &#38; &#60;Söhne&#62;<\/title>/);
      t.match(answer.headers, { 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
      checkPage(t, answer, `${method} ${path}`, 'https://cdn.example.com:8443');
    }
    const vary = 'Accept, Accept-Language';
    const asJson = await visit('/nothing', { Accept: 'application/json', 'Accept-Language': 'de' });
    t.match(JSON.parse(asJson.body), { error: { code: 'not_found', message: /^There is no link/ } });
    t.match(asJson.headers, { 'content-language': 'en', vary });
    for (const [path, language, said] of [
      ['/nothing', 'de', /<html lang="de" dir="ltr">[\s\S]*Link nicht gefunden/],
      ['/over', 'fr-CA, en;q=0.5', /<html lang="fr" dir="ltr">[\s\S]*Ce lien n’est plus disponible\./],
      ['/secret', 'ar', /<html lang="ar" dir="rtl">[\s\S]*<button type="submit">متابعة</],
      ['/bad', 'ja', /<html lang="ja" dir="ltr">[\s\S]*ブロック/],
      ['/nothing', 'sv', /<html lang="en" dir="ltr">[\s\S]*Link not found/],
      ['/nothing', `de;q=0.1,${'a-b;q=0.9,'.repeat(300)}"><script>`, /<html lang="de" dir="ltr">/],
    ] as const) {
      const answer = await visit(path, { 'Accept-Language': language });
      t.match(answer.body, said, `${path} ${language.slice(0, 20)}`);
      t.match(answer.headers, { 'content-language': /^(de|fr|ar|ja|en)$/, vary, 'cache-control': 'no-store' });
      checkPage(t, answer, language, 'https://cdn.example.com:8443');
    }

    const plain = await change(domain, { brand: { name: 'Plain' } }, '/nothing', ({ body }) => !shown.test(body));
    t.match(plain.body, /<span dir="auto">Plain<\/span>/);
    checkPage(t, plain, 'a name alone');
    const none = await change(domain, { brand: null }, '/nothing', ({ body }) => !body.includes('Plain'));
    t.match(none.body, /Waypost/);
    checkPage(t, none, 'no brand');
  },
);

t.test('buttons stay readable and visible in any brand colour', (t) => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      const [common = '', own = ''] = stylesOf(color);
      const value = (style: string, name: string, nth: number) =>
        [...style.matchAll(new RegExp(`--${name}:(#[0-9a-f]{6})`, 'g'))][nth]?.[1] as string;
      for (const scheme of [0, 1]) {
        const [fill, ink, mark] = ['fill', 'ink', 'mark'].map((name) => value(own, name, scheme)) as [
          string,
          string,
          string,
        ];
        const card = value(common, 'card', scheme);
        if (fill !== color || contrast(ink, fill) < 4.5 || contrast(mark, card) < 3) return false;
      }
      return true;
    }),
    {
      numRuns: 2_000,
      examples: [
        [255, 255, 255],
        [0, 0, 0],
        [255, 230, 0],
        [119, 119, 119],
      ],
    },
  );
  t.end();
});

const fingerprint = Array.from({ length: 32 }, (_, n) => (n * 7).toString(16).padStart(2, '0')).join(':');
const app = 'ABCDE12345.com.example.app';
const androidApp = { package: 'com.example.app', fingerprints: [fingerprint] };
const apple = '/.well-known/apple-app-site-association';
const google = '/.well-known/assetlinks.json';

t.test('apps are published at the paths and in the formats that Apple and Google document', async (t) => {
  const domain = await connect();
  const visit = visitor(domain.hostname);
  const put = (body: Json) => call('PUT', `/domains/${domain.id}/apps`, body);
  const { status, json } = await put({ ios: [app], android: [androidApp] });
  t.equal(status, 200);
  const upper = fingerprint.toUpperCase();
  t.strictSame(json.apps, { ios: [app], android: [{ ...androidApp, fingerprints: [upper] }] });
  const file = await until(
    () => visit(apple),
    ({ status }) => status === 200,
  );
  t.equal(file.headers['content-type'], 'application/json');
  t.strictSame(JSON.parse(file.body), { applinks: { details: [{ appIDs: [app], components: [{ '/': '*' }] }] } });
  t.equal((await visit('/apple-app-site-association')).body, file.body);
  const links = await visit(google);
  t.same([links.status, links.headers['content-type']], [200, 'application/json']);
  t.strictSame(JSON.parse(links.body), [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: 'com.example.app', sha256_cert_fingerprints: [upper] },
    },
  ]);
  t.equal((await visit(apple, {}, 'HEAD')).status, 200);

  t.strictSame((await put({ ios: [app] })).json.apps, { ios: [app], android: [] }, 'one left out is empty');
  await until(
    () => visit(google),
    ({ status }) => status === 404,
  );
  t.equal((await visit(apple)).status, 200);
  t.strictSame((await put({})).json.apps, { ios: [], android: [] });
  await until(
    () => visit(apple),
    ({ status }) => status === 404,
  );
});

t.test('an unverified domain publishes no apps, and neither does the default domain', async (t) => {
  const domain = await connect({ serving: false });
  t.equal((await call('PUT', `/domains/${domain.id}/apps`, { ios: [app] })).status, 200);
  t.equal((await visitor(domain.hostname)(apple)).status, 404);
  t.equal((await visitor('go.waypost.test')(apple)).status, 404);
});

t.test('invalid apps are refused with their field, and the maximum number of apps fits into a file', async (t) => {
  const domain = await connect();
  const put = (body: Json) => call('PUT', `/domains/${domain.id}/apps`, body);
  for (const [body, field] of [
    [{ ios: ['com.example.app'] }, 'ios.0'],
    [{ ios: ['abcde12345.com.example.app'] }, 'ios.0'],
    [{ ios: [app, 'ABCDE12345.'] }, 'ios.1'],
    [{ ios: ['ABCDE12345.com.example.*'] }, 'ios.0'],
    [{ ios: app }, 'ios'],
    [{ ios: Array(21).fill(app) }, 'ios'],
    [{ android: [{ package: 'example', fingerprints: [fingerprint] }] }, 'android.0.package'],
    [{ android: [{ package: 'com.1example', fingerprints: [fingerprint] }] }, 'android.0.package'],
    [{ android: [{ ...androidApp, fingerprints: [] }] }, 'android.0.fingerprints'],
    [{ android: [{ ...androidApp, fingerprints: [fingerprint.slice(3)] }] }, 'android.0.fingerprints.0'],
    [{ android: [{ package: 'com.example.app' }] }, 'android.0.fingerprints'],
    [{ android: [{ ...androidApp, relation: 'x' }] }, 'android.0.relation'],
    [{ windows: [] }, 'windows'],
  ] as const) {
    const { status, json } = await put(body);
    t.same([status, json.error?.code, json.error?.details.field], [422, 'validation_failed', field]);
  }
  const most = {
    ios: Array(20).fill(`ABCDE12345.${'a'.repeat(155)}`),
    android: Array(20).fill({ package: `a.${'b'.repeat(221)}`, fingerprints: Array(5).fill(fingerprint) }),
  };
  t.equal((await put(most)).status, 200);
  const visit = visitor(domain.hostname);
  for (const path of [apple, google]) {
    const { body } = await until(
      () => visit(path),
      ({ status }) => status === 200,
    );
    t.ok(Buffer.byteLength(body) < 128 * 1_024, `${body.length} bytes`);
  }
});

t.test("the default domain's root redirects to ROOT_URL, or else to the dashboard", async (t) => {
  const visit = visitor('go.waypost.test');
  const { status, headers } = await visit('/');
  t.same([status, headers.location], [302, 'http://localhost:8080/dashboard']);
  t.equal((await visitor('unknown.test')('/')).status, 404, 'a host that is nobody’s has no root');
  const other = await startDaemon(t, { env: { ...env, ROOT_URL: 'https://www.example.com/' } });
  t.equal((await visitor('go.waypost.test', other)('/?a=1')).headers.location, 'https://www.example.com/?a=1');
});

t.test('reloading some domains leaves all other domains unchanged', (t) => {
  const hosts = createHosts('go.test');
  const a = { id: 1, hostname: 'a.test' };
  const b = { id: 2, hostname: 'b.test' };
  hosts.replace([a, b]);
  hosts.refresh([2, 3], [{ ...b, rootUrl: 'https://example.com/' }]);
  t.same(hosts.settings(2), { ...b, rootUrl: 'https://example.com/' });
  t.same(
    hosts.list().map(({ id }) => id),
    [1, 2],
  );
  hosts.refresh([1, 3], [{ id: 3, hostname: 'a.test' }]);
  t.same([hosts.find('a.test'), hosts.find('b.test'), hosts.settings(1)], [3, 2, undefined], 'a name that moved');
  hosts.refresh([3], []);
  t.equal(hosts.find('a.test'), -1);
  t.end();
});
