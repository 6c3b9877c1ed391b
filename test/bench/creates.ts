/**
 * Creating and finding links on a default installation: two redirect processes, a worker, MariaDB and Redis that write to disk, all
 * on the same two cores as the clients. It measures `POST /links` and bulks of 50 over 16 connections, with every process's
 * processor time until all work is done. Then it measures the database's cost of a one-row transaction, and searches in a workspace
 * of 10,000 links. BENCH_SECONDS (10), BENCH_LINKS (10,000) and BENCH_PARTS (searches,creates,existing,bulk) change the load; BENCH_PROFILE
 * names a directory for profiles of the processes.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import { createPool, type RowDataPacket } from 'mysql2/promise';
import { Pool } from 'undici';
import type { Db, Tables } from '../../daemon/core/tables.ts';
import { insertApiKey } from '../../daemon/keys/queries.ts';
import { connectionOptions, openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { createLog } from '../../shared/log/log.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { seedLinks, urlOf } from './parts/links.ts';
import { cpuOf, end, largePages, run, runBench, waitFor } from './parts/processes.ts';
import { storePids } from './parts/stores.ts';

const links = Number(process.env.BENCH_LINKS || 10_000);
const seconds = Number(process.env.BENCH_SECONDS || 10);
const parts = (process.env.BENCH_PARTS || 'searches,creates,existing,bulk').split(',');
const profiles = process.env.BENCH_PROFILE;
const connections = 16;
const idleSeconds = 5;
const port = 28_096;
const origin = `http://127.0.0.1:${port}`;
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

const round = (value: number, digits = 2) => Number(value.toFixed(digits));
const at = (times: number[], share: number) => round(times[Math.floor(times.length * share)] as number);

async function seed(mysqlUrl: string): Promise<string> {
  await seedLinks(mysqlUrl, links);
  const pool = createPool(connectionOptions(mysqlUrl));
  await pool.query(
    "INSERT INTO users (id, public_id, email, name, created_at, updated_at) VALUES (1, 'usr_b', 'b@example.com', 'b', NOW(), NOW())",
  );
  await pool.query("UPDATE workspaces SET plan = 'unlimited'");
  await pool.query(
    "INSERT INTO members (public_id, workspace_id, user_id, role, is_owner, created_at) VALUES ('mem_b', 1, 1, 'admin', 1, NOW())",
  );
  await pool.query("INSERT INTO workspace_link_states (workspace_id, period) VALUES (1, '2026-01')");
  await pool.query(
    "UPDATE links SET created_at = TIMESTAMP'2026-01-01 00:00:00' + INTERVAL id SECOND, updated_at = created_at",
  );
  await pool.query('ANALYZE TABLE links');
  const db = openDb<Tables>(mysqlUrl, { poolSize: 1 });
  const { key } = await insertApiKey(db, { workspaceId: 1, createdBy: 1, role: 'admin', name: 'bench' }, new Date());
  await Promise.all([pool.end(), db.destroy()]);
  return key;
}

type Pids = Record<string, number>;

async function start(mysqlUrl: string, redisUrl: string): Promise<{ pids: Pids; stop: () => Promise<unknown> }> {
  const env = {
    ...largePages,
    MYSQL_URL: mysqlUrl,
    REDIS_URL: redisUrl,
    LOCAL_DIR: path.join(dir, 'local'),
    LINKS_PORT: String(port),
    DEFAULT_SHORT_DOMAIN: 'localhost',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000000',
  };
  const args = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];
  const daemon = (file: string, instance: number) =>
    run(process.execPath, [...args, `.build/current/daemon/${file}.js`], {
      ...env,
      NODE_APP_INSTANCE: String(instance),
    });
  const first = daemon('server', 0);
  await waitFor(`${origin}/readyz`, 200);
  const all = { 'links 0': first, 'links 1': daemon('server', 1), worker: daemon('worker', 0) };
  await sleep(8_000);
  return {
    pids: Object.fromEntries(Object.entries(all).map(([name, { pid }]) => [name, pid as number])),
    stop: () => Promise.all(Object.values(all).map(end)),
  };
}

type Installation = { pids: Pids; db: Db; redis: Redis };

/** Usage so far: each process's processor time in ms, statements, commits and Redis commands. */
async function usedBy({ pids, db, redis }: Installation): Promise<Record<string, number>> {
  const { rows } = await sql<{ Variable_name: string; Value: string }>`
    SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Com_commit')`.execute(db);
  return {
    ...Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuOf(pid) / 1_000])),
    ...Object.fromEntries(rows.map(({ Variable_name: name, Value: count }) => [name, Number(count)])),
    commands: Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]),
  };
}

type Ask = (method: 'GET' | 'POST', at: string, body?: unknown) => Promise<unknown>;

