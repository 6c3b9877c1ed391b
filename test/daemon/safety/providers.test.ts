/** Providers with servers that speak their protocols: their threats refuse or ban links, and their silence blocks nobody. */
import type { RequestListener } from 'node:http';
import { createProviders } from '../../../daemon/safety/providers/ask-providers.ts';
import { createResolver } from '../../../daemon/safety/providers/configured.ts';
import { createSpamhaus } from '../../../daemon/safety/providers/spamhaus.ts';
import { createWebRisk } from '../../../daemon/safety/providers/web-risk.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startDns, startScanning, startWeb } from '../../fixtures/safety.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const far = () => new Date(Date.now() + 300_000).toISOString();

/** Web Risk's Lookup API, according to its reference. */
async function startWebRisk(t: Test, threats: Record<string, string>) {
  const state = { broken: undefined as RequestListener | undefined };
  const web = await startWeb(t, (request, response) => {
    if (state.broken) return state.broken(request, response);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const types = searchParams.getAll('threatTypes');
    if (pathname !== '/v1/uris:search' || searchParams.get('key') !== 'secret' || types.length === 0) {
      return response.writeHead(400).end('{"error":{"code":400}}');
    }
    const threat = threats[searchParams.get('uri') ?? ''];
    const found = threat !== undefined && types.includes(threat);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(found ? { threat: { threatTypes: [threat], expireTime: far() } } : {}));
  });
  return { ...web, state, base: `http://127.0.0.1:${web.port}` };
}

t.test('Web Risk: threats are mapped by kind, answers cached, and errors distinguished from answers', async (t) => {
  const { base, requests, state } = await startWebRisk(t, {
    'http://bad.example/': 'SOCIAL_ENGINEERING',
    'http://mal.example/x': 'MALWARE',
    'http://uws.example/': 'UNWANTED_SOFTWARE',
  });
  const providers = createProviders([createWebRisk('secret', base)]);
  const ask = (url: string, ms = 60_000) => providers.ask(new URL(url), Date.now() + ms);
  t.match(await ask('http://bad.example'), { finding: { reason: 'phishing', confidence: 'high' }, unknown: false });
  t.match(await ask('http://mal.example/x'), { finding: { reason: 'malware' } });
  t.match(await ask('http://uws.example/'), { finding: { reason: 'unwanted_software' } });
  t.same(await ask('http://fine.example/'), { finding: undefined, unknown: false });
  const asked = requests.length;
  await ask('http://fine.example/');
  t.match(await ask('http://bad.example/'), { finding: { reason: 'phishing' } });
  t.equal(requests.length, asked, 'neither was asked again');
  await Promise.all([ask('http://twice.example/'), ask('http://twice.example/')]);
  t.equal(requests.length, asked + 1, 'one request for two concurrent callers');

  const broken: Record<string, RequestListener> = {
    'a fault': (_, response) => response.writeHead(500).end('oops'),
    'too many requests': (_, response) => response.writeHead(429).end('{}'),
    'no JSON': (_, response) => response.end('<html>'),
    'a redirect': (_, response) => response.writeHead(302, { Location: 'http://elsewhere.example/' }).end(),
    'a cut connection': (request) => request.socket.destroy(),
  };
  for (const [name, listener] of Object.entries(broken)) {
    const fresh = createProviders([createWebRisk('secret', base)]);
    state.broken = listener;
    t.same(
      await fresh.ask(new URL('http://x.example/'), Date.now() + 60_000),
      { finding: undefined, unknown: true },
      name,
    );
    state.broken = undefined;
    t.match(await fresh.ask(new URL('http://bad.example/'), Date.now() + 60_000), { finding: { reason: 'phishing' } });
  }
  state.broken = () => {};
  t.same(
    await ask('http://silent.example/', 20),
    { finding: undefined, unknown: true },
    'silence ends with the deadline',
  );
});

t.test('a provider that keeps failing is paused for a while', async (t) => {
  let asked = 0;
  const providers = createProviders([
    {
      name: 'down',
      async ask() {
        asked++;
        throw new Error('down');
      },
    },
  ]);
  for (let n = 0; n < 20; n++) await providers.ask(new URL(`http://x${n}.example/`), Date.now() + 60_000);
  t.equal(asked, 5);
});

