/**
 * The link API of one process in a workspace with a million links and ten million clicks: creates, bulk creates, pages in each
 * order, searches and a full list, next to MySQL's own cost for the same rows in the same run, and the effect on redirects. MySQL
 * writes every commit to disk.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { Pool as HttpPool } from 'undici';
import { dayOf } from '../../daemon/clicks/time.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { insertApiKey } from '../../daemon/keys/queries.ts';
import { toLinkCursor } from '../../daemon/links/core/cursor.ts';
import { type LinkSort, type SortedPosition, sorts } from '../../daemon/links/core/order.ts';
import { sealAll } from '../../daemon/links/search/block-queries.ts';
import { connectionOptions, openDb } from '../../shared/db/db.ts';
import { numbers } from '../../shared/demo/chance.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { run, runBench, waitFor } from './parts/processes.ts';

const links = Number(process.env.BENCH_LINKS || 1_000_000);
const seconds = Number(process.env.BENCH_SECONDS || 8);
/** Skips writes and their effect on redirects. */
const isReadsOnly = process.env.BENCH_READS_ONLY === '1';
/** Only reads whose name contains this. */
const only = process.env.BENCH_ONLY || '';
const port = 28_090;
const origin = `http://127.0.0.1:${port}`;
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

const round = (value: number, digits = 2) => Number(value.toFixed(digits));
const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number;

