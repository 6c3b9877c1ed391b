/** `npm run migrate`, as built: one service or both, without Redis; a database of their own for the links. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../../shared/config/config.ts';
import { withDatabase } from '../../shared/db/db.ts';
import { migrateServices } from '../../shared/local/migrate-services.ts';
import { builtRoot } from '../../shared/paths.ts';
import { service } from '../fixtures/processes.ts';
import { rowsOf, tablesOf } from '../fixtures/release.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

type Ended = { code: number; stdout: string; stderr: string };

async function run(script: string, env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const file = path.join(builtRoot, script);
  const options = { env: { PATH: process.env.PATH, LOCAL_DIR: '/nonexistent', ...env } };
  return promisify(execFile)(process.execPath, [file, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}
const migrateScript = 'shared/local/migrate.js';
const isLinks = (name: string) => !name.startsWith('wp_');

for (const [only, links, automations] of [
  ['links', true, false],
  ['automations', false, true],
] as const) {
  t.test(`--only ${only} touches nothing else, and Redis is not asked for`, async (t) => {
    const { mysqlUrl } = await createStores(t);
    const first = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(first.code, 0, first.stderr);
    t.match(first.stdout, /^applied /);
    const tables = await tablesOf(mysqlUrl);
    t.equal(tables.some(isLinks), links);
    t.equal(
      tables.some((name) => !isLinks(name)),
      automations,
    );
    const again = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(again.stdout, 'the database is up to date\n');
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
  const said = ended.flatMap(({ stdout }) => stdout.replace(/^applied |\n/g, '').split(', '));
  for (const name of ['0001_links.sql', 'host/0001_options.sql', 'automations/0001_automations.sql']) {
    t.equal(said.filter((one) => one === name).length, 1, name);
  }
});

t.test('--help and a wrong service are told', async (t) => {
  const help = await run(migrateScript, {}, '--help');
  t.equal(help.code, 0);
  t.match(help.stdout, /--only <service>.*"links", "automations"/s);
  const wrong = await run(migrateScript, {}, '--only', 'mail');
  t.equal(wrong.code, 1);
  t.match(wrong.stderr, /Allowed choices are links, automations/);
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
    const { code, stderr } = await run(migrateScript, { MYSQL_URL: mysqlUrl }, '--only', only);
    t.equal(code, 1);
    t.match(stderr, said);
    t.equal(stderr.trim().split('\n').length, 1);
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
  t.match(missing.stderr, new RegExp(`Unknown database '${database}'; make the database .*LINKS_DATABASE`));

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
  t.equal(made.code, 0, made.stderr);
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
