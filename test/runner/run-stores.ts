/** The servers of a run, with both services' tables, and the environment in which tests find them. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { PrivateServer } from '../../shared/local/private-server.ts';
import { prepareRedis } from '../../shared/local/private-stores.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { keepSchema, migrateLinks, migratePeople, type Schema } from '../fixtures/schema.ts';
import { copySparse, mysqlDataIn, prepareMysql } from '../fixtures/stack.ts';
import type { Kind } from './kinds.ts';
import type { RunPlace } from './run-place.ts';

export type RunStores = { env: NodeJS.ProcessEnv; stop: () => Promise<void> };

/** Starts the servers that the kinds of tests need, with their data in the run's directory. */
export async function startRunStores(kinds: ReadonlySet<Kind>, { dir, env }: RunPlace): Promise<RunStores> {
  const servers: PrivateServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  };
  try {
    const options = { dir, durable: false, report: (line: string) => console.log(line) };
    const mysql = await prepareMysql(options);
    const redis = await prepareRedis(options);
    servers.push(mysql, redis);
    const data = path.join(dir, 'new-data');
    await copySparse(mysqlDataIn(dir), data);
    // MySQL's own name, which no two servers can have.
    await rm(path.join(data, 'auto.cnf'), { force: true });
    await Promise.all(servers.map((server) => server.start()));
    await makeSchemas(mysql.url, dir);
    const stores = { TEST_MYSQL_URL: mysql.url, TEST_REDIS_URL: redis.url, TEST_SCHEMAS: dir, TEST_MYSQL_DATA: data };
    // Two files must not install the browser at the same time.
    if (kinds.has('browser'))
      await import('../fixtures/browser/chromium.ts').then(({ findChromium }) => findChromium());
    console.log(await describePlatform(mysql, redis));
    return { env: { ...env, ...stores }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeSchemas(mysqlUrl: string, dir: string): Promise<void> {
  const connection = await createConnection(mysqlUrl);
  const make = async (schema: Schema, migrate: (url: string) => Promise<void>) => {
    const name = `schema_${schema}`;
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    const url = new URL(mysqlUrl);
    url.pathname = `/${name}`;
    await migrate(url.href);
    await keepSchema(url.href, schema, dir);
    await connection.query(`DROP DATABASE ${name}`);
  };
  try {
    await Promise.all([
      make('people', migratePeople),
      make('links', migrateLinks),
      make('automations', migrateAutomations),
    ]);
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
