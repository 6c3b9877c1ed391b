/** Two sites in one database and one Redis: each has its own tables, keys, plugins and webhooks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdministerPlugins } from '../../automations-api/host/administer-plugins.ts';
import type { HostTables } from '../../automations-api/host/tables.ts';
import { tables as adminTables } from '../../automations-api/plugins/admin/core/tables.ts';
import { tables as automationsTables } from '../../automations-api/plugins/automations/core/tables.ts';
import { initiallyActive, installedPlugins } from '../../automations-api/site-plugins.ts';
import { openDb } from '../../shared/db/db.ts';
import { createLog } from '../../shared/log/log.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { addContact, startAutomations } from '../fixtures/automations.ts';
import { isOfPeople } from '../fixtures/schema.ts';
import { createStores } from '../fixtures/stack.ts';
import { rowsOf, tablesOf } from '../fixtures/tables.ts';
import { t } from '../runner/tap.ts';

const prefixes = ['wp_', 'shop_', 'wp_2_'];
const stores = await createStores(t);
const received: string[] = [];
const receiver = createServer((request, response) => {
  request.resume();
  received.push(String(request.url));
  response.end();
}).listen(0, '127.0.0.1');
t.teardown(() => receiver.close());
const sites = await Promise.all(
  prefixes.map((prefix) => startAutomations(t, { TABLE_PREFIX: prefix, ALLOW_PRIVATE_DESTINATIONS: '1' }, stores)),
);

t.test('every table of the service has the prefix, including its migration record', async (t) => {
  const tables = (await tablesOf(stores.mysqlUrl)).filter((table) => !isOfPeople(table));
  t.same(
    tables.filter((table) => !prefixes.some((prefix) => table.startsWith(prefix))),
    [],
  );
  const ofHost = ['waypost_migrations', 'waypost_migrations_lock', 'waypost_options'];
  for (const prefix of prefixes) {
    for (const name of [...ofHost, ...automationsTables, ...adminTables]) {
      t.ok(tables.includes(prefix + name), prefix + name);
    }
  }
});

t.test('the link service works in the same database', async (t) => {
  t.match(await migrate(stores.mysqlUrl), ['0001_baseline.sql']);
  t.match(await migrate(stores.mysqlUrl), []);
  const names = (await rowsOf(stores.mysqlUrl, 'SELECT name FROM waypost_migrations')).map(({ name }) => name);
  t.same(
    names.filter((name) => String(name).includes('/')),
    [],
    'its record holds its own alone',
  );
  const again = await startAutomations(t, { TABLE_PREFIX: 'wp_2_', MIGRATE_ON_START: 'no' }, stores);
  t.same(again.app.host.running(), initiallyActive);
});

t.test("a site's contacts and keys are unknown at other sites", async (t) => {
  for (const [index, site] of sites.entries()) {
    await addContact(site, { email: `only-${index}@x.example` });
    const others = sites.filter((other) => other !== site);
    for (const other of others) {
      const answer = await fetch(`${other.site}/wp-json/automations/tags?api_key=${site.key}`);
      t.equal(answer.status, 401);
    }
  }
  for (const [index, site] of sites.entries()) {
    const { contacts, total } = (await site.get('/contacts')).body.data.contact;
    t.equal(total, 1);
    t.equal(contacts[0].email, `only-${index}@x.example`);
  }
});

t.test('if sites share a Redis, each webhook delivery reaches its own receiver once', async (t) => {
  const { port } = receiver.address() as AddressInfo;
  for (const [index, site] of sites.entries()) {
    await site.post('/webhook/add', { url: `http://127.0.0.1:${port}/site-${index}`, events: ['contact.created'] });
  }
  await sleep(1_100);
  await Promise.all(sites.map((site) => addContact(site, { email: 'reported@x.example' })));
  for (let tries = 0; tries < 300 && received.length < sites.length; tries++) await sleep(50);
  await sleep(500);
  t.same([...received].sort(), ['/site-0', '/site-1', '/site-2']);
});

t.test('turning off a plugin at one site does not affect other sites', async (t) => {
  const [first, second] = sites as [(typeof sites)[number], (typeof sites)[number]];
  const db = openDb<HostTables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  const log = createLog('test', 'silent');
  const { config } = first;
  const administer = new AdministerPlugins(installedPlugins(config), initiallyActive, {
    config,
    db,
    log,
    mysqlUrl: stores.mysqlUrl,
  });
  await administer.deactivate('automations');
  for (let tries = 0; tries < 300 && (await first.get('/tags')).status !== 404; tries++) await sleep(50);
  t.equal((await first.get('/tags')).status, 404);
  await sleep(2_500);
  t.equal((await second.get('/tags')).status, 200);
});
