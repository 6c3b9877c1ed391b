/**
 * Link searches during an import, right after it, and after a restart of Waypost and MariaDB, each kind once: in a workspace of
 * BENCH_LINKS links, of which BENCH_ROWS are imported with the BENCH_DATES `none`, `backwards` (newest first) or `mixed`. With
 * BENCH_FILTERS, which is a number of requests, nothing is imported: searches and pages with filters of tags, creators and times.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tables } from '../../daemon/core/tables.ts';
import { openDaemon } from '../../daemon/daemon.ts';
import { importFolder, linkEngine } from '../../daemon/imports/engine.ts';
import { readConfig } from '../../shared/config/config.ts';
import { openDb, withinMs } from '../../shared/db/db.ts';
import { findImport, insertImport } from '../../shared/import/queries.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { createLog } from '../../shared/log/log.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { dbOptions } from '../../shared/process/boot.ts';
import { addWorkspace } from '../fixtures/daemon.ts';
import { fillLinks } from '../fixtures/example/many-links.ts';
import { runBench } from './parts/processes.ts';

const links = Number(process.env.BENCH_LINKS || 1_000_000);
const rows = Number(process.env.BENCH_ROWS || 250_000);
const requests = Number(process.env.BENCH_FILTERS || 0);
const dates = process.env.BENCH_DATES || 'none';
const settings = { PLANS_SCALE_LINKS_PER_MONTH: '10000000', PLANS_SCALE_REQUESTS_PER_MINUTE: '10000000' };
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
const script = path.join(import.meta.dirname, '../fixtures/import-process.js');
const lookEveryMs = 5_000;

const startedAt = Date.now();
const dayMs = 86_400_000;
const textOf = (n: number) => (n * 7_919).toString(36);
const minutesOf: Record<string, (n: number) => number> = { backwards: (n) => n, mixed: (n) => (n * 7_919) % 300_000 };

function* lines(): Generator<string> {
  yield 'url,slug,title,tags,createdAt,clicks\n';
  for (let n = 0; n < rows; n++) {
    const minutes = minutesOf[dates]?.(n);
    const at = minutes === undefined ? '' : new Date(startedAt - dayMs - minutes * 60_000).toISOString();
    yield `https://www.shop-${n % 700}.com/products/${textOf(n)}?ref=news&id=${n},i${n.toString(36)},Product ${n},tag ${n % 50},${at},${n % 1_000}\n`;
  }
}

let turn = 0;
/** The kinds of searches, each time with new texts. */
function kinds(): Record<string, string> {
  const n = ++turn * 97;
  return {
    'in none': `q=zq${n}xjkv`,
    'in none, all': `q=zz${n}xjkw&archived=all`,
    '10 characters': `q=${encodeURIComponent(`s/${textOf(n)}?ref`)}`,
    '4 characters': `q=${textOf(n + 17).slice(0, 4)}`,
    '4, counted': `q=${textOf(n + 47).slice(0, 4)}&count=true`,
    '3, by clicks': `q=${textOf(n + 31).slice(0, 3)}&sort=clicks`,
    'in most': 'q=news',
    'in most, by clicks': 'q=product&sort=clicks',
    'with a tag': `q=zz${n}xjkw&tag=${encodeURIComponent('tag 7')}`,
  };
}

/** Filters of a third of the links, of one in 20 and of one in 5,000. */
const tagged = { many: 3, some: 20, few: 5_000 };
const filters = {
  'a rare and a common tag': 'tags=few,many',
  'two tags': 'tags=many,some',
  'any of three tags': 'tags=many,some,few&tagsMode=any',
  'a tag without another': 'tags=some&withoutTags=many',
  'without a common tag': 'withoutTags=many',
  'a week': 'createdFrom=WEEK&createdTo=DAY',
  'a week, with a tag without another': 'createdFrom=WEEK&createdTo=DAY&tags=many&withoutTags=some',
  'by one of two creators': 'createdBy=usr_many',
  'by a rare creator': 'createdBy=usr_few',
  'by a creator, with two tags': 'createdBy=usr_many&tags=many,some',
};

/** Adds tags and creators to the links. */
async function addFilters(db: Db, workspaceId: number): Promise<void> {
  await sql`UPDATE links SET created_by = IF(id % 5000 = 1, 'usr_few', IF(id % 2, 'usr_many', 'usr_more'))`.execute(db);
  for (const [name, each] of Object.entries(tagged)) {
    const { insertId } = await db
      .insertInto('tags')
      .values({ workspace_id: workspaceId, name, link_count: Math.floor(links / each) })
      .executeTakeFirstOrThrow();
    await sql`INSERT INTO link_tags (link_id, tag_id, position, archived, created_at, clicks, last_click_at, title)
      SELECT id, ${insertId}, 0, archived, created_at, clicks, last_click_at, title FROM links WHERE id % ${each} = 0`.execute(
      db,
    );
  }
  await sql`ANALYZE TABLE links, link_tags`.execute(db);
}

