/** The private servers: data is kept, a crash's leftovers do no harm, and a killed owner leaves nothing behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { builtRoot, projectRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

const options = (dir: string, durable = true) => ({ dir, durable, report: () => {} });

async function query(url: string, ...statements: string[]) {
  const connection = await createConnection(url);
  let rows: unknown;
  for (const statement of statements) [rows] = await connection.query(statement);
  await connection.end();
  return rows;
}

t.test('data survives a stop, a crash, and a path too long for a socket', async (t) => {
  const deep = path.join(t.testdir(), 'd'.repeat(60), 'e'.repeat(60));
  for (const dir of [t.testdir(), deep]) {
    const mysql = await prepareMysql(options(dir));
    t.teardown(() => mysql.kill('SIGKILL'));
    await mysql.start();
    await query(mysql.url, 'CREATE TABLE kept (n INT)', 'INSERT INTO kept VALUES (1)');
    await mysql.stop();
    await mysql.start();
    await query(mysql.url, 'INSERT INTO kept VALUES (2)');
    await mysql.kill('SIGKILL');
    const again = await prepareMysql(options(dir));
    t.teardown(() => again.kill('SIGKILL'));
    await again.start();
    t.same(await query(again.url, 'SELECT n FROM kept ORDER BY n'), [{ n: 1 }, { n: 2 }]);
    await again.kill('SIGKILL');

    const redis = await prepareRedis(options(dir));
    t.teardown(() => redis.kill('SIGKILL'));
    await redis.start();
    const client = new Redis({ path: redis.url.slice('unix://'.length) });
    await client.set('kept', 'yes');
    await redis.stop();
    await redis.start();
    t.equal(await client.get('kept'), 'yes');
    client.disconnect();
    await redis.kill('SIGKILL');
  }
});

t.test('if a database server cannot start, the error shows the end of its log', async (t) => {
  const dir = t.testdir();
  const mysql = await prepareMysql(options(dir));
  await mysql.start();
  await mysql.stop();
  await writeFile(path.join(dir, 'mysql/data/ibdata1'), 'not a tablespace');
  await t.rejects(mysql.start(), /MariaDB ended .*the end of its log/s);
});

t.test('servers end when their parent process is killed', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-owner-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const script = `
    import { prepareRedis } from ${JSON.stringify(path.join(builtRoot, 'shared/local/private-stores.js'))};
    const redis = await prepareRedis({ dir: ${JSON.stringify(dir)}, durable: false, report() {} });
    await redis.start();
    console.log('up');
    setInterval(() => {}, 1000);`;
  const file = path.join(dir, 'owner.mjs');
  await writeFile(file, script);
  const owner = spawn(process.execPath, [file], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  const client = new Redis({ path: path.join(dir, 'redis/redis.sock'), retryStrategy: () => null });
  client.on('error', () => {});
  t.equal(await client.ping(), 'PONG');
  const ended = once(client, 'end');
  owner.kill('SIGKILL');
  await ended;
  await sleep(200);
  const again = await prepareRedis(options(dir, false));
  await again.start();
  await again.kill('SIGKILL');
  t.pass('and another can start there');
});
