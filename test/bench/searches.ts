/**
 * Link searches during an import, right after it, and after a restart of Waypost and MariaDB, each kind once: in a workspace of
 * BENCH_LINKS links, of which BENCH_ROWS are imported with the BENCH_DATES `none`, `backwards` (newest first) or `mixed`.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tables } from '../../daemon/core/tables.ts';
import { openDaemon } from '../../daemon/daemon.ts';
import { importFolder, linkEngine } from '../../daemon/imports/engine.ts';
import { readConfig } from '../../shared/config/config.ts';
import { openDb } from '../../shared/db/db.ts';
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
  if (links > rows) await fillLinks(open.db, workspaceId, links - rows);

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

  await search('before, ms');
  const engine = linkEngine(open.daemon.context);
  await mkdir(importFolder(config), { recursive: true });
  const file = 'imp_1';
  await pipeline(Readable.from(lines()), createWriteStream(path.join(importFolder(config), file)));
  await insertImport(engine.store, {
    ...{ public_id: file, workspace_id: workspaceId, actor: '{"type":"operator"}', status: 'queued', file },
    ...{ format_asked: 'csv', on_taken: 'skip', dry_run: false, options: '{}', file_name: 'links.csv' },
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
