/** The commands of an operator where MYSQL_URL has several hosts and the first is gone. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { readConfig } from '../../../shared/config/config.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { backUp, restore } from '../../fixtures/backups.ts';
import { startDatabaseServer } from '../../fixtures/database-server.ts';
import { freePort } from '../../fixtures/processes.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

const server = await startDatabaseServer(t);
const connection = await createConnection(server.url);
t.teardown(() => connection.end());
for (const name of ['links', 'again', 'again_links']) await connection.query(`CREATE DATABASE ${name}`);
const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${server.port}`;

async function placeAt(database: string, linksDatabase: string) {
  const { redisUrl, redisPrefix } = await createStores(t);
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-hosts-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const settings = {
    MYSQL_URL: `mysql://root@${hosts}/${database}`,
    LINKS_DATABASE: linksDatabase,
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

t.test('waypost migrate makes the tables of both services', async (t) => {
  await run('shared/local/migrate.js');
  const [tables] = await connection.query("SHOW TABLES FROM links LIKE 'heartbeats'");
  t.equal((tables as unknown[]).length, 1);
  await run('automations-api/cli.js', 'plugin', 'list');
  await run('daemon/cli.js', 'user', 'create', 'me@example.com');
});

t.test('waypost check reaches MySQL', async (t) => {
  const { stdout } = await run('shared/check/main.js', '--json').catch((failed) => failed);
  const states: Record<string, string> = Object.fromEntries(
    JSON.parse(stdout).checks.map(({ name, state }: { name: string; state: string }) => [name, state]),
  );
  t.match(states, { MySQL: 'ok', migrations: 'ok' });
});

t.test('a backup is made and restored', async (t) => {
  const file = path.join(place.config.localDir, 'backup');
  await backUp(place, file);
  const restored = await restore(await placeAt('again', 'again_links'), file);
  t.ok(restored.rows > 0);
  const [users] = await connection.query('SELECT email FROM again_links.users');
  t.match(users, [{ email: 'me@example.com' }]);
});
