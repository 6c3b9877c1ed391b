/** The scanner's fetcher against hostile servers: it connects only to checked IP addresses, and stops in time. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createHosts } from '../../../daemon/redirect/map/hosts.ts';
import { checkDestination, softened } from '../../../daemon/safety/core/check.ts';
import { createThreatLists } from '../../../daemon/safety/lists/threat-lists.ts';
import { createRules } from '../../../daemon/safety/safety.ts';
import { type ChainRules, followRedirects } from '../../../daemon/safety/scans/follow-redirects.ts';
import { createLookUp } from '../../../daemon/safety/scans/resolve-name.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { isPublicAddress } from '../../../shared/net/public-address.ts';
import { freePort } from '../../fixtures/processes.ts';
import { startDns, startWeb } from '../../fixtures/safety.ts';
import { type Test, t } from '../../runner/tap.ts';

const lists = createThreatLists();
lists.replaceRules({ allow: new Set(), block: new Set(['evil.example.org/']) });
const rules = createRules(readConfig({ DEFAULT_SHORT_DOMAIN: 'go.example.com' }), createHosts('go.example.com'), lists);

/** 127.0.0.2 represents the public internet, 127.0.0.1 a forbidden target. */
const outside = '127.0.0.2';
const inside = '127.0.0.1';

/** A time limit longer than a busy machine needs. */
const patienceMs = 60_000;

async function chainRules(t: Test, answer: Parameters<typeof startDns>[1] = () => [outside]) {
  const names = await startDns(t, answer);
  const chain: ChainRules = {
    resolve: createLookUp([names.server], patienceMs),
    limitMs: patienceMs,
    isAllowed: (address) => address === outside || isPublicAddress(address),
    check: async (url) => {
      const finding = checkDestination(url, rules);
      return finding && softened(finding);
    },
  };
  return { chain, names };
}

t.test('a host name that changes its IP address after the check is contacted at the checked address', async (t) => {
  const good = await startWeb(t, (_, response) => response.end('outside'), {
    address: outside,
    port: await freePort(),
  });
  const secret = await startWeb(t, (_, response) => response.end('inside'), { address: inside, port: good.port });
  const { chain, names } = await chainRules(t, (name, times) => {
    if (name.startsWith('rebinds')) return [times === 1 ? outside : inside];
    if (name.startsWith('both')) return [outside, inside];
    if (name.startsWith('inside')) return [inside];
    return undefined;
  });
  const go = (host: string) => followRedirects(`http://${host}:${good.port}/`, chain);
  t.match(await go('rebinds.example.com'), { end: 'answered' });
  t.equal(names.asked.length, 1, 'it was requested once');
  t.equal(good.requests.length, 1);
  const refusal = { end: 'refused', finding: { reason: 'private_address', confidence: 'low' } };
  t.match(await go('rebinds.example.com'), refusal, 'the next time it means something else');
  t.match(await go('both.example.com'), refusal, 'one private IP address among others is enough');
  t.match(await go('inside.example.com'), refusal);
  t.match(await go('nowhere.example.com'), { end: 'unreachable' });
  t.match(await followRedirects(`http://${inside}:${good.port}/`, chain), refusal, 'an IP address needs no look-up');
  t.equal(secret.requests.length, 0, 'the forbidden server was not reached');
});

t.test('a host name is checked again at each hop', async (t) => {
  const web = await startWeb(t, (_, response) => response.writeHead(302, { Location: '/again' }).end(), {
    address: outside,
    port: await freePort(),
  });
  const secret = await startWeb(t, (_, response) => response.end(), { address: inside, port: web.port });
  const { chain } = await chainRules(t, (_, times) => [times < 3 ? outside : inside]);
  t.match(await followRedirects(`http://a.example.com:${web.port}/`, chain), {
    end: 'refused',
    finding: { reason: 'private_address' },
    hops: { length: 3 },
  });
  t.equal(secret.requests.length, 0);
});

