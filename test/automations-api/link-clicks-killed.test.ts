/**
 * Clicks become events exactly once although the processes of both services are killed. The services use two
 * databases. An operator's command connects the workspace.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { type Db, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { openDb, withDatabase } from '../../shared/db/db.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { request as call } from '../fixtures/automations.ts';
import { agents } from '../fixtures/clicks.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { service } from '../fixtures/processes.ts';
import { log, openTestDb, putLink } from '../fixtures/redirects.ts';
import { startSilentProxy } from '../fixtures/silent-proxy.ts';
import { startServers } from '../fixtures/stack.ts';
import { type Test, t } from '../runner/tap.ts';

async function startInstallation(t: Test) {
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-clicked-'));
  const { mysql, redis } = await startServers(t);
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const connection = await createConnection(mysql.url);
  await connection.query('CREATE DATABASE links CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci');
  await connection.end();
  const links = await openTestDb(t, { mysqlUrl: withDatabase(mysql.url, 'links') });
  const env = {
    MYSQL_URL: mysql.url,
    PEOPLE_DATABASE: 'links',
    REDIS_URL: redis.url,
    LOCAL_DIR: path.join(dir, 'local'),
    BASE_URL: 'http://go.test/api',
    DEFAULT_SHORT_DOMAIN: 'go.test',
    MIGRATE_ON_START: '1',
    ALLOW_PRIVATE_DESTINATIONS: '1',
    CONTACT_CLICKS_WAIT_SECONDS: '0',
    CONTACT_CLICKS_BURST_LINKS: '1000',
  };
  const { key } = await commandLine('daemon/cli.js', env).json('clicks', 'connect', 'ws_test');
  const input = `${key}\n`;
  const bound = await commandLine('automations-api/cli.js', env, { input }).json('clicks', 'connect');
  t.same(bound, { workspaceId: 'ws_test', connected: true });
  const apiKey = (await commandLine('automations-api/cli.js', env).json('key', 'create')).key as string;
  const opened = openDb<Tables>(mysql.url, { poolSize: 4 });
  t.teardown(() => opened.destroy());
  return { mysql, env, links, apiKey, db: withPrefix(opened as unknown as Db, 'wp_', tables) };
}

type Clicked = { location: string | undefined };

/** Resolves to undefined without an answer. */
const visit = (port: number, agent: Agent, url: URL): Promise<Clicked | undefined> =>
  new Promise((resolve) => {
    const headers = { Host: 'go.test', 'User-Agent': agents.firefox };
    const asked = request({ host: '127.0.0.1', port, path: url.pathname + url.search, headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ location: answer.headers.location }));
    });
    asked.on('error', () => resolve(undefined));
    asked.end();
  });

async function makeContacts(site: string, apiKey: string, count: number): Promise<number[]> {
  const contacts = Array.from({ length: count }, (_, n) => ({ email: `c${n}@x.example` }));
  const { body } = await call(`${site}/contacts/batch?api_key=${apiKey}`, 'POST', { contacts });
  return body.data.results.map(({ id }: { id: string }) => Number(id));
}

async function addressOf(site: string, apiKey: string, contactId: number, slug: string): Promise<URL> {
  const { body, text } = await call(
    `${site}/contact/${contactId}/link?url=http://go.test/${slug}&api_key=${apiKey}`,
    'GET',
  );
  if (!body?.data?.url) throw new Error(text);
  return new URL(body.data.url);
}

