/** The manual's proxy configurations, each in a real proxy in front of real processes: the HTTPS page's claims are true. */

import { symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tables } from '../../daemon/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { addWorkspace } from '../fixtures/daemon.ts';
import { freePort, type Service, service } from '../fixtures/processes.ts';
import {
  type Ask,
  asker,
  makeCertificate,
  placeConfig,
  proxyMissing,
  startProxy,
  temporaryDirectory,
  throughSockets,
} from '../fixtures/proxies.ts';
import { putLink } from '../fixtures/redirects.ts';
import { migrateLinks } from '../fixtures/schema.ts';
import { createStores, envOf } from '../fixtures/stack.ts';
import { until } from '../fixtures/until.ts';
import { type Test, t } from '../runner/tap.ts';

async function startAll(t: Test) {
  const stores = await createStores(t);
  await migrateLinks(stores.mysqlUrl);
  const sockets = await temporaryDirectory(t);
  // One process answers for two.
  await symlink('links-0.sock', path.join(sockets, 'links-1.sock'));
  const env = {
    ...envOf(stores),
    LINKS_SOCKET: sockets,
    LOCAL_DIR: await temporaryDirectory(t),
    DEFAULT_SHORT_DOMAIN: 'go.example.com',
    BASE_URL: 'https://go.example.com/api',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
    LOGIN_TRIES_PER_MINUTE: '2',
    MIGRATE_ON_START: '1',
  };
  const links = await service(t, 'daemon/server.js', 'LINKS_PORT', env);
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/metrics');
  const automations = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', env);
  await Promise.all([links, worker, automations].map((one) => one.start()));
  const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  const workspace = await addWorkspace(db, 'scale');
  await putLink(db, { slug: 'hello', workspace_id: workspace.id, url: 'https://example.com/hello' });
  return { links, worker, automations, sockets, key: workspace.key };
}

/** Repeats even if connections are refused for now. */
const untilIsSo = (what: () => Promise<boolean>) => until(() => what().catch(() => false));

async function checkAnswers(t: Test, ask: Ask, key: string): Promise<void> {
  const auth = { Authorization: `Bearer ${key}` };
  const visit = await ask({ path: '/hello?a=1' });
  t.match([visit.status, visit.headers.location], [302, 'https://example.com/hello?a=1'], 'a redirect over TLS');
  t.equal((await ask({ host: 'crm.example.com', path: '/wp-json/' })).status, 200, 'contact automation');
  const odd = await ask({ path: '/hello', headers: { X_A: '1', 'X.A': '1' } });
  t.equal(odd.status, 302, 'header names that Waypost would leave unanswered');
  const long = 'x'.repeat(5_000);
  t.equal((await ask({ path: '/hello', headers: { 'X-Long': long } })).status, 302, '5 KB of headers');
  const live = await ask({ path: '/api/stats/live', headers: auth, first: true });
  t.equal(live.body, 'retry: 2000\n\n', 'the first event comes while the stream is open');
  const json = { ...auth, 'Content-Type': 'application/json' };
  const link = JSON.stringify({ url: 'https://example.com/uploaded' });
  const upload = (bytes: number) =>
    ask({ method: 'POST', path: '/api/links', headers: json, body: link.padEnd(bytes) });
  t.equal((await upload(1 << 20)).status, 201, 'a body of 1 MiB');
  const refused: unknown[] = [];
  const uploads = Array.from({ length: 4 }, async () => {
    for (let turn = 0; turn < 15; turn++)
      refused.push(await upload((1 << 20) + 1).then(({ status }) => status, String));
  });
  await Promise.all(uploads);
  t.same([...new Set(refused)], [413], 'and not one more byte, which every client learns');
  const chunked = await ask({
    method: 'POST',
    path: '/api/links',
    headers: { ...json, 'Transfer-Encoding': 'chunked' },
    body: link,
  });
  t.equal(chunked.status, 201, 'a body in chunks');
}