const words = 'spring summer autumn winter sale launch guide report event podcast recipe travel music video'.split(' ');
const random = numbers(1);
const word = () => words[Math.floor(random() * words.length)] as string;
const code = (length: number) =>
  Array.from({ length }, () => '0123456789abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 36)]).join('');

/** A URL with a unique part, and a title on every third. */
function seedRow(n: number): unknown[] {
  const url = `https://www.shop-${n % 700}.com/${word()}/${word()}-${code(10)}?ref=${word()}&id=${n}`;
  const title = n % 3 === 0 ? `${word()} ${word()} ${n % 90_000 === 0 ? 'Überraschung' : code(4)}` : null;
  const at = new Date(Date.UTC(2026, 0, 1) + n * 20_000);
  return [n + 1, `lnk_${n}`, 1, 0, `s${n.toString(36).padStart(6, '0')}`, url, title, n % 50 === 0, at, at];
}

/** Eight days, on each of which a quarter of the links was clicked, 1 to 9 times. */
async function seedClicks(sql: Pool): Promise<void> {
  const today = dayOf(Date.now());
  for (let day = today - 7; day <= today; day++) {
    await sql.query(
      `INSERT INTO click_days (workspace_id, day, link_id, clicks, unique_clicks, bot_clicks, last_ms, breakdown)
       SELECT 1, ${day}, id, 1 + id * 31 % 9, 1, 0, id * 7919 % 86400000, '' FROM links WHERE (id * 7919 + ${day}) % 4 = 0`,
    );
  }
  await sql.query(
    `UPDATE links JOIN (
       SELECT link_id, SUM(clicks) AS clicks, MAX(day * 86400000 + last_ms) AS last_ms FROM click_days GROUP BY link_id
     ) AS counted ON counted.link_id = links.id
     SET links.clicks = counted.clicks,
       links.last_click_at = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL counted.last_ms * 1000 MICROSECOND`,
  );
}

async function seed(mysqlUrl: string): Promise<string> {
  await migrate(mysqlUrl);
  const db = openDb<Tables>(mysqlUrl, { poolSize: 2 });
  const sql = createPool(connectionOptions(mysqlUrl));
  await sql.query(
    "INSERT INTO users (id, public_id, email, name, created_at, updated_at) VALUES (1, 'usr_b', 'b@example.com', 'b', NOW(), NOW())",
  );
  await sql.query(
    "INSERT INTO workspaces (id, public_id, name, plan, created_at, updated_at) VALUES (1, 'ws_b', 'b', 'scale', NOW(), NOW())",
  );
  await sql.query(
    "INSERT INTO members (public_id, workspace_id, user_id, role, is_owner, created_at) VALUES ('mem_b', 1, 1, 'admin', 1, NOW())",
  );
  await sql.query("INSERT INTO workspace_link_states (workspace_id, period) VALUES (1, '2026-01')");
  await sql.query("INSERT INTO tags (id, workspace_id, name, link_count) VALUES (1, 1, 'many', 0), (2, 1, 'few', 0)");
  for (let from = 0; from < links; from += 5_000) {
    const rows = Array.from({ length: Math.min(5_000, links - from) }, (_, index) => seedRow(from + index));
    await sql.query(
      'INSERT INTO links (id, public_id, workspace_id, domain_id, slug, url, title, archived, created_at, updated_at) VALUES ?',
      [rows],
    );
  }
  await seedClicks(sql);
  for (const [tag, each] of [
    [1, 3],
    [2, 5_000],
  ]) {
    await sql.query(
      `INSERT INTO link_tags (link_id, tag_id, position, archived, created_at, clicks, last_click_at, title)
       SELECT id, ${tag}, 0, archived, created_at, clicks, last_click_at, title FROM links WHERE id % ${each} = 0`,
    );
  }
  await sql.query('ANALYZE TABLE links, link_tags, click_days');
  const startedAt = Date.now();
  await sealAll(db, 1);
  console.log(`search blocks of ${links} links sealed in ${round((Date.now() - startedAt) / 1_000)} s`);
  const { key } = await insertApiKey(db, { workspaceId: 1, createdBy: 1, role: 'admin', name: 'bench' }, new Date());
  await Promise.all([sql.end(), db.destroy()]);
  return key;
}

/** Runs wrk with bodies from `lua`. Returns answers with the expected status per second, and the p99. */
function wrk(lua: string, connections: number): { perSecond: number; p99: number } {
  const file = path.join(dir, `wrk-${Math.random()}.lua`);
  writeFileSync(file, lua);
  const stdout = execFileSync('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', file, origin], {
    encoding: 'utf8',
  });
  const [, p99 = '0', unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const non = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (non > 0) throw new Error(`${non} requests failed`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: Number(p99) * (unit === 'us' ? 0.001 : unit === 's' ? 1_000 : 1),
  };
}

const post = (key: string, at: string, body: string) => `
local random = math.random
wrk.method = "POST"
wrk.path = "/api${at}"
wrk.headers["Authorization"] = "Bearer ${key}"
wrk.headers["Content-Type"] = "application/json"
function init() math.randomseed(os.time()) end
local function link() return '{"url":"https://www.example.com/articles/' .. random(1, 1e9) .. '?ref=newsletter","title":"A page ' .. random(1, 1e6) .. '"}' end
function request() return wrk.format(nil, nil, nil, ${body}) end
`;
const bulkBody = `(function() local t = {} for i = 1, 50 do t[i] = link() end return '{"links":[' .. table.concat(t, ',') .. ']}' end)()`;

/** The baseline of MySQL alone: the same rows, `rows` per transaction, over as many connections as the daemon has. */
async function bareInserts(mysqlUrl: string, rows: number, lanes: number): Promise<number> {
  const sql = createPool({ ...connectionOptions(mysqlUrl), connectionLimit: lanes });
  const until = Date.now() + seconds * 1_000;
  let made = 0;
  const lane = async () => {
    while (Date.now() < until) {
      const values = Array.from({ length: rows }, () => {
        const now = new Date();
        return [
          `x_${code(20)}`,
          2,
          0,
          `x${code(9)}`,
          `https://www.example.com/articles/${code(9)}?ref=newsletter`,
          `A page ${code(6)}`,
          now,
          now,
        ];
      });
      await sql.query(
        'INSERT INTO links (public_id, workspace_id, domain_id, slug, url, title, created_at, updated_at) VALUES ?',
        [values],
      );
      made += rows;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await sql.end();
  return made / seconds;
}

type Times = number[];

async function timed(times: Times, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await run();
  times.push(performance.now() - startedAt);
}

const summary = (times: Times) => ({
  requests: times.length,
  'p50 ms': round(percentile(times, 0.5)),
  'p95 ms': round(percentile(times, 0.95)),
  'p99 ms': round(percentile(times, 0.99)),
});

function client(key: string) {
  const pool = new HttpPool(origin, { connections: 16, pipelining: 1 });
  return async (at: string): Promise<{ links: unknown[]; nextCursor: string | null }> => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `/api${at}`,
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${at} answered ${statusCode}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
}

async function reads(key: string, sql: Pool): Promise<void> {
  const get = client(key);
  const table: Record<string, ReturnType<typeof summary>> = {};
  const measure = async (name: string, count: number, one: (turn: number) => Promise<unknown>) => {
    if (!name.includes(only)) return;
    for (let turn = 0; turn < 5; turn++) await one(turn);
    const times: Times = [];
    for (let turn = 0; turn < count; turn++) await timed(times, () => one(turn));
    table[name] = summary(times);
  };
  const middle = new Date(Date.UTC(2026, 0, 1) + (links / 2) * 20_000);
  const deep = toLinkCursor({ sort: 'createdAt', order: 'desc' }, { key: middle, id: links / 2 });
  await measure('GET /links', 500, () => get('/links'));
  await measure('GET /links?limit=100, deep', 300, () => get(`/links?limit=100&cursor=${deep}`));
  await measure('GET /links?archived=all', 300, () => get('/links?archived=all'));
  await measure('GET /links?archived=true', 300, () => get('/links?archived=true'));
  await measure('GET /links?tag=many', 300, () => get('/links?tag=many'));
  await measure('GET /links?tag=few', 300, () => get('/links?tag=few'));
  await measure('GET /links?domain= (default)', 300, () => get('/links?domain=localhost'));

  const places: Record<LinkSort, SortedPosition['key']> = {
    createdAt: middle,
    clicks: 8,
    lastClickAt: new Date(Date.now() - 4 * 86_400_000),
    title: 'podcast',
  };
  for (const sort of sorts) {
    for (const order of ['asc', 'desc'] as const) {
      const at = `/links?sort=${sort}&order=${order}`;
      await measure(at, 100, () => get(at));
      const cursor = toLinkCursor({ sort, order }, { key: places[sort], id: links / 2 });
      await measure(`${at}, deep`, 50, () => get(`${at}&cursor=${cursor}`));
      for (const filter of ['tag=many', 'tag=few', 'domain=localhost', 'archived=all'])
        await measure(`${at}&${filter}`, 50, () => get(`${at}&${filter}`));
    }
  }
  await measure('GET /links?sort=clicks&limit=100&tag=many', 100, () => get('/links?sort=clicks&limit=100&tag=many'));
  await measure('GET /links?count=true', 100, () => get('/links?count=true'));
  const page = await get('/links?limit=100&sort=clicks');
  const ids = (page.links as { id: string }[]).map(({ id }) => id).join(',');
  await measure('GET /stats/links, 100 links, 30 days', 100, () => get(`/stats/links?ids=${ids}`));

  const [sample] = await sql.query<RowDataPacket[]>('SELECT slug, url FROM links WHERE id % 9973 = 0 LIMIT 100');
  const part = (turn: number) =>
    encodeURIComponent(
      String(sample[turn % sample.length]?.url)
        .split('-')
        .at(-1)
        ?.slice(0, 10) ?? '',
    );
  await measure('q: in most links', 200, (turn) => get(`/links?q=${words[turn % words.length]}`));
  await measure('q: 10 characters, in one link', 200, (turn) => get(`/links?q=${part(turn)}`));
  await measure('q: 6 characters, in one link or few', 200, (turn) => get(`/links?q=${part(turn).slice(0, 6)}`));
  await measure('q: 4 characters, in some', 200, (turn) => get(`/links?q=${part(turn).slice(2, 6)}`));
  await measure('q: a whole slug', 200, (turn) => get(`/links?q=${sample[turn % sample.length]?.slug}`));
  await measure('q: in no link', 200, (turn) => get(`/links?q=${encodeURIComponent(`zq${turn}xj~kv`)}`));
  await measure('q: 1 character, everywhere', 100, () => get('/links?q=e'));
  await measure('q: 2 characters, in no link', 100, () => get(`/links?q=${encodeURIComponent('~!')}`));
  await measure('q: not ASCII, in 12 links', 100, () => get(`/links?q=${encodeURIComponent('ÜBERRASCHUNG')}`));
  await measure('q: in one link, archived=all', 100, (turn) => get(`/links?archived=all&q=${part(turn)}`));
  await measure('q: in one link, tag=many', 100, (turn) => get(`/links?tag=many&q=${part(turn)}`));
  await measure('q: in one link, sort=clicks', 100, (turn) => get(`/links?sort=clicks&q=${part(turn)}`));
  await measure('q: in most links, sort=clicks', 100, (turn) =>
    get(`/links?sort=clicks&q=${words[turn % words.length]}`),
  );
  await measure('q: 4 characters, sort=clicks', 100, (turn) => get(`/links?sort=clicks&q=${part(turn).slice(2, 6)}`));
  await measure('q: 3 characters, sort=clicks', 100, (turn) => get(`/links?sort=clicks&q=${part(turn).slice(3, 6)}`));
  await measure('q: 4 characters, count=true', 100, (turn) => get(`/links?count=true&q=${part(turn).slice(2, 6)}`));
  const all = Object.entries(table).filter(([name]) => name.startsWith('q:'));
  console.table(table);
  console.log(
    `worst p95 of a page ${Math.max(
      ...Object.entries(table)
        .filter(([name]) => !name.startsWith('q:'))
        .map(([, row]) => row['p95 ms']),
    )} ms, of a search ${Math.max(...all.map(([, row]) => row['p95 ms']))} ms`,
  );

  if (only) return;
  const scan: Times = [];
  for (let turn = 0; turn < 5; turn++) {
    const text = `%${decodeURIComponent(part(turn))}%`;
    await timed(scan, () =>
      sql.query(
        'SELECT id FROM links WHERE workspace_id = 1 AND archived = 0 AND (slug LIKE ? OR url LIKE ? OR title LIKE ?) ORDER BY created_at DESC, id DESC LIMIT 26',
        [text, text, text],
      ),
    );
  }
  const one = table['q: 10 characters, in one link']?.['p50 ms'] as number;
  console.log(
    `LIKE '%…%' over the workspace, in one link: p50 ${round(percentile(scan, 0.5))} ms; ours is ${round(percentile(scan, 0.5) / one, 1)} times as fast`,
  );

  const startedAt = Date.now();
  let seen = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { links: unknown[]; nextCursor: string | null } = await get(
      `/links?archived=all&limit=100${cursor ? `&cursor=${cursor}` : ''}`,
    );
    seen += page.links.length;
    cursor = page.nextCursor;
  }
  const tookMs = Date.now() - startedAt;
  console.log(
    `cursor walk: ${seen} links in ${round(tookMs / 1_000)} s, ${round(tookMs / (seen / 100))} ms a page of 100, one after another`,
  );
}

/** Sends redirects in sequence on one connection during `load`. */
async function redirects(): Promise<Times> {
  const pool = new HttpPool(origin, { connections: 1, pipelining: 1 });
  const times: Times = [];
  const until = Date.now() + seconds * 1_000;
  while (Date.now() < until) {
    const slug = `s${Math.floor(Math.random() * links)
      .toString(36)
      .padStart(6, '0')}`;
    await timed(times, async () => {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/${slug}`,
        headers: { host: 'localhost' },
      });
      await body.dump();
      if (statusCode !== 302) throw new Error(`a redirect answered ${statusCode}`);
    });
    await sleep(1);
  }
  await pool.close();
  return times;
}

async function under(load: () => Promise<unknown>, lanes: number): Promise<Times> {
  let stop = false;
  const lane = async () => {
    while (!stop) await load();
  };
  const running = Array.from({ length: lanes }, lane);
  const times = await redirects();
  stop = true;
  await Promise.all(running);
  return times;
}

async function feltByRedirects(key: string): Promise<void> {
  const pool = new HttpPool(origin, { connections: 32, pipelining: 1 });
  const send = async (method: 'GET' | 'POST', at: string, body?: unknown) => {
    const answer = await pool.request({
      method,
      path: `/api${at}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await answer.body.dump();
  };
  const url = () => `https://www.example.com/articles/${code(9)}`;
  const [first] = (await client(key)('/links?limit=1')).links as { id: string }[];
  const bulk = () => ({ links: Array.from({ length: 50 }, () => ({ url: url() })) });
  const passwords = () => ({ links: Array.from({ length: 50 }, () => ({ url: url(), password: 'correct horse' })) });
  console.table({
    'no load': summary(await redirects()),
    'POST /links, 4 at a time': summary(await under(() => send('POST', '/links', { url: url() }), 4)),
    'bulk of 50, 2 at a time': summary(await under(() => send('POST', '/links/bulk', bulk()), 2)),
    'bulk of 50 with passwords, 2 at a time': summary(await under(() => send('POST', '/links/bulk', passwords()), 2)),
    'GET /links?limit=100, 4 at a time': summary(await under(() => send('GET', '/links?limit=100'), 4)),
    'q in no link, 4 at a time': summary(await under(() => send('GET', `/links?q=zq${code(4)}~~`), 4)),
    'QR as SVG, 4 at a time': summary(
      await under(() => send('GET', `/links/${first?.id}/qr?ecc=H&size=${256 + Math.floor(random() * 99)}`), 4),
    ),
    'QR as PNG, 4 at a time': summary(await under(() => send('GET', `/links/${first?.id}/qr?format=png`), 4)),
  });
  await pool.close();
}

async function main(): Promise<void> {
  const options = { dir, durable: true, report: console.log };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redis.start()]);
  console.log(`seeding ${links} links …`);
  const key = await seed(mysql.url);
  const daemon = run(process.execPath, ['.build/current/daemon/server.js'], {
    MYSQL_URL: mysql.url,
    REDIS_URL: redis.url,
    LOCAL_DIR: path.join(dir, 'local'),
    LINKS_PORT: String(port),
    DEFAULT_SHORT_DOMAIN: 'localhost',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
    LINKS_INSTANCES: '1',
    PLANS_SCALE_REQUESTS_PER_MINUTE: '1000000000',
    PLANS_SCALE_LINKS_PER_MONTH: '1000000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000000',
  });
  await waitFor(`${origin}/readyz`, 200);
  const sql = createPool(connectionOptions(mysql.url));
  await sql.query(
    "INSERT INTO workspaces (id, public_id, name, plan, created_at, updated_at) VALUES (2, 'ws_bare', 'bare', 'scale', NOW(), NOW())",
  );

  await reads(key, sql);
  if (!isReadsOnly) await writes(key, mysql.url);
  await sql.end();
  daemon.kill('SIGKILL');
  await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
}

async function writes(key: string, mysqlUrl: string): Promise<void> {
  wrk(post(key, '/links', 'link()'), 64);
  const created = wrk(post(key, '/links', 'link()'), 64);
  const bareOne = await bareInserts(mysqlUrl, 1, 16);
  console.log(
    `POST /links: ${Math.round(created.perSecond)} a second (p99 ${created.p99} ms); bare one-row INSERTs: ${Math.round(bareOne)} a second; ratio ${round(created.perSecond / bareOne)}`,
  );
  const bulk = wrk(post(key, '/links/bulk', bulkBody), 16);
  const bareMany = await bareInserts(mysqlUrl, 50, 16);
  console.log(
    `POST /links/bulk of 50: ${Math.round(bulk.perSecond * 50)} links a second (p99 ${bulk.p99} ms); bare INSERTs of 50 rows: ${Math.round(bareMany)} links a second; ratio ${round((bulk.perSecond * 50) / bareMany)}`,
  );
  await feltByRedirects(key);
}

await runBench(dir, main);
