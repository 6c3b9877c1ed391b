/** Domains on the command line, and the request that Caddy sends before it issues a certificate. */
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { askPath, createAsk } from '../../../daemon/domains/certificate-ask.ts';
import { serveMetrics } from '../../../shared/process/metrics.ts';
import { commandLine } from '../../fixtures/command-line.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { startDns } from '../../fixtures/dns.ts';
import { freePort } from '../../fixtures/processes.ts';
import { sendRaw } from '../../fixtures/requests.ts';
import { envOf } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const dns = await startDns(t);
const env = {
  DEFAULT_SHORT_DOMAIN: 'go.waypost.test',
  BASE_URL: 'https://api.waypost.test/api',
  DNS_RESOLVERS: dns.address,
};
const daemon = await startDaemon(t, { env });
const { db, config, log } = daemon.context;
const workspace = await addWorkspace(db, 'pro');
const call = caller(daemon, workspace.key);
const { run } = commandLine('daemon/cli.js', { ...envOf(daemon.stores), ...env });

const dir = await mkdtemp(path.join(tmpdir(), 'waypost-ask-'));
t.teardown(() => rm(dir, { recursive: true, force: true }));
const port = await freePort();
const stop = await serveMetrics(dir, { host: '127.0.0.2', port, names: ['waypost.example.com'] }, log, {
  [askPath]: createAsk(config, db),
});
t.teardown(stop);
const ask = async (query: string, method = 'GET') =>
  (await fetch(`http://127.0.0.2:${port}${askPath}${query}`, { method })).status;

t.test('once the operator trusts a domain, a proxy is allowed to get a certificate for it', async (t) => {
  const { json: domain } = await call('POST', '/domains', { hostname: 'Links.Büro.test' });
  const hostname = domain.hostname;
  t.equal(await ask(`?domain=${hostname}`), 404, 'no certificate before it is verified');

  const checked = await run('domain', 'verify', hostname, '--json');
  t.match(JSON.parse(checked.out), { id: domain.id, status: 'pending', dns: { status: 'mismatch' } });
  const trusted = await run('domain', 'verify', 'links.büro.test', '--trust', '--json');
  t.match(trusted.out, /^[^\n]+\n$/, 'one line');
  t.match(JSON.parse(trusted.out), { id: domain.id, hostname, status: 'verified' });
  t.match((await call('GET', '/domains')).json.domains, [{ id: domain.id, status: 'verified' }]);
  t.match((await call('GET', '/audit')).json.entries[0], {
    action: 'domain.trust',
    objectId: domain.id,
    actor: { type: 'operator' },
  });
  t.equal((await call('POST', '/links', { url: 'https://example.com/', domain: hostname })).status, 201);
  t.equal(await ask(`?domain=${hostname}`), 200);
  t.equal(await ask(`?domain=${hostname.toUpperCase()}.`), 200);

  t.match(JSON.parse((await run('domain', 'list', '--json')).out), { domains: [{ id: domain.id }] });
  const removed = await run('domain', 'remove', hostname, '--json');
  t.same(JSON.parse(removed.out), { id: domain.id, removed: true });
  t.same((await call('GET', '/domains')).json, { domains: [] });
  t.equal(await ask(`?domain=${hostname}`), 404);
});

t.test("a proxy is allowed to get certificates for Waypost's own names, and for no unknown name", async (t) => {
  for (const name of ['go.waypost.test', 'api.waypost.test']) t.equal(await ask(`?domain=${name}`), 200, name);
  for (const query of ['?domain=stranger.test', '?domain=', '', '?domain=%00', `?domain=${'x'.repeat(5_000)}`]) {
    t.equal(await ask(query), 404, query.slice(0, 20));
  }
  t.equal(await ask('?domain=go.waypost.test', 'POST'), 404);
  t.equal((await fetch(`http://127.0.0.2:${port}/domains/other`)).status, 404);
  t.equal((await fetch(`http://127.0.0.2:${port}/metrics`)).status, 200);
});

t.test(
  "the metrics port answers only requests for its own names, not for a stranger's name that points to it",
  async (t) => {
    for (const [host, status] of [
      [`127.0.0.2:${port}`, 200],
      ['127.0.0.2', 200],
      ['[::1]:9464', 200],
      ['localhost:9464', 200],
      ['waypost:9464', 200],
      [hostname(), 200],
      ['Waypost.example.com:9464', 200],
      ['stranger.example', 421],
      [`stranger.example:${port}`, 421],
      ['waypost.example.com.stranger.example', 421],
      ['127.0.0.2.stranger.example', 421],
      ['stranger.example.', 421],
    ] as const) {
      for (const path of ['/metrics', `${askPath}?domain=go.waypost.test`]) {
        const text = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, {
          quietMs: 5_000,
          host: '127.0.0.2',
        });
        t.equal(Number(text.split(' ')[1]), status, `${host} ${path}`);
      }
    }
  },
);

t.test('errors on the command line are sentences', async (t) => {
  t.match(await run('domain', 'verify', 'unknown.test', '--trust'), {
    code: 1,
    err: /no workspace has connected unknown\.test/,
  });
  t.match(await run('domain', 'remove', 'unknown.test'), { code: 1, err: /no workspace has connected/ });
});