const countBy = (names: string[]) => {
  const counts: Record<string, number> = {};
  for (const name of names.sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

/** Returns every stored click and every reported click, as `contact link`. */
async function known(db: Db) {
  const rows = await db.selectFrom('automations_link_clicks').select(['contact_id', 'link_id']).execute();
  const received = await db.selectFrom('automations_webhook_deliveries').select('payload').execute();
  return {
    kept: countBy(rows.map(({ contact_id, link_id }) => `${contact_id} ${link_id}`)),
    received: countBy(
      received.map(({ payload }) => {
        const { contact_id, link } = JSON.parse(payload).data;
        return `${contact_id} ${link.id}`;
      }),
    ),
  };
}

/** Waits until this many clicks are stored, and then a moment longer, in case another one is stored by mistake. */
async function settle(db: Db, clicks: number): Promise<void> {
  const count = async () => (await db.selectFrom('automations_link_clicks').select('id').execute()).length;
  for (let left = 1_200; left > 0 && (await count()) < clicks; left--) await sleep(50);
  await sleep(1_500);
}

/** The site's statements from reading clicks to saving them, at which its process is killed. */
const steps: [what: string, statement: RegExp, verdict: 'silent-before' | 'silent-after'][] = [
  ['it has seen the pending clicks', /from `links`\.`contact_clicks` where .*for update/i, 'silent-before'],
  ['it has taken them out', /delete from `links`\.`contact_clicks`/i, 'silent-after'],
  ['it has stored them', /insert into `wp_automations_link_clicks`/i, 'silent-after'],
  ['it has reported them', /insert into `wp_automations_webhook_deliveries`/i, 'silent-after'],
  ['it asks to commit', /^.{5}COMMIT$/s, 'silent-before'],
  ['it has committed', /^.{5}COMMIT$/s, 'silent-after'],
];

t.test('each click becomes exactly one event, whichever process is killed on the way', async (t) => {
  const { mysql, env, links, apiKey, db } = await startInstallation(t);
  const proxy = await startSilentProxy(t, mysql.url);
  const daemon = await service(t, 'daemon/server.js', 'LINKS_PORT', env);
  const worker = await service(t, 'daemon/worker.js', 'LINKS_PORT', env);
  const api = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', { ...env, MYSQL_URL: proxy.url });
  const site = `http://127.0.0.1:${api.port}/wp-json/automations`;
  const slugs = ['one', 'two', 'three'];
  for (const slug of slugs) await putLink(links, { slug, public_id: slug });
  await Promise.all([daemon.start(), api.start()]);
  worker.launch();
  const webhook = { url: 'http://127.0.0.1:9/', events: ['link.clicked'] };
  t.equal((await call(`${site}/webhook/add?api_key=${apiKey}`, 'POST', webhook)).status, 200);
  await sleep(1_100);
  const contacts = await makeContacts(site, apiKey, 12);
  const addresses: { name: string; url: URL }[] = [];
  for (const id of contacts) {
    for (const slug of slugs) addresses.push({ name: `${id} ${slug}`, url: await addressOf(site, apiKey, id, slug) });
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  t.teardown(() => agent.destroy());
  const ledger: string[] = [];
  const clickSome = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const { name, url } = addresses[(ledger.length * 7) % addresses.length] as (typeof addresses)[number];
      const answer = await visit(daemon.port, agent, url);
      if (answer?.location !== 'https://example.com/') throw new Error(`${url} redirected to ${answer?.location}`);
      ledger.push(name);
    }
  };

  const redis = openRedis(env.REDIS_URL, 'queue', log);
  t.teardown(() => redis.disconnect());
  /** Deletes the job, which is created again from MySQL. Otherwise repeated kills would set it aside for a day. */
  const forgetEnds = async () => {
    const keys = await redis.keys('*automations-clicks:*');
    if (keys.length > 0) await redis.del(...keys);
  };

  for (const [what, statement, verdict] of steps) {
    await clickSome(20);
    let isTaking = false;
    let killed: Promise<void> | undefined;
    proxy.watch((packet) => {
      const said = packet.toString('latin1');
      // Other work also commits.
      isTaking ||= /insert into `wp_automations_link_clicks`/.test(said);
      if (killed || !statement.test(said) || (/COMMIT/.test(said) && !isTaking)) return 'pass';
      killed = api.end('SIGKILL');
      return verdict;
    });
    for (let waited = 0; killed === undefined && waited < 60_000; waited += 20) await sleep(20);
    t.ok(killed, what);
    await killed;
    proxy.watch(() => 'pass');
    proxy.endSilent();
    await forgetEnds();
    await api.start();
  }

  let isOver = false;
  const chaos = (async () => {
    while (!isOver) {
      await sleep(400 + Math.random() * 400);
      await Promise.all([worker.end('SIGKILL'), api.end('SIGKILL')]);
      await forgetEnds();
      worker.launch();
      await api.start();
    }
  })();
  for (let round = 0; round < 3; round++) {
    await clickSome(15);
    await sleep(200);
  }
  isOver = true;
  await chaos;
  await settle(db, ledger.length);
  const wanted = countBy([...ledger]);
  const { kept, received } = await known(db);
  t.same(kept, wanted, 'each click is kept once');
  t.same(received, wanted, 'and reported once');
  t.same(await links.selectFrom('contact_clicks').select('id').execute(), [], 'nothing is left between the services');
  const written = [daemon, worker, api].map((one) => one.output()).join('\n');
  t.notMatch(written, /_wpc=|wps_\d/, 'no token and no key is in a log');
});