t.test('redirects to a forbidden destination end the scan', async (t) => {
  let target = '';
  const web = await startWeb(t, (_, response) => response.writeHead(307, { Location: target }).end(), {
    address: outside,
  });
  const { chain } = await chainRules(t);
  const start = `http://a.example.com:${web.port}/`;
  const cases: [target: string, reason: string, confidence: 'high' | 'low'][] = [
    ['http://169.254.169.254/latest/meta-data/', 'private_address', 'low'],
    ['http://[::ffff:169.254.169.254]/', 'private_address', 'low'],
    ['http://2852039166/', 'private_address', 'low'],
    ['http://localhost:6379/', 'local_name', 'low'],
    ['http://metadata.google.internal/', 'local_name', 'low'],
    ['http://user@b.example.com/', 'userinfo', 'low'],
    ['https://go.example.com/abc', 'own_domain', 'low'],
    ['http://evil.example.org/kit', 'listed', 'high'],
    ['//www.evil.example.org/kit', 'listed', 'high'],
    ['https://www.xn--pypal-4ve.com/', 'look_alike', 'high'],
  ];
  for (const [to, reason, confidence] of cases) {
    target = to;
    t.match(await followRedirects(start, chain), { end: 'unsafe', hops: [start], finding: { reason, confidence } }, to);
  }
  for (const to of ['javascript:alert(1)', 'file:///etc/passwd', 'market://details?id=1', 'http://[']) {
    target = to;
    t.match(
      await followRedirects(start, chain),
      { end: 'answered', hops: [start], finding: undefined },
      `${to} has no redirect`,
    );
  }
  for (const port of [22, 25, 110]) {
    target = `http://b.example.com:${port}/`;
    t.match(
      await followRedirects(start, chain),
      { end: 'refused', finding: undefined },
      `port ${port} is no web server's`,
    );
  }
});

t.test('endless redirects end after five hops, and no hop gets cookies', async (t) => {
  const web = await startWeb(
    t,
    ({ url = '/' }, response) =>
      response.writeHead(302, { Location: `/${Number(url.slice(1)) + 1}`, 'Set-Cookie': 'a=b; Path=/' }).end(),
    { address: outside },
  );
  const { chain } = await chainRules(t);
  t.match(await followRedirects(`http://a.example.com:${web.port}/0`, chain), { end: 'too_many', hops: { length: 6 } });
  t.equal(web.requests.length, 6);
  t.ok(web.requests.every(({ headers }) => headers.cookie === undefined && headers.referer === undefined));
  t.ok(web.requests.every(({ headers }) => headers.host === `a.example.com:${web.port}`));
});

t.test("a page's refresh to another URL is followed like a redirect", async (t) => {
  const html: Record<string, string> = {
    '/plain': '<meta http-equiv="refresh" content="0; url=http://evil.example.org/">',
    '/odd': '<META content=\'3;URL="http://evil.example.org/?a=1&amp;b=2"\' HTTP-EQUIV=Refresh />',
    '/none': '<meta name="refresh" content="0;url=http://evil.example.org/"><p>http-equiv=refresh</p>',
    '/itself': '<meta http-equiv=refresh content=30>',
    '/blanks': `<meta http-equiv=refresh content=${' '.repeat(1_900)}>`.repeat(200),
    '/endless': `<meta ${'<meta http-equiv=refresh '.repeat(20_000)}`,
  };
  const web = await startWeb(
    t,
    ({ url = '/' }, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })
        .end(gzipSync(html[url] ?? '')),
    { address: outside },
  );
  const { chain } = await chainRules(t);
  const go = (path: string) => followRedirects(`http://a.example.com:${web.port}${path}`, chain);
  t.match(await go('/plain'), { end: 'unsafe', finding: { reason: 'listed' } });
  t.match(await go('/odd'), { end: 'unsafe', finding: { reason: 'listed', detail: /a=1&b=2/ } });
  t.match(await go('/none'), { end: 'answered', finding: undefined });
  t.match(await go('/itself'), { end: 'answered', finding: undefined });
  t.match(await go('/blanks'), { end: 'answered', finding: undefined });
  t.match(await go('/endless'), { end: 'answered', finding: undefined });
});

