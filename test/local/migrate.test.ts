/** `waypost migrate`, as built: one service or both, without Redis; a database of their own for the links. */

import { randomBytes } from 'node:crypto';
import { readConfig } from '../../shared/config/config.ts';
import { withDatabase } from '../../shared/db/db.ts';
import { migrateServices } from '../../shared/local/migrate-services.ts';
import { linkMigrations } from '../../shared/migrations/migrate.ts';
import { createdTable } from '../../shared/migrations/migration-set.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { service } from '../fixtures/processes.ts';
import { rowsOf, tablesOf } from '../fixtures/release.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const run = (script: string, env: Record<string, string>, ...args: string[]) =>
  commandLine(script, { LOCAL_DIR: '/nonexistent', ...env }).run(...args);
const migrateScript = 'shared/local/migrate.js';
const isLinks = (name: string) => !name.startsWith('wp_');

for (const [only, links, automations] of [
  ['links', true, false],
  ['automations', false, true],
] as const) {
  t.test(`--only ${only} touches nothing else, and Redis is not asked for`, async (t) => {
    const { mysqlUrl } = await createStores(t);
    const first = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(first.code, 0, first.err);
    t.match(first.out, /^applied /);
    const tables = await tablesOf(mysqlUrl);
    t.equal(tables.some(isLinks), links);
    t.equal(
      tables.some((name) => !isLinks(name)),
      automations,
    );
    const again = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(again.out, 'the database is up to date\n');
  });
}

t.test('both at once by two commands at once is each once', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const ended = await Promise.all([1, 2].map(() => run(migrateScript, { MYSQL_URL: mysqlUrl })));
  t.same(
    ended.map(({ code }) => code),
    [0, 0],
    JSON.stringify(ended),
  );
  const said = ended.flatMap(({ out }) => out.replace(/^applied |\n/g, '').split(', '));
  for (const name of ['0001_links.sql', 'host/0001_options.sql', 'automations/0001_automations.sql']) {
    t.equal(said.filter((one) => one === name).length, 1, name);
  }
});

t.test('--help and a wrong service are told', async (t) => {
  const help = await run(migrateScript, {}, '--help');
  t.equal(help.code, 0);
  t.match(help.out, /--only <service>.*"links",\s+"automations"/s);
  const wrong = await run(migrateScript, {}, '--only', 'mail');
  t.equal(wrong.code, 1);
  t.match(wrong.err, /Allowed choices are links, automations/);
});

for (const [what, table, only, said] of [
  [
    'a users table',
    'users',
    'links',
    /has a table users already, which is not Waypost's; nothing was changed: .*LINKS_DATABASE/,
  ],
  [
    'contacts of others',
    'wp_automations_contacts',
    'automations',
    /wp_automations_contacts already.*another TABLE_PREFIX/,
  ],
] as const) {
  t.test(`${what} in the way of the ${only} is one sentence, and nothing is made`, async (t) => {
    const { mysqlUrl } = await createStores(t);
    await rowsOf(mysqlUrl, `CREATE TABLE ${table} (theirs INT)`);
    const { code, err } = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(code, 1);
    t.match(err, said);
    t.equal(err.trim().split('\n').length, 1);
    // The host's own tables and those of the other plugin, which nothing is in the way of, are not meant.
    const made = (await tablesOf(mysqlUrl)).filter(
      (name) => !/waypost_(options|migrations|migrations_lock|admin\w*)$/.test(name),
    );
    t.same(made, [table]);
  });
}

/** A name for a database that the test removes. */
function ownDatabase(t: { teardown: (end: () => unknown) => void }, mysqlUrl: string): string {
  const name = `test_${randomBytes(6).toString('hex')}`;
  t.teardown(() => rowsOf(mysqlUrl, `DROP DATABASE IF EXISTS ${name}`));
  return name;
}

t.test('LINKS_DATABASE keeps every table of the links out of a database shared with WordPress', async (t) => {
  const { mysqlUrl, redisUrl, redisPrefix } = await createStores(t);
  await rowsOf(mysqlUrl, 'CREATE TABLE users (theirs INT)');
  const database = ownDatabase(t, mysqlUrl);
  const env = { MYSQL_URL: mysqlUrl, LINKS_DATABASE: database };
  const missing = await run(migrateScript, env);
  t.equal(missing.code, 1);
  t.match(missing.err, new RegExp(`Unknown database '${database}'; make the database .*LINKS_DATABASE`));

  await rowsOf(mysqlUrl, `CREATE DATABASE ${database}`);
  t.equal((await run(migrateScript, env)).code, 0);
  const linksUrl = withDatabase(mysqlUrl, database);
  t.same((await tablesOf(mysqlUrl)).filter(isLinks), ['users']);
  t.ok((await tablesOf(linksUrl)).includes('links'));
  t.same(
    (await tablesOf(linksUrl)).filter((name) => !isLinks(name)),
    [],
  );

  const stores = { ...env, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix };
  const made = await run('daemon/cli.js', stores, 'user', 'create', 'a@x.example', '--workspace', 'W', '--json');
  t.equal(made.code, 0, made.err);
  t.match(await rowsOf(linksUrl, 'SELECT email FROM users'), [{ email: 'a@x.example' }]);
  const daemon = await service(t, 'daemon/server.js', 'LINKS_PORT', { ...stores, LOCAL_DIR: t.testdir() }, '/readyz');
  await daemon.start();
  await daemon.end('SIGTERM');
  const automations = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', stores, '/readyz');
  await automations.start();
  await automations.end('SIGTERM');
});

