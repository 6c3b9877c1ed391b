/** A process of contact automation, with databases that write every commit to disk, and its load. */
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { createPool, type Pool } from 'mysql2/promise';
import { Pool as HttpPool } from 'undici';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { insertApiKey } from '../../../automations-api/plugins/automations/api-keys/queries.ts';
import { type AutomationsTables, type Db, tables } from '../../../automations-api/plugins/automations/core/tables.ts';
import { connectionOptions, openDb } from '../../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../../shared/local/private-stores.ts';
import { builtRoot } from '../../../shared/paths.ts';
import { type Body, migrateAutomations } from '../../fixtures/automations.ts';
import { freePort } from '../../fixtures/processes.ts';
import { cpuOf, end, run, waitFor } from './processes.ts';
import { storePids } from './stores.ts';

export const connections = 16;

export type ContactService = {
  origin: string;
  db: Db;
  /** Direct connections to the database, as many as the client has. */
  pool: Pool;
  client: HttpPool;
  /** Asks below `/wp-json/automations`; resolves to the answer's data. @throws for an answer other than 200 */
  ask: (method: 'GET' | 'POST', below: string, body?: object) => Promise<Body>;
  /** The processor time of the service, MariaDB and Redis so far, in µs. */
  cpu: () => number[];
  stop: () => Promise<void>;
};

export async function startContactService(dir: string, settings: Record<string, string> = {}): Promise<ContactService> {
  const stack = { dir, durable: true, report: () => {} };
  const [mysql, redis] = await Promise.all([prepareMysql(stack), prepareRedis(stack)]);
  await Promise.all([mysql.start(), redis.start()]);
  await migrateAutomations(mysql.url);
  const raw = openDb<AutomationsTables>(mysql.url, { poolSize: 2 });
  const db = withPrefix(raw, 'wp_', tables);
  const { key } = await insertApiKey(db, 'full', '', new Date());
  const commands = new Redis(redis.url.replace('unix://', ''));
  const stores = await storePids(raw, commands);
  commands.disconnect();
  const port = await freePort();
  const child = run(process.execPath, ['--max-semi-space-size=16', path.join(builtRoot, 'automations-api/server.js')], {
    MYSQL_URL: mysql.url,
    REDIS_URL: redis.url,
    LOCAL_DIR: path.join(dir, 'local'),
    CERTIFICATE_SECRET: randomBytes(16).toString('hex'),
    AUTOMATIONS_PORT: String(port),
    LOG_LEVEL: 'warn',
    ...settings,
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(`${origin}/readyz`, 200);
  const client = new HttpPool(origin, { connections });
  const pool = createPool({ ...connectionOptions(mysql.url), connectionLimit: connections });
  return {
    ...{ origin, db, pool, client },
    async ask(method, below, body) {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const json = body === undefined ? null : JSON.stringify(body);
      const answer = await client.request({ method, path: `/wp-json/automations${below}`, headers, body: json });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(text);
      return JSON.parse(text).data;
    },
    cpu: () => [child.pid, stores.mysql, stores.redis].map(cpuOf),
    async stop() {
      await Promise.all([client.close(), pool.end(), raw.destroy(), end(child)]);
      await Promise.all([mysql.stop(), redis.stop()]);
    },
  };
}

const contactsAtOnce = 400;

/** Adds subscribed contacts `c0@example.com` and so on, or the tags of these contacts. */
export async function addContacts({ ask }: ContactService, count: number, tags: number[] = []): Promise<void> {
  for (let from = 0; from < count; from += contactsAtOnce) {
    const contacts = Array.from({ length: Math.min(contactsAtOnce, count - from) }, (_, n) => {
      return { email: `c${from + n}@example.com`, f_name: `Ada ${from + n}`, status: 'subscribed', tags };
    });
    await ask('POST', '/contacts/batch', { contacts });
  }
}

export type Load = { perSecond: number; p50: number; p99: number };

/** Repeats `work` over all connections for a few seconds. */
export async function load(seconds: number, work: () => Promise<unknown>): Promise<Load> {
  const times: number[] = [];
  const started = performance.now();
  const one = async () => {
    while (performance.now() - started < seconds * 1_000) {
      const before = performance.now();
      await work();
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const perSecond = Math.round((times.length * 1_000) / (performance.now() - started));
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] as number).toFixed(1));
  return { perSecond, p50: at(0.5), p99: at(0.99) };
}

/** Returns the processor time of one piece of work in each process since `before`, in µs. */
export const cpuOfOne = ({ cpu }: ContactService, before: number[], count: number) => {
  const [service = 0, mysql = 0, redis = 0] = cpu().map((now, n) => Math.round((now - (before[n] as number)) / count));
  return { 'service µs': service, 'MariaDB µs': mysql, 'Redis µs': redis };
};

export const medianOf = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

export const loadNow = () => `load ${loadavg()[0]?.toFixed(1)}`;