t.test('a body that is too large as sent or unpacked is not read to its end', async (t) => {
  const zeros = Buffer.alloc(16 * 2 ** 20);
  const bombs: Record<string, [encoding: string, body: Buffer]> = {
    '/gzip': ['gzip', gzipSync(zeros)],
    '/twice': ['gzip', gzipSync(gzipSync(zeros))],
    '/br': ['br', brotliCompressSync(zeros)],
    '/plain': ['identity', zeros],
    '/broken': ['gzip', Buffer.from('no gzip at all')],
  };
  let sent = 0;
  const web = await startWeb(
    t,
    ({ url = '/' }, response) => {
      const [encoding, body] = bombs[url] ?? ['identity', Buffer.of()];
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': encoding }).end(body);
      response.on('close', () => {
        sent = response.socket?.bytesWritten ?? 0;
      });
    },
    { address: outside },
  );
  const { chain } = await chainRules(t);
  const go = (path: string) => followRedirects(`http://a.example.com:${web.port}${path}`, chain);
  t.match(await go('/gzip'), { end: 'too_large', finding: undefined });
  t.match(await go('/br'), { end: 'too_large' });
  t.match(await go('/plain'), { end: 'too_large' });
  t.ok(sent < zeros.length, 'the connection was closed before the end');
  t.match(await go('/twice'), { end: 'answered' }, 'unpacked once, as a browser would');
  t.match(await go('/broken'), { end: 'interrupted' });
});

t.test('a scan gives up on slow servers at its time limit, in every phase', async (t) => {
  const drip = await startWeb(
    t,
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      const timer = setInterval(() => response.write('<p>'), 100);
      response.on('close', () => clearInterval(timer));
    },
    { address: outside },
  );
  const silent = await startWeb(t, () => {}, { address: outside });
  const slowHops = await startWeb(
    t,
    (_, response) => void setTimeout(() => response.writeHead(302, { Location: '/next' }).end(), 150),
    { address: outside },
  );
  const headers = createServer((socket) => {
    socket.on('error', () => {});
    const timer = setInterval(() => socket.write('X-Header: more\r\n'), 50);
    socket.write('HTTP/1.1 200 OK\r\n');
    socket.on('close', () => clearInterval(timer));
  });
  headers.listen(0, outside);
  await once(headers, 'listening');
  t.teardown(() => headers.close());
  const { port } = headers.address() as { port: number };
  const chain = { ...(await chainRules(t)).chain, limitMs: 400 };
  const never: ChainRules = { ...chain, resolve: () => new Promise(() => {}) };
  const ends = await Promise.all([
    ...[drip.port, silent.port, slowHops.port].map((one) => followRedirects(`http://a.example.com:${one}/`, chain)),
    followRedirects('http://a.example.com/', never),
  ]);
  // The time can also end while a hop connects.
  for (const [n, { end }] of ends.entries()) t.match(end, /^(timeout|unconnected)$/, `server ${n}`);
  t.match(
    await followRedirects(`http://a.example.com:${port}/`, chain),
    { end: /timeout|unreachable/ },
    'endless headers',
  );
});

t.test('a host name without a DNS answer is retried, unlike one that does not exist', async (t) => {
  const { chain } = await chainRules(t, (name) => {
    return name.startsWith('fails') ? 'failure' : undefined;
  });
  t.match(await followRedirects('http://fails.example.com/', chain), { end: 'timeout' });
  t.match(await followRedirects('http://nowhere.example.com/', chain), { end: 'unreachable' });
});

t.test('the machine’s own resolver is used if none is set', async (t) => {
  // Some machines return ::1 first.
  t.ok((await createLookUp([])('localhost')).includes('127.0.0.1'));
  await t.rejects(createLookUp([])('nowhere.invalid'), { code: 'ENOTFOUND' });
});
