/**
 * Cost of a tag with some thousand links in a workspace of a million (LINKS) with three million daily counts: its statistics,
 * asked first, again, and after a click each; searches with a total or within a tag (not with BENCH_STATS_ONLY). Rows are made
 * inside MariaDB.
 */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool, type Pool } from 'mysql2/promise';
import { newBreakdown, toPart } from '../../daemon/clicks/breakdown.ts';
import { dayOf } from '../../daemon/clicks/time.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { insertApiKey } from '../../daemon/keys/queries.ts';
import { sealAll } from '../../daemon/links/search/block-queries.ts';
import { connectionOptions, openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/stack.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { run, runBench, waitFor } from './parts/processes.ts';

const links = Number(process.env.LINKS || 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS || 20);
const days = 31;
const port = 28_096;
const origin = `http://127.0.0.1:${port}`;
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

const words = 'spring summer autumn winter sale launch guide report event podcast recipe travel music video'.split(' ');
const wordAt = (n: string) => `ELT(1 + ${n} % ${words.length}, ${words.map((word) => `'${word}'`).join(', ')})`;

/** The breakdown of some clicks; what is in none of the others comes from `turn`. */
function partOf(clicks: number, turn: number): string {
  const breakdown = newBreakdown();
  for (const [dimension, values] of breakdown.entries()) {
    for (let click = 0; click < clicks; click++) {
      const id = dimension === 0 ? 0x4141 + ((turn * 7 + click) % 40) : 2 + ((turn * 13 + click * 5) % (dimension * 4));
      const [n, unique] = values.get(id) ?? [0, 0];
      values.set(id, [n + 1, unique + 1]);
    }
  }
  return `x'${toPart(breakdown).toString('hex')}'`;
}
const parts = Array.from({ length: 30 }, (_, turn) => partOf(1 + (turn % 3), turn));
const partAt = (n: string) => `ELT(1 + ${n} % 30, ${parts.join(', ')})`;
/** One of three, as the parts have. */
const clicksAt = (n: string) => `1 + ${n} % 30 % 3`;

/** Links of the tag are clicked every third day and in every twentieth hour, others less by two thirds. */
async function seedCounts(sql: Pool, today: number): Promise<void> {
  const count = (table: string, bucket: number, often: number, rarely: number) =>
    sql.query(
      `INSERT INTO ${table} SELECT 1, ${bucket}, id, ${clicksAt('n')}, ${clicksAt('n')}, 0, n % 3600000, ${partAt('n')}
       FROM (SELECT id, CRC32(CONCAT(id, '-', ${bucket})) AS n FROM links) AS clicked
       WHERE n % IF(CRC32(id) % 100 = 0, ${often}, ${rarely}) = 0`,
    );
  const whole = (table: string, column: string, bucket: number) =>
    sql.query(
      `INSERT INTO ${table} SELECT 1, ${bucket}, 0, SUM(clicks), SUM(unique_clicks), 0, 3599999, ${partOf(1_000, 1)}
       FROM ${table} WHERE workspace_id = 1 AND ${column} = ${bucket}`,
    );
  for (let day = today - days; day <= today; day++) {
    await count('click_days', day, 3, 10);
    await whole('click_days', 'day', day);
    if (day > today - days + 2 && day < today - 1) continue;
    for (let hour = day * 24; hour < day * 24 + 24; hour++) {
      await count('click_hours', hour, 20, 60);
      await whole('click_hours', 'hour', hour);
    }
  }
}

async function seed(mysqlUrl: string): Promise<string> {
  await migrate(mysqlUrl);
  const db = openDb<Tables>(mysqlUrl, { poolSize: 2 });
  const sql = createPool(connectionOptions(mysqlUrl));
  const began = Date.now();
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
  await sql.query(
    `INSERT INTO links (id, public_id, workspace_id, domain_id, slug, url, title, archived, created_at, updated_at)
       SELECT seq, CONCAT('lnk_', seq), 1, 0, CONCAT('s', LPAD(CONV(seq, 10, 36), 6, '0')),
         CONCAT('https://www.shop-', seq % 700, '.com/', ${wordAt('CRC32(seq)')}, '/', ${wordAt('CRC32(seq + 1e7)')}, '-',
           SUBSTR(SHA1(seq), 1, 10), '?ref=', ${wordAt('CRC32(seq + 2e7)')}, '&id=', seq),
         IF(seq % 3 = 0, CONCAT(${wordAt('CRC32(seq + 3e7)')}, ' ', SUBSTR(SHA1(seq + 1e7), 1, 4)), NULL),
         seq % 50 = 0, '2026-01-01' + INTERVAL seq * 20 SECOND, '2026-01-01' + INTERVAL seq * 20 SECOND
       FROM seq_1_to_${links}`,
  );
  await sql.query(
    "INSERT INTO tags (id, workspace_id, name, link_count) VALUES (1, 1, 'campaign', 0), (2, 1, 'many', 0)",
  );
  for (const [tag, each] of [
    [1, 100],
    [2, 3],
  ]) {
    await sql.query(
      `INSERT INTO link_tags (link_id, tag_id, position, archived, created_at, title)
         SELECT id, ${tag}, ${tag}, archived, created_at, title FROM links WHERE CRC32(id) % ${each} = 0`,
    );
  }
  await sql.query('UPDATE tags SET link_count = (SELECT COUNT(*) FROM link_tags WHERE tag_id = tags.id)');
  await seedCounts(sql, dayOf(Date.now()));
  await sql.query('ANALYZE TABLE links, link_tags, tags, click_days, click_hours');
  await sealAll(db, 1);
  console.log(`filled in ${Math.round((Date.now() - began) / 1_000)} s`);
  const { key } = await insertApiKey(db, { workspaceId: 1, createdBy: 1, role: 'admin', name: 'bench' }, new Date());
  const [rows] = await sql.query(
    `SELECT (SELECT COUNT(*) FROM link_tags WHERE tag_id = 1) AS links, (SELECT COUNT(*) FROM click_days) AS days,
       (SELECT COUNT(*) FROM click_hours) AS hours,
       (SELECT COUNT(*) FROM click_days WHERE link_id IN (SELECT link_id FROM link_tags WHERE tag_id = 1)) AS daysOfTag`,
  );
  console.log(rows);
  await Promise.all([sql.end(), db.destroy()]);
  return key;
}

async function main(): Promise<void> {
  const options = { dir, durable: true, report: console.log };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redis.start()]);
  console.log(mysql.url);
  const key = await seed(mysql.url);
  const service = run(process.execPath, ['.build/current/daemon/server.js'], {
    MYSQL_URL: mysql.url,
    REDIS_URL: redis.url,
    LOCAL_DIR: path.join(dir, 'local'),
    LINKS_PORT: String(port),
    DEFAULT_SHORT_DOMAIN: 'localhost',
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    LINKS_INSTANCES: '1',
    PLANS_SCALE_REQUESTS_PER_MINUTE: '1000000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000000',
  });
  await waitFor(`${origin}/readyz`, 200);
  const sql = createPool(connectionOptions(mysql.url));
  const get = async (at: string) => {
    const answer = await fetch(`${origin}/api${at}`, { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    if (answer.status >= 300) throw new Error(`${at}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const table: Record<string, Record<string, number>> = {};
  const measure = async (name: string, one: (turn: number) => Promise<unknown>, times = rounds) => {
    const taken: number[] = [];
    for (let turn = 0; turn <= times; turn++) {
      const began = performance.now();
      await one(turn);
      taken.push(Number((performance.now() - began).toFixed(1)));
    }
    const [first = 0, ...rest] = taken;
    rest.sort((a, b) => a - b);
    const at = (share: number) => rest[Math.min(rest.length - 1, Math.floor(rest.length * share))] as number;
    table[name] = { 'first ms': first, 'p50 ms': at(0.5), 'p95 ms': at(0.95) };
  };
  const today = dayOf(Date.now());
  const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
  const whole = `from=${iso(today - 30)}&to=${iso(today - 1)}`;
  await measure('stats?tag, 30 whole days', () => get(`/stats?tag=campaign&${whole}`));
  await measure('stats?tag, last 30 days', () => get('/stats?tag=campaign'));
  await measure('stats?tag, last 7 days', () => get(`/stats?tag=campaign&from=${iso(today - 7)}`));
  await measure('stats?tag, last 30 days, a click between', async (turn) => {
    const hour = Math.floor(Date.now() / 3_600_000);
    for (const [unit, bucket] of [
      ['hour', hour],
      ['day', Math.floor(hour / 24)],
    ]) {
      await sql.query(
        `INSERT INTO click_${unit}s VALUES (1, ${bucket}, ${turn + 1}, 1, 1, 0, 1, ${parts[0]}), (1, ${bucket}, 0, 1, 1, 0, 1, ${parts[0]})
         ON DUPLICATE KEY UPDATE clicks = clicks + 1, breakdown = CONCAT(breakdown, VALUES(breakdown))`,
      );
    }
    await get('/stats?tag=campaign');
  });
  const [sample] = (await sql.query('SELECT slug, url FROM links WHERE id % 9973 = 0 LIMIT 100')) as unknown as [
    { url: string }[],
  ];
  const part = (turn: number) =>
    (/-([0-9a-f]{10})\?/.exec(sample[turn % sample.length]?.url ?? '') as string[])[1] as string;
  const kinds: Record<string, (turn: number) => string> = {
    'in most links': (turn) => words[turn % words.length] as string,
    'in one link': part,
    '6 characters, in one link or few': (turn) => part(turn).slice(0, 6),
    '4 characters, in some': (turn) => part(turn).slice(2, 6),
    '3 characters, in many': (turn) => part(turn).slice(2, 5),
    'two words, in few': (turn) => `${words[turn % 14]}/${words[(turn * 3) % 14]}-0`,
    'in no link': (turn) => encodeURIComponent(`zq${turn}xj~kv`),
  };
  for (const [kind, q] of Object.entries(process.env.BENCH_STATS_ONLY ? {} : kinds)) {
    for (const filter of [
      '',
      '&count=true',
      '&tag=campaign',
      '&tag=campaign&count=true',
      '&tag=many',
      '&tag=many&count=true',
    ])
      await measure(`q ${kind}${filter}`, (turn) => get(`/links?q=${q(turn)}${filter}`), 10);
  }
  console.table(table);
  service.kill('SIGKILL');
  await sql.end();
  await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
}

await runBench(dir, main);
