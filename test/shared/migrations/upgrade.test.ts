/** A database that release 0.1.0 made, with data in it, becomes today's: nothing is run again, and nothing is lost. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { tables as pluginTables } from '../../../automations-api/plugins/automations/core/tables.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { projectRoot } from '../../../shared/config/paths.ts';
import { migrateServices } from '../../../shared/local/migrate-services.ts';
import { checksumOf, splitStatements } from '../../../shared/migrations/migration-set.ts';
import { migrateAutomations, request, startAutomations } from '../../fixtures/automations.ts';
import { caller, startDaemon } from '../../fixtures/daemon.ts';
import { contentsOf, countsOf, load010, release010, rowsOf, tablesOf } from '../../fixtures/release.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const automations = (tables: string[]) => tables.filter((name) => name.startsWith('wp_automations_'));

t.test('both services go on with what 0.1.0 left them', async (t) => {
  const stores = await createStores(t);
  const { mysqlUrl } = stores;
  await load010(mysqlUrl);
  const tables = (await tablesOf(mysqlUrl)).filter((name) => name !== 'waypost_migrations');
  const before = await countsOf(mysqlUrl, tables);
  const contents = await contentsOf(mysqlUrl, automations(tables));
  const config = readConfig({ MYSQL_URL: mysqlUrl });
  const { applied, failed } = await migrateServices(config, mysqlUrl);
  t.same(failed, []);
  t.notOk(
    applied.some((name) => /\/0001_automations|^000[1-8]_/.test(name)),
    'nothing of 0.1.0 is run again',
  );
  const again = await migrateServices(config, mysqlUrl);
  t.same(again.applied, []);

  const { click_visitors: visitors, ...others } = before;
  t.same(
    await countsOf(mysqlUrl, [...Object.keys(others), 'click_visitor_rows']),
    { ...others, click_visitor_rows: visitors },
    'every row is there',
  );
  // Later migrations may change the tables; the adopted one does not.
  if (!applied.some((name) => name.startsWith('automations/'))) {
    t.same(await contentsOf(mysqlUrl, automations(tables)), contents, "the plugin's tables are not touched");
  }
  const [adopted] = await rowsOf(
    mysqlUrl,
    "SELECT checksum, done FROM wp_waypost_migrations WHERE name = 'automations/0001_automations.sql'",
  );
  t.match(adopted, { done: 11, checksum: /^3beb0fe2/ });

  await t.test('the link service answers from it', async (t) => {
    const daemon = await startDaemon(t, { stores });
    const call = caller(daemon, release010.linksKey);
    const { json } = await call('GET', '/links');
    t.match(json.links, [{ slug: 'hello', url: 'https://example.com/', title: 'Hello', tags: ['press'] }]);
    const visit = await fetch(`${daemon.origin}/hello`, { redirect: 'manual' });
    t.equal(visit.headers.get('location'), 'https://example.com/');
    t.equal((await call('POST', '/links', { url: 'https://example.com/new' })).status, 201);
    t.same(await rowsOf(mysqlUrl, 'SELECT COUNT(*) AS n FROM clicks'), [{ n: 3 }]);
    const counted = 'SELECT SUM(clicks) AS n, MAX(day * 86400000 + last_ms) AS last FROM click_days WHERE link_id > 0';
    const kept =
      "SELECT SUM(clicks) AS n, MAX(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', last_click_at) DIV 1000) AS last FROM links";
    t.same(await rowsOf(mysqlUrl, kept), await rowsOf(mysqlUrl, counted), 'with the clicks that each link has');
    t.match((await call('GET', '/links?sort=clicks&limit=1')).json.links, json.links);
  });

  await t.test('contact automation answers from it', async (t) => {
    const { site, app } = await startAutomations(t, { MIGRATE_ON_START: 'no' }, stores);
    t.same(app.host.running(), ['automations', 'admin']);
    const call = (method: string, at: string, body?: unknown) =>
      request(`${site}/wp-json/automations${at}api_key=${release010.automationsKey}`, method, body);
    const { body } = await call('GET', '/contacts?tag=2&');
    t.match(body.data.contact, { total: 1, contacts: [{ email: 'Ada@example.com', tags: '[1,2]', lists: '[3]' }] });
    t.match((await call('GET', '/contact?id=1&')).body.data.contact.fields, { 1: '42.5' });
    t.equal((await call('GET', '/webhook/1/deliveries?')).body.data.deliveries.length > 0, true);
    t.equal((await call('POST', '/contact/add?', { email: 'new@example.com' })).status, 200);
    t.equal((await call('GET', '/contacts?')).body.data.contact.total, 3);
  });
});

t.test('another prefix on that database gets tables of its own, and adopts nothing', async (t) => {
  const stores = await createStores(t);
  await load010(stores.mysqlUrl);
  const before = await contentsOf(stores.mysqlUrl, automations(await tablesOf(stores.mysqlUrl)));
  const other = await startAutomations(t, { TABLE_PREFIX: 'shop_' }, stores);
  t.equal((await other.get('/contacts')).body.data.contact.total, 0);
  await other.post('/contact/add', { email: 'ada@example.com' });
  t.same(await contentsOf(stores.mysqlUrl, Object.keys(before)), before);
});

t.test('a first migration that 0.1.0 was interrupted in goes on where it stopped', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const file = path.join(projectRoot, 'automations-api/plugins/automations/migrations/0001_automations.sql');
  const text = readFileSync(file, 'utf8');
  const done = 5;
  const connection = await createConnection(mysqlUrl);
  const statements = splitStatements(text.replaceAll('{prefix}', 'wp_'));
  for (const statement of statements.slice(0, done)) await connection.query(statement);
  await connection.query(
    `CREATE TABLE waypost_migrations (name VARCHAR(100) PRIMARY KEY, checksum CHAR(64) NOT NULL, done INT NOT NULL,
       started_at DATETIME NOT NULL, finished_at DATETIME NULL)`,
  );
  await connection.query("INSERT INTO waypost_migrations VALUES ('0002_automations.sql', ?, ?, NOW(), NULL)", [
    checksumOf(text),
    done,
  ]);
  await connection.query("INSERT INTO wp_automations_terms VALUES (1, 1, 'kept', 'kept', NOW(), NULL)");
  await connection.end();
  await migrateAutomations(mysqlUrl);
  t.equal(automations(await tablesOf(mysqlUrl)).length, pluginTables.length);
  t.match(await rowsOf(mysqlUrl, 'SELECT name FROM wp_automations_terms'), [{ name: 'kept' }]);
});
