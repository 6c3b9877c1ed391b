/** Hosts, paths and headers from an attacker: no wrong link is found, nothing is injected. */

import fc from 'fast-check';
import { createClients } from '../../../daemon/redirect/client.ts';
import { peerOf } from '../../../daemon/redirect/core/visit.ts';
import { createHosts } from '../../../daemon/redirect/map/hosts.ts';
import { mergeQuery, toLocation } from '../../../shared/drawing/location.ts';
import { openTestDb, putLink, startRedirects } from '../../fixtures/redirects.ts';
import { sendRaw } from '../../fixtures/requests.ts';
import { attack, attacks } from '../../fixtures/smuggling.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

t.test('a Host header finds its domain in any spelling, and no other text finds a domain', async (t) => {
  const hosts = createHosts('Go.Example:8443');
  hosts.replace([
    { id: 5, hostname: 'links.example' },
    { id: 6, hostname: 'xn--bcher-kva.example' },
  ]);
  const cases: [string, number][] = [
    ['go.example', 0],
    ['GO.EXAMPLE', 0],
    ['go.example.', 0],
    ['go.example:8443', 0],
    ['go.example.:80', 0],
    ['links.example', 5],
    ['LINKS.example:443', 5],
    ['links.example.', 5],
    ['xn--bcher-kva.example', 6],
    ['bücher.example', 6],
    ['XN--BCHER-KVA.example', 6],
    ['', -1],
    ['evil.test', -1],
    ['links.example.evil.test', -1],
    ['evil.test/links.example', -1],
    ['links.example@evil.test', -1],
    ['localhost', -1],
    ['127.0.0.1', -1],
    ['links.example\0', -1],
    ['x'.repeat(10_000), -1],
  ];
  for (const [host, expected] of cases) t.equal(hosts.find(host), expected, JSON.stringify(host.slice(0, 40)));
  for (const [host] of cases) hosts.find(host);
  hosts.replace([]);
  t.equal(hosts.find('links.example'), -1, 'the cache forgets');
  t.equal(createHosts('localhost:8080').find('127.0.0.1:8080'), 0);
  t.equal(createHosts('localhost:8080').find('[::1]:8080'), 0);
});

t.test(
  "the visitor's IP address is the address that a trusted proxy names, read from the right, or else the peer's",
  async (t) => {
    const config = { trustedProxies: ['10.0.0.0/8', '2001:db8::/32'], countryHeader: 'CF-IPCountry' };
    const clients = createClients(config, (address) => (address === '192.0.2.1' ? 'DE' : undefined));
    const from = (peer: string, forwarded: string) =>
      clients.address(peer, { getHeader: (name) => (name === 'x-forwarded-for' ? forwarded : '') });
    t.equal(from('192.0.2.9', '192.0.2.1'), '192.0.2.9', 'a visitor is not trusted');
    t.equal(from('10.0.0.1', '192.0.2.1'), '192.0.2.1');
    t.equal(from('10.0.0.1', '203.0.113.5, 192.0.2.1'), '192.0.2.1', "the visitor's own entries are not trusted");
    t.equal(from('10.0.0.1', '192.0.2.1, 10.9.9.9'), '192.0.2.1');
    t.equal(from('10.0.0.1', ''), '10.0.0.1');
    t.equal(from('10.0.0.1', 'nonsense'), '10.0.0.1');
    t.equal(from('10.0.0.1', '192.0.2.1, nonsense'), '10.0.0.1');
    t.equal(from('::ffff:10.0.0.1', '192.0.2.1'), '192.0.2.1');
    t.equal(from('0000:0000:0000:0000:0000:ffff:0a00:0001', '192.0.2.1'), '192.0.2.1');
    t.equal(from('2001:db8::1', '[2001:db9::5]:4711'), '2001:db9:0:0:0:0:0:5');
    t.equal(from('10.0.0.1', '192.0.2.1:80'), '192.0.2.1');
    t.equal(from('', '192.0.2.1'), '', 'a peer without an address');
    const country = (peer: string, name: string) =>
      clients.country(peerOf(peer), { getHeader: (header) => (header === 'cf-ipcountry' ? name : '') });
    t.equal(country('10.0.0.1', 'fr'), 'FR');
    t.equal(country('192.0.2.1', 'FR'), 'DE', 'looked up');
    t.equal(country('10.0.0.1', 'T1'), undefined);
    t.equal(country('10.0.0.1', 'France'), undefined);
    t.throws(
      () => createClients({ trustedProxies: ['10.0.0.0/33'], countryHeader: '' }, () => undefined),
      /10\.0\.0\.0\/33/,
    );
    t.throws(() => createClients({ trustedProxies: ['proxy'], countryHeader: '' }, () => undefined), /proxy/);
  },
);