t.test('Spamhaus: codes and errors are understood, and IP addresses are never looked up', async (t) => {
  const answers: Record<string, string[]> = {
    'spam.example': ['127.0.1.2'],
    'phish.example': ['127.0.1.4'],
    'malware.example': ['127.0.1.5'],
    'botnet.example': ['127.0.1.6'],
    'abused.example': ['127.0.1.104'],
    'both.example': ['127.0.1.2', '127.0.1.5'],
    'blocked.example': ['127.255.255.254'],
    'odd.example': ['127.0.1.255'],
  };
  const names = await startDns(t, (name) => answers[name.replace(/\.dbl\.test$/, '')]);
  const provider = createSpamhaus('dbl.test', createResolver([names.server]));
  const ask = async (url: string) =>
    (await createProviders([provider]).ask(new URL(url), Date.now() + 60_000)) as {
      finding?: object;
      unknown: boolean;
    };
  t.match(await ask('http://spam.example/'), { finding: { reason: 'spam', confidence: 'low' }, unknown: false });
  t.match(await ask('http://phish.example/x?y'), { finding: { reason: 'phishing', confidence: 'high' } });
  t.match(await ask('http://PHISH.example./'), { finding: { reason: 'phishing', confidence: 'high' } });
  t.match(await ask('http://malware.example/'), { finding: { reason: 'malware', confidence: 'high' } });
  t.match(await ask('http://botnet.example/'), { finding: { reason: 'malware', confidence: 'high' } });
  t.match(await ask('http://abused.example/'), { finding: { reason: 'phishing', confidence: 'low' } });
  t.match(await ask('http://both.example/'), { finding: { reason: 'malware', confidence: 'high' } });
  t.same(await ask('http://clean.example/'), { finding: undefined, unknown: false });
  for (const name of ['blocked', 'odd']) {
    t.same(
      await ask(`http://${name}.example/`),
      { finding: undefined, unknown: true },
      `${name}: an error is no listing`,
    );
  }
  names.asked.length = 0;
  t.same(await ask('http://8.8.8.8/'), { finding: undefined, unknown: false });
  t.same(await ask('http://[2606:4700:4700::1111]/'), { finding: undefined, unknown: false });
  t.same(names.asked, []);
});

t.test(
  'a threat in any field is refused, and if the provider does not answer, the link is created and scanned later',
  async (t) => {
    const bad = 'http://bad.example.org/login';
    const threats: Record<string, string> = { [bad]: 'SOCIAL_ENGINEERING' };
    const risk = await startWebRisk(t, threats);
    const names = await startDns(t, () => undefined);
    const env = { WEB_RISK_API_KEY: 'secret', WEB_RISK_API_BASE: risk.base, SAFETY_RESOLVERS: names.server };
    const daemon = await startDaemon(t, { env });
    const { db } = daemon.context;
    const call = caller(daemon, (await addWorkspace(db, 'scale')).key);
    const details = { error: { code: 'unsafe_url', details: { reason: 'phishing' } } };
    t.match(await call('POST', '/links', { url: bad }), { status: 422, json: details });
    const fine = 'http://fine.example.org/';
    t.match(await call('POST', '/links', { url: fine, geo: { DE: bad } }), {
      status: 422,
      json: { error: { details: { field: 'geo.DE', reason: 'phishing' } } },
    });
    const { json: link } = await call('POST', '/links', { url: fine });
    t.match(await call('PATCH', `/links/${link.id}`, { expiredUrl: bad }), {
      status: 422,
      json: { error: { details: { field: 'expiredUrl' } } },
    });
    const bulk = await call('POST', '/links/bulk', {
      links: [{ url: bad }, { url: 'http://other.example.org/' }, { url: fine, iosUrl: bad }],
    });
    t.match(bulk.json, { created: 1, failed: 2, results: [{ status: 422 }, { status: 201 }, { status: 422 }] });

    risk.state.broken = () => {};
    threats['http://late.example.org/'] = 'MALWARE';
    const { status, json: late } = await call('POST', '/links', { url: 'http://late.example.org/' });
    t.equal(status, 201, 'nobody waits for a silent provider for long');
    risk.state.broken = (_, response) => response.writeHead(503).end();
    await startScanning(t, daemon);
    const scan = () =>
      db
        .selectFrom('link_scans')
        .innerJoin('links', 'links.id', 'link_scans.link_id')
        .where('public_id', '=', late.id)
        .select(['failures', 'stage', 'due_at', 'scanned_at'])
        .executeTakeFirst();
    const failed = await until(scan, (row) => (row?.failures ?? 0) > 0);
    t.equal(failed?.stage, 0, 'a scan without an answer does not count');
    risk.state.broken = undefined;
    const again = async () => {
      await db
        .updateTable('link_scans')
        .set({ due_at: new Date(0) })
        .execute();
      return (await call('GET', `/links/${late.id}`)).json.banned as boolean;
    };
    await until(again, Boolean);
  },
);
