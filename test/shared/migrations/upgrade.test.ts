/** A database that release 0.1.0 made becomes today's: nothing is run again, links redirect, keys work, and contacts are there. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Tables } from '../../../daemon/core/tables.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { openDb } from '../../../shared/db/db.ts';
import { migrateServices } from '../../../shared/local/migrate-services.ts';
import { splitStatements } from '../../../shared/migrations/migration-set.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { request, startAutomations } from '../../fixtures/automations.ts';
import { caller, startDaemon } from '../../fixtures/daemon.ts';
import { load010, release010, rowsOf } from '../../fixtures/release.ts';
import { migrateLinks } from '../../fixtures/schema.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

t.test('both services go on with what 0.1.0 left them', async (t) => {
  const stores = await createStores(t);
  const { mysqlUrl } = stores;
  await load010(mysqlUrl);
  const config = readConfig({ MYSQL_URL: mysqlUrl });
  const { applied, failed } = await migrateServices(config, mysqlUrl);
  t.same(failed, []);
  t.notOk(
    applied.some((name) => /\/0001_automations|^000[1-8]_/.test(name)),
    'nothing of 0.1.0 is run again',
  );
  t.same((await migrateServices(config, mysqlUrl)).applied, []);
  const record = "SELECT checksum, done FROM wp_waypost_migrations WHERE name = 'automations/0001_automations.sql'";
  t.match(await rowsOf(mysqlUrl, record), [{ done: 11, checksum: /^3beb0fe2/ }]);

  await t.test('the link service answers from it', async (t) => {
    const daemon = await startDaemon(t, { stores });
    const call = caller(daemon, release010.linksKey);
    const { json } = await call('GET', '/links');
    t.match((await call('GET', '/workspace')).json, { name: 'Waypost', plan: 'scale', unlimited: true });
    t.match(json.links, [{ slug: 'hello', url: 'https://example.com/', title: 'Hello', tags: ['press'] }]);
    const visit = await fetch(`${daemon.origin}/hello`, { redirect: 'manual' });
    t.equal(visit.headers.get('location'), 'https://example.com/');
    t.equal((await call('POST', '/links', { url: 'https://example.com/new' })).status, 201);
    t.match((await call('GET', '/links?sort=clicks&limit=1')).json.links, json.links);
    t.same(await rowsOf(mysqlUrl, "SELECT clicks FROM links WHERE slug = 'hello'"), [{ clicks: 3 }]);
    for (const table of ['click_days', 'click_hours']) {
      const kept = await rowsOf(mysqlUrl, `SELECT clicks, LENGTH(breakdown) AS bytes FROM ${table}`);
      t.same(kept, Array(2).fill({ clicks: 3, bytes: 0 }), 'totals without their breakdown');
    }
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
    t.same(await rowsOf(mysqlUrl, 'SELECT secret FROM wp_automations_webhooks'), [{ secret: '' }]);
    t.match((await call('POST', '/webhook/rotate/1?')).body.data.webhooks, { secret: /^whsec_/ });
    t.equal((await call('POST', '/contact/add?', { email: 'new@example.com' })).status, 200);
    t.equal((await call('GET', '/contacts?')).body.data.contact.total, 3);
  });

  await t.test('another prefix adopts nothing of it', async (t) => {
    const other = await startAutomations(t, { TABLE_PREFIX: 'shop_' }, stores);
    t.equal((await other.get('/contacts')).body.data.contact.total, 0);
  });
});

t.test('no other workspace than that of the first start loses its limits', async (t) => {
  const { mysqlUrl } = await createStores(t);
  await migrateLinks(mysqlUrl);
  const db = openDb<Tables>(mysqlUrl, { poolSize: 1 });
  t.teardown(() => db.destroy());
  const lift = splitStatements(
    readFileSync(path.join(projectRoot, 'sql/0048_workspaces-without-limits.sql'), 'utf8'),
  ).at(-1);
  const cases: [name: string, change: string[], plan: string][] = [
    ['as the first start leaves it', [], 'unlimited'],
    ['with another plan by the operator', ["UPDATE workspaces SET plan = 'pro'"], 'unlimited'],
    [
      'a customer of a hosting installation, made by hand',
      ["DELETE FROM audit_entries WHERE action = 'key.create'"],
      'free',
    ],
    ['a key of that name made later', ["UPDATE audit_entries SET created_at = '2026-11-22' WHERE id = 2"], 'free'],
    ['a key with another name', [`UPDATE audit_entries SET details = '{"name":"deploy"}' WHERE id = 2`], 'free'],
    [
      'not the first there was',
      [
        'UPDATE audit_entries SET id = id + 2',
        "INSERT INTO audit_entries VALUES (1, 1, 'user.create', 'usr_0', 'operator', NULL, NULL, NULL, '2026-11-21')",
      ],
      'free',
    ],
    ['signed up for', ["UPDATE audit_entries SET actor = 'session'"], 'free'],
    ['handed over since', ['UPDATE members SET is_owner = 0'], 'free'],
    [
      'paid for',
      ["INSERT INTO billing_accounts (workspace_id, stripe_subscription_id, updated_at) VALUES (1, 'sub_1', NOW())"],
      'free',
    ],
  ];
  for (const [name, change, plan] of cases) {
    const rows = [
      ...['audit_entries', 'billing_accounts', 'members', 'workspaces', 'users'].map((table) => `DELETE FROM ${table}`),
      "INSERT INTO users (id, public_id, email, name, created_at, updated_at) VALUES (1, 'usr_1', 'a@example.com', 'A', NOW(), NOW())",
      "INSERT INTO workspaces (id, public_id, name, created_at, updated_at) VALUES (1, 'ws_1', 'W', NOW(), NOW())",
      "INSERT INTO members (public_id, workspace_id, user_id, role, is_owner, created_at) VALUES ('mem_1', 1, 1, 'admin', 1, NOW())",
      "INSERT INTO audit_entries VALUES (1, 1, 'user.create', 'usr_1', 'operator', NULL, NULL, NULL, '2026-11-21 20:52:04')",
      `INSERT INTO audit_entries VALUES (2, 1, 'key.create', 'key_1', 'operator', NULL, NULL, '{"name":"first","permission":"admin"}', '2026-11-21 20:52:07')`,
    ];
    for (const statement of [...rows, ...change, String(lift)]) await sql.raw(statement).execute(db);
    t.equal((await db.selectFrom('workspaces').select('plan').executeTakeFirstOrThrow()).plan, plan, name);
  }
});