t.test('a Location has only printable ASCII, for any URL and UTM parameters', async () => {
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
  const text = fc.string({ unit: 'binary', maxLength: 20, size: 'max' });
  fc.assert(
    fc.property(url, text, text, (base, source, tail) => {
      const given = `${base}${tail.replace(/[\u0000-\u0020\u007f]/g, '')}`;
      fc.pre(URL.canParse(given));
      const location = toLocation(given, { source });
      if (!/^[\x21-\x7e]+$/.test(location)) throw new Error(JSON.stringify(location));
    }),
    { numRuns: 500 },
  );
});

t.test("adding the visitor's query to a destination changes no other byte", async () => {
  const name = fc.stringMatching(/^[a-z]{1,3}$/);
  const pairs = fc.array(fc.tuple(name, fc.stringMatching(/^[a-z0-9%+]{0,4}$/)), { maxLength: 6 });
  const join = (list: [string, string][]) => list.map(([key, value]) => `${key}=${value}`);
  fc.assert(
    fc.property(pairs, pairs, fc.constantFrom('', '#f', '#a=b?c'), (stored, given, fragment) => {
      fc.pre(given.length > 0);
      const query = join(stored).join('&');
      const merged = mergeQuery(`https://e.com/p${query ? `?${query}` : ''}${fragment}`, join(given));
      const names = new Set(given.map(([key]) => key));
      const expected = [...join(stored.filter(([key]) => !names.has(key))), ...join(given)].join('&');
      if (merged !== `https://e.com/p?${expected}${fragment}`) throw new Error(merged);
    }),
    { numRuns: 500 },
  );
});