/** Prints how long each kind of filter takes: newest first, by clicks, and with searches. */
async function filtered(get: (query: string) => Promise<unknown>, requests: number): Promise<void> {
  const day = (ago: number) => new Date(startedAt - ago * dayMs).toISOString();
  const table: Record<string, Record<string, number>> = {};
  for (const [name, filter] of Object.entries(filters)) {
    const query = filter.replace('WEEK', day(107)).replace('DAY', day(100));
    for (const more of ['', '&sort=clicks', '&q=launch', '&q=RARE', '&q=launch&sort=clicks']) {
      const times: number[] = [];
      for (let turn = -2; turn < requests; turn++) {
        const from = performance.now();
        await get(query + more.replace('RARE', textOf((turn + 3) * 97).slice(0, 5)));
        if (turn >= 0) times.push(performance.now() - from);
      }
      times.sort((a, b) => a - b);
      const at = (share: number) => Math.round(times[Math.floor(times.length * share)] as number);
      table[`${name} ${more}`] = {
        'p50 ms': at(0.5),
        'p95 ms': at(0.95),
        'worst ms': Math.round(times.at(-1) as number),
      };
    }
  }
  console.table(table);
}

async function main(): Promise<void> {
  const stack = { dir, durable: true, report: () => {} };
  const [mysql, redis] = await Promise.all([prepareMysql(stack), prepareRedis(stack)]);
  await Promise.all([mysql.start(), redis.start()]);
  await migrate(mysql.url);
  const config = readConfig({
    ...settings,
    LOCAL_DIR: dir,
    REDIS_PREFIX: 'bench',
    ADDRESS_REQUESTS_PER_MINUTE: '10000000',
  });
  const openDaemonHere = async () => {
    const db = openDb<Tables>(mysql.url, dbOptions(config));
    const stores = { config, log: createLog('bench', 'silent'), db, redisUrl: redis.url };
    const daemon = await openDaemon(stores, { writesSnapshot: false, recordsClicks: false });
    return { db, daemon, origin: `http://127.0.0.1:${await daemon.app.listen('127.0.0.1', 0)}` };
  };
  let open = await openDaemonHere();
  const { id: workspaceId, key } = await addWorkspace(open.db, 'scale');
  await open.db.insertInto('workspace_link_states').values({ workspace_id: workspaceId, period: '2026-01' }).execute();
  const filled = requests > 0 ? links : links - rows;
  if (filled > 0) await fillLinks(open.db, workspaceId, filled);

  const search = async (when: string) => {
    const took: Record<string, number> = {};
    for (const [name, query] of Object.entries(kinds())) {
      const from = performance.now();
      const reply = await fetch(`${open.origin}/api/links?${query}`, { headers: { authorization: `Bearer ${key}` } });
      if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
      await reply.arrayBuffer();
      took[name] = Math.round(performance.now() - from);
    }
    console.log(`${when}: ${JSON.stringify(took)}`);
  };

  if (requests > 0) {
    await addFilters(withinMs(open.db, 600_000), workspaceId);
    const headers = { authorization: `Bearer ${key}` };
    await filtered(async (query) => {
      const reply = await fetch(`${open.origin}/api/links?limit=25&${query}`, { headers });
      if (!reply.ok) throw new Error(`${query}: ${reply.status} ${await reply.text()}`);
      await reply.arrayBuffer();
    }, requests);
    await open.daemon.close();
    await Promise.all([mysql.stop(), redis.stop()]);
    return;
  }
  await search('before, ms');
  const engine = linkEngine(open.daemon.context);
  await mkdir(importFolder(config), { recursive: true });
  const file = 'imp_1';
  await pipeline(Readable.from(lines()), createWriteStream(path.join(importFolder(config), file)));
  await insertImport(engine.store, {
    ...{ public_id: file, workspace_id: workspaceId, actor: '{"type":"operator"}', status: 'queued', file },
    ...{ requested_format: 'csv', on_taken: 'skip', dry_run: false, options: '{}', file_name: 'links.csv' },
    created_at: new Date(),
  });
  const find = () => findImport(engine.store, workspaceId, file);
  const env = { ...settings, PATH: process.env.PATH, MYSQL_URL: mysql.url, REDIS_PREFIX: 'bench', LOCAL_DIR: dir };
  spawn(process.execPath, [script, String((await find())?.id), '15000'], { env, stdio: 'ignore' });
  const from = performance.now();
  let lookedAt = from;
  for (let row = await find(); row?.status !== 'done'; row = await find()) {
    if (row?.status === 'failed') throw new Error(String(row.error));
    await sleep(100);
    if (performance.now() - lookedAt < lookEveryMs) continue;
    await search(`at row ${row?.position}`);
    lookedAt = performance.now();
  }
  console.log(`done after ${Math.round(performance.now() - from)} ms: ${(await find())?.created} links`);
  await search('after it');
  await search('again');
  await open.daemon.close();
  open = await openDaemonHere();
  await search('after a start of Waypost');
  await open.daemon.close();
  await mysql.stop();
  await mysql.start();
  open = await openDaemonHere();
  await search('after a start of MariaDB');
  await search('again');
  await open.daemon.close();
  await Promise.all([mysql.stop(), redis.stop()]);
}

await runBench(dir, main);
