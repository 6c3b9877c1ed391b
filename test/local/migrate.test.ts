/** `waypost migrate`, as built: one service or both, without Redis, and with a separate database for links. */

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../shared/config/config.ts';
import { withDatabase } from '../../shared/db/db.ts';
import { migrateServices } from '../../shared/local/migrate-services.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { service } from '../fixtures/processes.ts';
import { preparePlace } from '../fixtures/project-copy.ts';
import { isOfPeople } from '../fixtures/schema.ts';
import { createStores } from '../fixtures/stack.ts';
import { rowsOf, tablesOf } from '../fixtures/tables.ts';
import { t } from '../runner/tap.ts';

const run = (script: string, env: Record<string, string>, ...args: string[]) =>
  commandLine(script, { LOCAL_DIR: '/nonexistent', ...env }).run(...args);
const migrateScript = 'shared/local/migrate.js';
const isLinks = (name: string) => !name.startsWith('wp_') && !isOfPeople(name);

for (const [only, links, automations] of [
  ['links', true, false],
  ['automations', false, true],
] as const) {
  t.test(`--only ${only} touches nothing else, and needs no Redis`, async (t) => {
    const { mysqlUrl } = await createStores(t);
    const first = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(first.code, 0, first.err);
    t.match(first.out, /^applied /);
    const tables = await tablesOf(mysqlUrl);
    t.equal(tables.some(isLinks), links);
    t.equal(
      tables.some((name) => name.startsWith('wp_')),
      automations,
    );
    const again = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(again.out, 'the database is up to date\n');
  });
}

t.test('two concurrent commands for both services apply each migration once', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const ended = await Promise.all([1, 2].map(() => run(migrateScript, { MYSQL_URL: mysqlUrl })));
  t.same(
    ended.map(({ code }) => code),
    [0, 0],
    JSON.stringify(ended),
  );
  const said = ended.flatMap(({ out }) => out.replace(/^applied |\n/g, '').split(', '));
  for (const name of [
    'people/0001_baseline.sql',
    '0001_baseline.sql',
    'host/0001_baseline.sql',
    'automations/0001_baseline.sql',
  ]) {
    t.equal(said.filter((one) => one === name).length, 1, name);
  }
});

t.test('--help and a wrong service print the usage', async (t) => {
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
    /already has a table users, which is not Waypost's; nothing was changed: .*PEOPLE_DATABASE/,
  ],
  [
    "another application's contacts",
    'wp_automations_contacts',
    'automations',
    /already has a table wp_automations_contacts.*another TABLE_PREFIX/,
  ],
] as const) {
  t.test(`${what} that conflicts with the ${only} is reported in one sentence, and nothing is created`, async (t) => {
    const { mysqlUrl } = await createStores(t);
    await rowsOf(mysqlUrl, `CREATE TABLE ${table} (theirs INT)`);
    const { code, err } = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(code, 1);
    t.match(err, said);
    t.equal(err.trim().split('\n').length, 1);
    // User tables, the host's own and the other plugin's have no conflict and do not count.
    const made = (await tablesOf(mysqlUrl)).filter(
      (name) =>
        name === table || !(isOfPeople(name) || /waypost_(options|migrations|migrations_lock|word\w*)$/.test(name)),
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

t.test('PEOPLE_DATABASE keeps every links table out of a database shared with WordPress', async (t) => {
  const { mysqlUrl, redisUrl, redisPrefix } = await createStores(t);
  await rowsOf(mysqlUrl, 'CREATE TABLE users (theirs INT)');
  const database = ownDatabase(t, mysqlUrl);
  const env = { MYSQL_URL: mysqlUrl, PEOPLE_DATABASE: database };
  const missing = await run(migrateScript, env);
  t.equal(missing.code, 1);
  t.match(missing.err, new RegExp(`Unknown database '${database}'; create the database .*PEOPLE_DATABASE`));

  await rowsOf(mysqlUrl, `CREATE DATABASE ${database}`);
  t.equal((await run(migrateScript, env)).code, 0);
  const linksUrl = withDatabase(mysqlUrl, database);
  t.same(
    (await tablesOf(mysqlUrl)).filter((name) => !name.startsWith('wp_')),
    ['users'],
  );
  t.ok((await tablesOf(linksUrl)).includes('links'));
  t.same(
    (await tablesOf(linksUrl)).filter((name) => name.startsWith('wp_')),
    [],
  );

  const stores = { ...env, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix };
  const made = await run('daemon/user-cli.js', stores, 'create', 'a@x.example', '--workspace', 'W', '--json');
  t.equal(made.code, 0, made.err);
  t.match(await rowsOf(linksUrl, 'SELECT email FROM users'), [{ email: 'a@x.example' }]);
  const daemon = await service(t, 'daemon/server.js', 'LINKS_PORT', { ...stores, LOCAL_DIR: t.testdir() }, '/readyz');
  await daemon.start();
  await daemon.end('SIGTERM');
  const automations = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', stores, '/readyz');
  await automations.start();
  await automations.end('SIGTERM');
});

t.test('the private MariaDB creates the database of PEOPLE_DATABASE', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const database = ownDatabase(t, mysqlUrl);
  const { applied } = await migrateServices(readConfig({ PEOPLE_DATABASE: database }), mysqlUrl, ['links']);
  t.same(applied, ['people/0001_baseline.sql', '0001_baseline.sql']);
  t.ok((await tablesOf(withDatabase(mysqlUrl, database))).includes('links'));
});

t.test('--dry-run lists pending migrations, and changes nothing', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const env = { MYSQL_URL: mysqlUrl };
  const fresh = await run(migrateScript, env, '--dry-run');
  t.match(
    fresh.out,
    /^links: people\/0001_baseline\.sql, 0001_baseline\.sql pending\nautomations: host\/0001_baseline\.sql, .* pending\n$/,
  );
  t.same(await tablesOf(mysqlUrl), [], 'nothing is created');
  t.match((await run(migrateScript, env, '--dry-run', '--only', 'links')).out, /^links: [^\n]*\n$/);
  t.equal((await run(migrateScript, env)).code, 0);
  t.same((await run(migrateScript, env, '--dry-run')).out, 'the database is up to date\n');
});

t.test(
  '--contract applies migrations that old releases cannot work with, and an old release then reports their names',
  async (t) => {
    const { mysqlUrl } = await createStores(t);
    const env = { MYSQL_URL: mysqlUrl };
    t.equal((await run(migrateScript, env)).code, 0);
    const { root } = await preparePlace(t);
    const contract = '9000_no-notes.sql';
    await writeFile(
      path.join(root, 'sql', contract),
      '-- contract: old releases read it.\nALTER TABLE links DROP COLUMN note;\n',
    );
    const newer = async (...args: string[]) =>
      (await run(path.join(root, '.build/current', migrateScript), env, ...args)).out;
    t.equal(await newer(), 'the database is up to date\n');
    t.equal(await newer('--dry-run'), 'the database is up to date\n');
    t.equal(await newer('--contract', '--dry-run'), `links: ${contract} pending\n`);
    t.equal(await newer('--contract'), `applied ${contract}\n`);
    t.equal(await newer('--contract'), 'the database is up to date\n');
    const previous = await run(migrateScript, env, '--only', 'links');
    t.match(previous, { code: 1, err: new RegExp(`newer release: this release does not know ${contract}`) });
  },
);
