/**
 * The operator's commands, if MYSQL_URL has several hosts of which the first is down, and if the server's defaults
 * are hostile.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { createConnection } from 'mysql2/promise';
import { checkMysql } from '../../../shared/check/checks/mysql.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { connect, openDb } from '../../../shared/db/db.ts';
import { triedTables } from '../../../shared/db/rights-queries.ts';
import { readinessOf, storeChecks } from '../../../shared/http/health.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { backUp, restore } from '../../fixtures/backups.ts';
import { startDatabaseServer } from '../../fixtures/database-server.ts';
import { freePort } from '../../fixtures/processes.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const server = await startDatabaseServer(t);
const connection = await createConnection(server.url);
t.teardown(() => connection.end());
await connection.query(`SET GLOBAL autocommit = 0, GLOBAL sql_safe_updates = 1, GLOBAL sql_select_limit = 1,
  GLOBAL foreign_key_checks = 0, GLOBAL sql_mode = 'EMPTY_STRING_IS_NULL,ANSI_QUOTES,NO_BACKSLASH_ESCAPES'`);
for (const name of ['links', 'again', 'again_links']) await connection.query(`CREATE DATABASE ${name}`);
const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${server.port}`;

async function placeAt(database: string, peopleDatabase: string) {
  const { redisUrl, redisPrefix } = await createStores(t);
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-hosts-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const settings = {
    MYSQL_URL: `mysql://root@${hosts}/${database}`,
    PEOPLE_DATABASE: peopleDatabase,
    ...{ REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix, LOCAL_DIR: localDir },
  };
  return { settings, config: readConfig(settings) };
}

const place = await placeAt('waypost', 'links');
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['shared/run.js', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...place.settings },
  });

t.test("waypost migrate creates both services' tables if the first host is down", async (t) => {
  await run('shared/local/migrate.js');
  const [tables] = await connection.query("SHOW TABLES FROM links LIKE 'heartbeats'");
  t.equal((tables as unknown[]).length, 1);
  await run('automations-api/cli.js', 'plugin', 'list');
  await run('daemon/user-cli.js', 'create', 'me@example.com');
});

t.test('waypost check reaches MySQL if the first host is down', async (t) => {
  const { stdout } = await run('shared/check/main.js', '--json').catch((failed) => failed);
  const states: Record<string, string> = Object.fromEntries(
    JSON.parse(stdout).checks.map(({ name, state }: { name: string; state: string }) => [name, state]),
  );
  t.match(states, { MySQL: 'ok', migrations: 'ok' });
});

t.test('a backup can be created and restored if the first host is down', async (t) => {
  const file = path.join(place.config.localDir, 'backup');
  await backUp(place, file);
  const restored = await restore(await placeAt('again', 'again_links'), file);
  t.ok(restored.rows > 0);
  const [users] = await connection.query('SELECT email FROM again_links.users');
  t.match(users, [{ email: 'me@example.com' }]);
});

t.test('readiness and waypost check report a database user who cannot write', async (t) => {
  await connection.query("CREATE USER 'weak'@'%'");
  await connection.query("GRANT SELECT, INSERT ON links.* TO 'weak'@'%'");
  const open = () => openDb(`mysql://weak@127.0.0.1:${server.port}/links`, { poolSize: 1 });
  const [weak, later] = [open(), open()];
  const redis = new Redis(place.settings.REDIS_URL.replace('unix://', ''));
  t.teardown(() => Promise.all([weak.destroy(), later.destroy(), redis.disconnect()]));
  const stores = { db: weak, table: triedTables.links, redis, redisPrefix: place.settings.REDIS_PREFIX };
  const { all, writes, traffic } = storeChecks(stores);
  const lack = 'the user of MYSQL_URL lacks the right to UPDATE, DELETE in the database';
  for (const checks of [all, writes]) {
    t.same(await readinessOf(checks), { status: 'not_ready', failing: { mysql: lack } });
  }
  t.same(await readinessOf(traffic), { status: 'ready' }, 'redirects write nothing');
  const subject = { config: place.config, links: weak, contacts: weak, now: new Date() };
  t.match(await checkMysql(subject), [{}, { state: 'failed', found: lack }]);
  await connection.query("GRANT ALL ON links.* TO 'weak'@'%'");
  t.same(await readinessOf(storeChecks({ ...stores, db: later }).all), { status: 'ready' });
});

t.test('every session has the settings that Waypost needs, with any server defaults', async (t) => {
  const question = `SELECT @@autocommit AS autocommit, @@sql_safe_updates AS safe, @@sql_select_limit AS atMost,
    @@foreign_key_checks AS keysChecked, @@sql_mode AS mode, @@time_zone AS zone`;
  const wanted = { autocommit: 1, safe: 0, keysChecked: 1, zone: '+00:00' };
  const db = openDb(server.url, { poolSize: 1 });
  const alone = await connect(server.url);
  t.teardown(() => Promise.all([db.destroy(), alone.end()]));
  const [rows] = await alone.query(question);
  for (const [row] of [(await sql.raw(question).execute(db)).rows, rows] as [{ mode: string; atMost: unknown }][]) {
    t.match(row, wanted);
    t.equal(String(row.atMost), '18446744073709551615');
    t.notMatch(row.mode, /EMPTY_STRING|ANSI|BACKSLASH/);
  }
});