function asker(pool: Pool, key: string): Ask {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async (method, at, body) => {
    const answer = await pool.request({
      ...{ method, path: `/api${at}`, headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${at}: ${answer.statusCode} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
}

let made = 0;
const input = () => {
  made++;
  return { url: `https://www.example.com/articles/${made}-${Math.random()}?ref=newsletter`, title: `A page ${made}` };
};

/** Sends requests on every connection for a few seconds. */
async function hold(one: () => Promise<unknown>): Promise<{ times: number[]; perSecond: number }> {
  const times: number[] = [];
  const startedAt = performance.now();
  const lane = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const from = performance.now();
      await one();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const tookMs = performance.now() - startedAt;
  return { times: times.sort((a, b) => a - b), perSecond: (times.length / tookMs) * 1_000 };
}

async function creates(
  name: string,
  installation: Installation,
  linksEach: number,
  one: () => Promise<unknown>,
): Promise<void> {
  const idleFrom = await usedBy(installation);
  await sleep(idleSeconds * 1_000);
  const before = await usedBy(installation);
  const startedAt = performance.now();
  const { times, perSecond } = await hold(one);
  const after = await usedBy(installation);
  const share = (performance.now() - startedAt) / idleSeconds / 1_000;
  const count = times.length * linksEach;
  const each = Object.keys(after).map((what) => {
    const [from, start, end] = [idleFrom, before, after].map((used) => used[what] as number) as [
      number,
      number,
      number,
    ];
    return [what, round((end - start - (start - from) * share) / count, 3)] as const;
  });
  const all = each.reduce((sum, [what, used]) => (what in installation.pids ? sum + used : sum), 0);
  console.log(
    `${name}: ${Math.round(perSecond * linksEach)} links a second; a request p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)}, ` +
      `p99 ${at(times, 0.99)}; ${round(all, 3)} ms of processor a link`,
  );
  console.table({ 'a link, less what idling costs': Object.fromEntries(each) });
}

/** Commits one row per transaction in sequence, to measure the wait for the disk. */
async function bareCommits(mysqlUrl: string): Promise<void> {
  const pool = createPool({ ...connectionOptions(mysqlUrl), connectionLimit: 1 });
  await pool.query('CREATE TABLE bare (id INT PRIMARY KEY AUTO_INCREMENT, t TEXT)');
  const times: number[] = [];
  for (let turn = 0; turn < 500; turn++) {
    const from = performance.now();
    await pool.query("INSERT INTO bare (t) VALUES ('a row')");
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  console.log(`one row, committed by MariaDB alone: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)}`);
  await pool.end();
}

async function searches(ask: Ask, mysqlUrl: string): Promise<void> {
  const pool = createPool({ ...connectionOptions(mysqlUrl), connectionLimit: 1 });
  const [[sample]] = await pool.query<RowDataPacket[]>('SELECT slug FROM links WHERE id = 77');
  await pool.end();
  const asked = {
    'in all': () => 'articles',
    'in one': (turn: number) => `page-${1_000 + ((turn * 7_919) % 9_000)}?`,
    'in some': (turn: number) => `${1_000 + ((turn * 31) % 9_000)}`,
    'a slug': () => sample?.slug,
    'in none': (turn: number) => `zq${turn}xj~`,
  };
  const rows: Record<string, object> = {};
  for (const [name, q] of Object.entries(asked)) {
    for (const more of ['', '&sort=clicks']) {
      const times: number[] = [];
      for (let turn = 0; turn < 105; turn++) {
        const from = performance.now();
        await ask('GET', `/links?limit=25&q=${encodeURIComponent(String(q(turn)))}${more}`);
        if (turn >= 5) times.push(performance.now() - from);
      }
      times.sort((a, b) => a - b);
      rows[`q ${name}${more}`] = { 'p50 ms': at(times, 0.5), 'p95 ms': at(times, 0.95), 'worst ms': at(times, 0.999) };
    }
  }
  console.table(rows);
}

async function main(): Promise<void> {
  if (profiles) mkdirSync(profiles, { recursive: true });
  const options = { dir, durable: true, report: console.log };
  const [mysql, redisServer] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redisServer.start()]);
  const key = await seed(mysql.url);
  const db = openDb<Tables>(mysql.url, { poolSize: 1 });
  const redis = openRedis(redisServer.url, 'commands', createLog('bench', 'warn'));
  await new Promise((resolve) => redis.once('ready', resolve));
  const { pids, stop } = await start(mysql.url, redisServer.url);
  const installation = { pids: { ...pids, ...(await storePids(db, redis)) }, db, redis };
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const ask = asker(pool, key);
  const createOne = () => ask('POST', '/links', input());
  const createMany = () => ask('POST', '/links/bulk', { links: Array.from({ length: 50 }, input) });
  if (parts.includes('searches')) await searches(ask, mysql.url);
  for (let turn = 0; turn < 2 && parts.includes('creates'); turn++)
    await creates('POST /links', installation, 1, createOne);
  if (parts.includes('existing')) {
    await creates('POST /links, findExisting, of known URLs', installation, 1, () =>
      ask('POST', '/links', { url: urlOf(Math.floor(Math.random() * links)), findExisting: true }),
    );
    await creates('POST /links, findExisting, of new URLs', installation, 1, () =>
      ask('POST', '/links', { ...input(), findExisting: true }),
    );
  }
  if (parts.includes('bulk')) await creates('POST /links/bulk of 50', installation, 50, createMany);
  await bareCommits(mysql.url);
  await pool.close();
  await stop();
  redis.disconnect();
  await db.destroy();
  await Promise.all([mysql.kill('SIGKILL'), redisServer.kill('SIGKILL')]);
}

await runBench(dir, main);