t.test('the private MariaDB gets the database of LINKS_DATABASE made', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const database = ownDatabase(t, mysqlUrl);
  const { applied } = await migrateServices(readConfig({ LINKS_DATABASE: database }), mysqlUrl, ['links']);
  t.ok(applied.includes('0001_links.sql'));
  t.ok((await tablesOf(withDatabase(mysqlUrl, database))).includes('links'));
});

/** Takes back what the migrations of one sign-in and later ones made, so that the database is one from before them. */
async function withoutOneSignIn(mysqlUrl: string): Promise<void> {
  const later = linkMigrations().migrations.filter(({ name }) => name >= '0051');
  const made = later.flatMap(({ statements }) => statements.flatMap((statement) => createdTable(statement) ?? []));
  for (const statement of [
    'ALTER TABLE invites DROP COLUMN contacts_role',
    'ALTER TABLE link_search_blocks DROP COLUMN slices',
    'ALTER TABLE webhooks DROP KEY webhooks_creator, DROP COLUMN created_by',
    'ALTER TABLE imports DROP COLUMN file_bytes, DROP COLUMN kept_bytes',
    'ALTER TABLE workspaces DROP COLUMN locks',
    'ALTER TABLE users DROP COLUMN locks',
    `DROP TABLE ${made.join(', ')}`,
    "DELETE FROM waypost_migrations WHERE name >= '0051'",
    'ALTER TABLE wp_waypost_admins DROP KEY admins_links_user, DROP COLUMN links_user_id',
    'ALTER TABLE wp_waypost_admin_sessions DROP KEY admin_sessions_links_session, DROP COLUMN links_session_id',
    "DELETE FROM wp_waypost_migrations WHERE name = 'admin/0005_one-sign-in.sql'",
  ])
    await rowsOf(mysqlUrl, statement);
}

t.test('an upgrade tells beforehand which accounts become one, and changes nothing until then', async (t) => {
  const { mysqlUrl, redisUrl, redisPrefix } = await createStores(t);
  const env = { MYSQL_URL: mysqlUrl };
  const fresh = await run(migrateScript, env, '--dry-run');
  t.match(fresh.out, /^links: 0001_links\.sql, .*\nautomations: host\/0001_options\.sql, .*\n$/);
  t.same(await tablesOf(mysqlUrl), [], 'nothing is made');
  t.equal((await run(migrateScript, env)).code, 0);
  t.same((await run(migrateScript, env, '--dry-run')).out, 'the database is up to date\n');

  const stores = { ...env, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix, LOG_LEVEL: 'silent' };
  const cli = (script: string, ...args: string[]) => run(script, stores, ...args, '--json');
  const people = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
  for (const email of people.slice(0, 2)) {
    t.equal((await cli('automations-api/cli.js', 'admin', 'create', email, '--role', 'editor')).code, 0);
    t.match(await cli('daemon/cli.js', 'user', 'create', email), { code: 0 });
  }
  t.equal((await cli('automations-api/cli.js', 'admin', 'create', people[2] as string)).code, 0);
  await rowsOf(mysqlUrl, "UPDATE users SET email_verified_at = NULL WHERE email = 'bob@example.com'");
  await withoutOneSignIn(mysqlUrl);

  const before = await tablesOf(mysqlUrl);
  const told = await run(migrateScript, env, '--dry-run');
  t.equal(told.code, 0, told.err);
  const [ofLinks, ofAutomations, ...foretold] = told.out.trimEnd().split('\n');
  t.match(ofLinks, /^links: 0051_one-sign-in\.sql.* would be applied$/);
  t.match(ofAutomations, /^automations: admin\/0005_one-sign-in\.sql.* would be applied$/);
  t.match(foretold, [
    /^ada@example\.com, editor of contacts, becomes one with the account ada@example\.com of the link service/,
    /^bob@example\.com, editor of contacts, stays an account of its own: .*not verified/,
  ]);
  t.equal(foretold.length, 2);
  t.same(await tablesOf(mysqlUrl), before);
  t.match((await run(migrateScript, env, '--dry-run', '--only', 'links')).out, /^links: [^\n]*\n$/);

  const { code, out, err } = await run(migrateScript, env);
  t.equal(code, 0, err);
  t.match(
    out,
    /^applied .*\n1 account of contacts becomes one with that of the link service of the same address: `.*admin join --dry-run` lists them\n$/,
  );
  const joined = await cli('automations-api/cli.js', 'admin', 'join', '--dry-run');
  t.match(JSON.parse(joined.out), [{ outcome: 'would be joined' }, { outcome: /^stays/ }]);
  t.equal((await cli('automations-api/cli.js', 'admin', 'join')).code, 0);
  t.match(await rowsOf(mysqlUrl, 'SELECT email, links_user_id FROM wp_waypost_admins ORDER BY id'), [
    { email: 'ada@example.com', links_user_id: Number },
    { email: 'bob@example.com', links_user_id: null },
    { email: 'eve@example.com', links_user_id: null },
  ]);
  t.equal((await run(migrateScript, env)).out, 'the database is up to date\n');
});
