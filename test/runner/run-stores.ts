/** The servers of a run, the schema of both services, and the environment in which tests find them. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { PrivateServer } from '../../shared/local/private-server.ts';
import { prepareRedis } from '../../shared/local/stack.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import type { startRunBrowser } from '../fixtures/browser/chromium.ts';
import { keepSchema, migrateLinks } from '../fixtures/schema.ts';
import { prepareMysql } from '../fixtures/stack.ts';
import type { Kind } from './kinds.ts';

export type RunStores = { env: NodeJS.ProcessEnv; platform?: string; stop: () => Promise<void> };

const memoryDisk = '/dev/shm';
const namePrefix = 'waypost-tests-';
const roomyBytes = 2 * 2 ** 30;

/** Data that is thrown away need not go to a disk, where there is room in memory. */
async function makeDirectory(): Promise<string> {
  await removeLeftovers();
  const { bavail, bsize } = await statfs(memoryDisk).catch(() => ({ bavail: 0, bsize: 0 }));
  const place = bavail * bsize >= roomyBytes ? memoryDisk : tmpdir();
  return mkdtemp(path.join(place, `${namePrefix}${process.pid}-`));
}

/** Memory that runs hold which were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(memoryDisk).catch(() => [])) {
    const pid = name.startsWith(namePrefix) && Number.parseInt(name.slice(namePrefix.length), 10);
    if (pid && !existsSync(`/proc/${pid}`)) await rm(path.join(memoryDisk, name), { recursive: true, force: true });
  }
}

/** What the kinds of tests need. What tests write goes to a directory of the run. */
export async function startRunStores(kinds: ReadonlySet<Kind>): Promise<RunStores> {
  const dir = await makeDirectory();
  const servers: PrivateServer[] = [];
  let browser: Awaited<ReturnType<typeof startRunBrowser>> | undefined;
  const stop = async () => {
    await browser?.stop();
    await Promise.all(servers.map((server) => server.kill('SIGKILL')));
    await rm(dir, { recursive: true, force: true });
  };
  const files = path.join(dir, 'tmp');
  await mkdir(files);
  // Some servers run as a user of their own.
  await Promise.all([chmod(dir, 0o711), chmod(files, 0o1777)]);
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: files };
  try {
    if (kinds.has('browser')) {
      const { startRunBrowser } = await import('../fixtures/browser/chromium.ts');
      browser = await startRunBrowser();
      env.TEST_BROWSER = browser.address;
    }
    if ([...kinds].every((kind) => kind === 'unit')) return { env, stop };
    const options = { dir, durable: false, report: (line: string) => console.log(line) };
    const mysql = await prepareMysql(options);
    const redis = await prepareRedis(options);
    servers.push(mysql, redis);
    await Promise.all(servers.map((server) => server.start()));
    await makeSchemas(mysql.url, dir);
    const stores = { TEST_MYSQL_URL: mysql.url, TEST_REDIS_URL: redis.url, TEST_SCHEMAS: dir };
    return { env: { ...env, ...stores }, platform: await describePlatform(mysql, redis), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeSchemas(mysqlUrl: string, dir: string): Promise<void> {
  const connection = await createConnection(mysqlUrl);
  const make = async (schema: 'links' | 'automations', migrate: (url: string) => Promise<void>) => {
    const name = `schema_${schema}`;
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    const url = new URL(mysqlUrl);
    url.pathname = `/${name}`;
    await migrate(url.href);
    await keepSchema(url.href, schema, dir);
    await connection.query(`DROP DATABASE ${name}`);
  };
  try {
    await Promise.all([make('links', migrateLinks), make('automations', migrateAutomations)]);
  } finally {
    await connection.end();
  }
}

async function describePlatform(mysql: PrivateServer, redis: PrivateServer): Promise<string> {
  const connection = await createConnection(mysql.url);
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
  await connection.end();
  const client = new Redis(redis.url.replace('unix://', ''));
  const [version] = /(?<=^redis_version:)\S+/m.exec(await client.info('server')) ?? [];
  client.disconnect();
  return `on Node.js ${process.version}, ${mysql.name} ${row?.version}, Redis ${version}`;
}