t.test('hostile requests over a socket neither crash the process nor get a wrong redirect', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { port, clicks, sync } = await startRedirects(t, db);
  await putLink(db, { slug: 'hello', url: 'https://example.com/safe' });
  await putLink(db, { slug: 'other', url: 'https://example.com/?a=1' });
  await sync.catchUp();
  const get = (path: string, headers = 'Host: go.test') =>
    sendRaw(port, `GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
  const cases: [what: string, path: string, expected: RegExp][] = [
    ['the link itself', '/hello', /^HTTP\/1\.1 302 /],
    ['one slash at its end', '/hello/', /^HTTP\/1\.1 302 /],
    ['two slashes at its end', '/hello//', /^HTTP\/1\.1 404 /],
    ['another host in the path', '//evil.test/hello', /^HTTP\/1\.1 404 /],
    ['the root', '/', /^HTTP\/1\.1 302 .*\r\nLocation: \/welcome\r\n/s],
    ['dots', '/%2e%2e/hello', /^HTTP\/1\.1 404 /],
    ['plain dots', '/../hello', /^HTTP\/1\.1 404 /],
    ['an encoded slash', '/hello%2f', /^HTTP\/1\.1 404 /],
    ['an encoded NUL', '/hello%00', /^HTTP\/1\.1 404 /],
    ['encoded letters', '/%68ello', /^HTTP\/1\.1 302 /],
    ['an encoded line break', '/hello%0d%0aSet-Cookie:x=1', /^HTTP\/1\.1 404 /],
    ['another case', '/Hello', /^HTTP\/1\.1 404 /],
    ['a semicolon', '/hello;x', /^HTTP\/1\.1 404 /],
    ['a backslash', '/\\evil.test', /^HTTP\/1\.1 404 /],
    ['Latin-1', '/h\xe4llo', /^HTTP\/1\.1 404 /],
    ['a slug of 65 characters', `/${'a'.repeat(65)}`, /^HTTP\/1\.1 404 /],
    ['a prototype name', '/__proto__', /^HTTP\/1\.1 404 /],
    ['a path of 16 KiB', `/${'a'.repeat(16_384)}`, /^(HTTP\/1\.1 4\d\d |$)/],
    [
      'a query that would break a header',
      '/other?x=%0d%0aSet-Cookie:%20a=b',
      /Location: https:\/\/example\.com\/\?a=1&x=%0d%0aSet-Cookie:%20a=b\r\n/,
    ],
    ['a query with Latin-1', '/other?x=\xe4', /Location: https:\/\/example\.com\/\?a=1&x=%/],
    ['robots.txt', '/robots.txt', /^HTTP\/1\.1 200 .*User-agent/s],
    ['favicon.ico', '/favicon.ico', /^HTTP\/1\.1 200 /],
    ['.well-known', '/.well-known/security.txt', /^HTTP\/1\.1 404 /],
  ];
  for (const [what, path, expected] of cases) {
    const answer = await get(path);
    t.match(answer, expected, what);
    t.notMatch(answer, /\r\nSet-Cookie/i, what);
    t.ok(!/evil\.test/.test(answer.split('\r\n\r\n')[0] as string), what);
  }
  t.match(await get('/hello', 'Host: evil.test'), /^HTTP\/1\.1 404 /, 'an unknown host');
  t.match(await get('/hello', 'Accept: */*'), /^HTTP\/1\.1 4\d\d /, 'no host');
  for (const broken of [
    '\r\n\r\n',
    'GET\r\n\r\n',
    'GET /hello\r\n\r\n',
    'GET /hello HTTP/9.9\r\n\r\n',
    '\0\0\0\0',
    'GET /hello HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
    'POST /hello HTTP/1.1\r\nHost: go.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ]) {
    await sendRaw(port, broken, { quietMs: 100, firstMs: 100 });
  }
  const before = clicks.length;
  t.match(await get('/hello'), /^HTTP\/1\.1 302 /, 'it still serves');
  t.equal(clicks.length, before + 1);
});

t.test(
  'a visit with a body: a chunked body is refused, a body with a length is skipped, and no request in a body is a visit',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    await putLink(db, { slug: 'attack' });
    await putLink(db, { slug: 'smuggled' });
    for (const trustedProxies of [[], ['127.0.0.1']]) {
      const clients = createClients({ trustedProxies, countryHeader: '' }, () => undefined);
      const { port, clicks, sync } = await startRedirects(t, db, { clients });
      await sync.catchUp();
      const behindProxy = trustedProxies.length > 0;
      for (const one of attacks) {
        const before = clicks.length;
        const answer = await attack(port, one, { pauseMs: 5 });
        const refused = one.visits === 'none' || (one.visits === 'none behind a proxy' && behindProxy);
        if (refused) t.notMatch(answer, / 302 /, one.name);
        if (refused && / [2-5]\d\d /.test(answer)) t.match(answer, /\r\nConnection: close\r\n/, one.name);
        const most = refused ? 0 : one.visits === undefined ? 1 : 2;
        t.ok(clicks.length - before <= most, `${one.name}: ${clicks.length - before} visits`);
      }
    }
  },
);

t.test('several requests on one connection, including HEAD, are answered in order', async (t) => {
  const db = await openTestDb(t, await createStores(t));
  const { port, sync } = await startRedirects(t, db);
  await putLink(db, { slug: 'hello' });
  await sync.catchUp();
  const one = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: go.test\r\n\r\n`;
  const text = await sendRaw(
    port,
    one('HEAD', '/hello') + one('GET', '/hello') + one('HEAD', '/robots.txt') + one('GET', '/hello'),
    { quietMs: 700 },
  );
  t.same(
    [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status),
    ['302', '302', '200', '302'],
  );
});