const manyHeaders = async (ask: Ask) => {
  const headers = Object.fromEntries(Array.from({ length: 110 }, (_, index) => [`X-${index}`, '1']));
  // HAProxy can close before its 400 is read.
  return ask({ path: '/hello', headers }).then(
    ({ status }) => status,
    () => 400,
  );
};

async function checkAddresses(t: Test, ask: Ask, name: string, [first, second]: [string, string]): Promise<void> {
  const login = async (from: string, claimed: string) =>
    (
      await ask({
        method: 'POST',
        path: '/api/auth/login',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': claimed },
        body: JSON.stringify({ email: `${name}${first}@example.com`, password: 'not the password' }),
        from,
      })
    ).status;
  const tries: number[] = [];
  for (let turn = 1; turn <= 3; turn++) tries.push(await login(first, `192.0.2.${turn}`));
  t.same(tries, [401, 401, 429], 'a client that sends other IP addresses is counted as one');
  t.equal(await login(second, '192.0.2.9'), 401, 'another client is another');
}

async function checkHealth(t: Test, ask: Ask, links: Service): Promise<void> {
  const status = async () => (await ask({ path: '/hello' })).status;
  await links.end('SIGKILL');
  await untilIsSo(async () => (await status()) >= 502);
  await links.start();
  await untilIsSo(async () => (await status()) === 302);
  t.pass('it is removed when it is down, and added again');
}

/** Sends a request like a proxy with a small buffer: the second segment after the first was read. */
async function statusOfTwoSegments(port: number): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const answer = text(socket);
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Long: ${'x'.repeat(5_000)}`);
  await sleep(100);
  socket.write('\r\n\r\n');
  return (await answer).split(' ')[1];
}

t.test('each proxy configuration works', async (t) => {
  const { links, worker, automations, sockets, key } = await startAll(t);
  for (const { port } of [links, automations])
    t.not(await statusOfTwoSegments(port), '431', 'headers in two segments, as from a proxy');
  const dir = await temporaryDirectory(t);
  await makeCertificate(dir, 'go.example.com');
  await makeCertificate(dir, 'crm.example.com');
  for (const name of ['nginx', 'haproxy', 'caddy'] as const) {
    await t.test(name, { skip: await proxyMissing(name) }, async (t) => {
      const front = await freePort();
      const ports = { front, links: links.port, automations: automations.port, metrics: worker.port };
      const places = { ...ports, dir, free: await freePort() };
      const config = await placeConfig(name, 'two-hosts', places);
      const proxy = await startProxy(t, name, config, front);
      const ask = asker(front);
      await untilIsSo(async () => (await ask({ path: '/hello' })).status === 302);
      await checkAnswers(t, ask, key);
      await checkAddresses(t, ask, name, ['127.0.0.2', '127.0.0.3']);
      if (name === 'haproxy') t.equal(await manyHeaders(ask), 400, 'more headers than Waypost takes end at once');
      await checkReload(t, ask, () => proxy.reload(config));
      await checkHealth(t, ask, links);
      const local = await placeConfig(name, 'two-hosts', places, (shipped) => throughSockets(shipped, sockets));
      t.not(local.includes(`:${links.port}`), 'no address of the service is left');
      await checkReload(t, ask, () => proxy.reload(local));
      await checkAddresses(t, ask, name, ['127.0.0.4', '127.0.0.5']);
      await checkHealth(t, ask, links);
    });
  }
});

/** Sends requests without pause, each on a new connection, while the proxy reloads its configuration. */
async function checkReload(t: Test, ask: Ask, reload: () => Promise<void>): Promise<void> {
  let reloaded = 0;
  const statuses = new Set<unknown>();
  const asking = Array.from({ length: 2 }, async () => {
    for (let after = 0; after < 20; after += reloaded) {
      statuses.add(await ask({ path: '/hello' }).then(({ status }) => status, String));
    }
  });
  await reload();
  reloaded = 1;
  await Promise.all(asking);
  t.same([...statuses], [302], 'a reload fails no request');
}
