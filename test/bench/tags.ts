/**
 * A tag of a million links (LINKS) renamed, merged into another of as many, and deleted, while links are made and changed and
 * tags are read; the worker is killed in the middle of each. MySQL writes every commit to disk.
 */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type RowDataPacket } from 'mysql2/promise';
import type { Tables } from '../../daemon/core/tables.ts';
import { insertApiKey } from '../../daemon/keys/queries.ts';
import { connectionOptions, openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/stack.ts';
import { seedLinks } from './parts/links.ts';
import { run, runBench, waitFor } from './parts/processes.ts';

const links = Number(process.env.LINKS || 1_000_000);
const seconds = Number(process.env.BENCH_SECONDS || 10);
const port = 28_094;
const origin = `http://127.0.0.1:${port}`;
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

/** Half of what has `a` has `b`, and the other way round. */
async function seed(mysqlUrl: string): Promise<string> {
  await seedLinks(mysqlUrl, links * 1.5);
  const sql = createPool(connectionOptions(mysqlUrl));
  await sql.query(
    "INSERT INTO users (id, public_id, email, name, created_at, updated_at) VALUES (1, 'usr_b', 'b@example.com', 'b', NOW(), NOW())",
  );
  await sql.query(
    "INSERT INTO members (public_id, workspace_id, user_id, role, is_owner, created_at) VALUES ('mem_b', 1, 1, 'admin', 1, NOW())",
  );
  await sql.query("INSERT INTO workspace_link_states (workspace_id, period) VALUES (1, '2026-01')");
  for (const [id, name, from] of [
    [1, 'a', 0],
    [2, 'b', links / 2],
  ] as const) {
    await sql.query(`INSERT INTO tags (id, workspace_id, name, link_count) VALUES (${id}, 1, '${name}', ${links})`);
    await sql.query(
      `INSERT INTO link_tags (link_id, tag_id, position, archived, created_at)
       SELECT id, ${id}, ${id}, archived, created_at FROM links WHERE id > ${from} AND id <= ${from + links}`,
    );
  }
  await sql.query('ANALYZE TABLE links, link_tags, tags');
  const db = openDb<Tables>(mysqlUrl, { poolSize: 1 });
  const { key } = await insertApiKey(db, { workspaceId: 1, createdBy: 1, role: 'admin', name: 'bench' }, new Date());
  await Promise.all([sql.end(), db.destroy()]);
  return key;
}

type Ask = (method: string, at: string, body?: unknown) => Promise<{ ms: number; body: string }>;

const asker =
  (key: string): Ask =>
  async (method, at, body) => {
    const began = performance.now();
    const answer = await fetch(`${origin}/api${at}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${answer.status} ${text.slice(0, 300)}`);
    return { ms: performance.now() - began, body: text };
  };

/** Three callers, each one request after another. */
async function meanwhile(ask: Ask, tag: string): Promise<Record<string, string>> {
  const works: Record<string, () => Promise<{ ms: number }>> = {
    'POST /links with the tag': () => ask('POST', '/links', { url: 'https://example.com/', tags: [tag] }),
    'PATCH of a link with it': () =>
      ask('PATCH', `/links/lnk_${Math.floor(Math.random() * links)}`, { title: `t${Math.random()}` }),
    'GET /tags': () => ask('GET', '/tags'),
  };
  const until = performance.now() + seconds * 1_000;
  const entries = Object.entries(works).map(async ([name, work]) => {
    const times: number[] = [];
    while (performance.now() < until) times.push((await work()).ms);
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] as number).toFixed(1);
    return [name, `${at(0.5)} / ${at(0.95)} / ${at(0.999)}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function main(): Promise<void> {
  const options = { dir, durable: true, report: console.log };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redis.start()]);
  const ask = asker(await seed(mysql.url));
  const env = {
    MYSQL_URL: mysql.url,
    REDIS_URL: redis.url,
    LOCAL_DIR: path.join(dir, 'local'),
    LINKS_PORT: String(port),
    DEFAULT_SHORT_DOMAIN: 'localhost',
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    LINKS_INSTANCES: '1',
    PLANS_SCALE_REQUESTS_PER_MINUTE: '1000000000',
    PLANS_SCALE_LINKS_PER_MONTH: '1000000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000000',
  };
  run(process.execPath, ['.build/current/daemon/server.js'], env);
  await waitFor(`${origin}/readyz`, 200);
  const work = () => run(process.execPath, ['.build/current/daemon/worker.js'], env);
  const sql = createPool(connectionOptions(mysql.url));
  const left = async () => {
    const [[row]] = await sql.query<RowDataPacket[]>(
      'SELECT COALESCE(SUM(link_count), 0) AS n, COUNT(*) AS tags FROM tags WHERE replaced_by IS NOT NULL',
    );
    return { links: Number(row?.n), tags: Number(row?.tags) };
  };
  const report = (name: string, took: Awaited<ReturnType<Ask>>) =>
    console.log(`${name}: answered ${took.body} in ${took.ms.toFixed(0)} ms; GET /tags ${JSON.stringify(counted)}`);
  let counted = '';
  const change = async (name: string, method: string, at: string, body?: unknown) => {
    const took = await ask(method, at, body);
    counted = (await ask('GET', '/tags')).body;
    report(name, took);
  };
  const follow = async (name: string, tag: string) => {
    const began = performance.now();
    const worker = work();
    await sleep(4_000);
    const times = await meanwhile(ask, tag);
    worker.kill('SIGKILL');
    console.log(`while ${name} follows, p50 / p95 / p99.9 ms:`, times, 'left when killed', await left());
    const next = work();
    while ((await left()).tags > 0) await sleep(500);
    console.log(
      `${name}: followed in ${((performance.now() - began) / 1_000).toFixed(0)} s; ${(await ask('GET', '/tags')).body}`,
    );
    next.kill('SIGKILL');
  };
  console.log('before, p50 / p95 / p99.9 ms:', await meanwhile(ask, 'b'));
  await change('rename', 'PATCH', '/tags/a', { name: 'c' });
  await change('merge', 'PATCH', '/tags/c', { name: 'b' });
  await follow('the merge', 'b');
  await change('delete', 'DELETE', '/tags/b');
  await follow('the deletion', 'd');
  await sql.end();
  await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
}

await runBench(dir, main);
