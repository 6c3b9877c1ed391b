/**
 * Imports of links and of contacts: rows per second and memory above idle for CSV and JSON Lines, compared with each bulk API in
 * the same run, and redirects while links are imported. MySQL writes every commit to disk. BENCH_PARTS selects links or contacts.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
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
import { benchContactImports } from './parts/contact-imports.ts';
import { slugOf } from './parts/links.ts';
import { cpuOf, runBench } from './parts/processes.ts';
import { mysqlPidOf } from './parts/stores.ts';
import { writeScript, wrk } from './parts/wrk.ts';

const parts = (process.env.BENCH_PARTS || 'links,contacts').split(',');
const rows = Number(process.env.BENCH_ROWS || 100_000);
const bulkSize = 50;
const callers = 16;
const redirectsPerSecond = 1_000;
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
const script = path.join(import.meta.dirname, '../fixtures/import-process.js');

const linkAt = (form: string, n: number) => ({
  url: `https://www.shop-${n % 700}.com/products/${n.toString(36)}?ref=newsletter&id=${n}`,
  slug: `${form}${n.toString(36)}`,
  title: `Product ${n}`,
  tags: [`tag ${n % 50}`],
  createdAt: new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString(),
  importedClicks: n % 1_000,
});
/** `beside` is a CSV file that is imported while links redirect. */
type Form = 'csv' | 'jsonl' | 'beside';

function* linesOf(form: Form): Generator<string> {
  if (form !== 'jsonl') yield 'url,slug,title,tags,createdAt,clicks\n';
  for (let n = 0; n < rows; n++) {
    const { importedClicks: clicks, ...link } = linkAt(form, n);
    if (form === 'jsonl') yield `${JSON.stringify({ ...link, clicks })}\n`;
    else yield `${link.url},${link.slug},${link.title},${link.tags[0]},${link.createdAt},${clicks}\n`;
  }
}

async function main(): Promise<void> {
  const stack = { dir, durable: true, report: () => {} };
  const [mysql, redis] = await Promise.all([prepareMysql(stack), prepareRedis(stack)]);
  await Promise.all([mysql.start(), redis.start()]);
  if (parts.includes('links')) await benchLinks(mysql.url, redis.url);
  if (parts.includes('contacts')) {
    await benchContactImports({ mysqlUrl: mysql.url, redisUrl: redis.url, dir, rows });
  }
  await Promise.all([mysql.stop(), redis.stop()]);
}

async function benchLinks(mysqlUrl: string, redisUrl: string): Promise<void> {
  await migrate(mysqlUrl);
  const config = readConfig({
    LOCAL_DIR: dir,
    REDIS_PREFIX: 'bench',
    DEFAULT_SHORT_DOMAIN: 'localhost',
    PLANS_SCALE_LINKS_PER_MONTH: '10000000',
    ADDRESS_REQUESTS_PER_MINUTE: '10000000',
    PLANS_SCALE_REQUESTS_PER_MINUTE: '10000000',
  });
  const db = openDb<Tables>(mysqlUrl, dbOptions(config));
  const log = createLog('bench', 'silent');
  const daemon = await openDaemon({ config, log, db, redisUrl }, { writesSnapshot: false, recordsClicks: false });
  const port = await daemon.app.listen('127.0.0.1', 0);
  const origin = `http://127.0.0.1:${port}`;
  const engine = linkEngine(daemon.context);
  const mysqlPid = await mysqlPidOf(db);
  await mkdir(importFolder(config), { recursive: true });

  async function measure(form: Form): Promise<void> {
    const { id: workspaceId } = await addWorkspace(db, 'scale');
    const id = `imp_${form}`;
    await pipeline(Readable.from(linesOf(form)), createWriteStream(path.join(importFolder(config), id)));
    await insertImport(engine.store, {
      ...{ public_id: id, workspace_id: workspaceId, actor: '{"type":"operator"}', status: 'queued', file: id },
      ...{ requested_format: 'csv', on_taken: 'skip', dry_run: false, options: '{}', file_name: `links.${form}` },
      created_at: new Date(),
    });
    const found = await findImport(engine.store, workspaceId, id);
    const env = {
      PATH: process.env.PATH,
      MYSQL_URL: mysqlUrl,
      REDIS_PREFIX: 'bench',
      LOCAL_DIR: dir,
      PLANS_SCALE_LINKS_PER_MONTH: '10000000',
    };
    const child = spawn(process.execPath, ['--max-semi-space-size=64', script, String(found?.id), '15000'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const before = cpuOf(mysqlPid);
    const { idle, peak, ms, cpuUs } = JSON.parse(await text(child.stdout));
    const mysqlUs = cpuOf(mysqlPid) - before;
    const done = await findImport(engine.store, workspaceId, id);
    console.log(
      `links, ${form}: ${done?.created} of ${rows} links made (${done?.status}), ${Math.round(rows / (ms / 1_000))} rows a second, ` +
        `${Math.round(cpuUs / rows)} µs of processor time a row and ${Math.round(mysqlUs / rows)} of MySQL, ` +
        `${Math.round((peak - idle) / 2 ** 20)} MiB above idle`,
    );
  }

  async function bulk(): Promise<void> {
    const { key } = await addWorkspace(db, 'scale');
    let next = 0;
    const startedAt = performance.now();
    const lane = async () => {
      while (next < rows) {
        const from = next;
        next += bulkSize;
        const links = Array.from({ length: Math.min(bulkSize, rows - from) }, (_, n) => linkAt('bulk', from + n));
        const response = await fetch(`${origin}/api/links/bulk`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ links: links.map(({ createdAt: _at, ...link }) => link) }),
        });
        const { failed } = (await response.json()) as { failed?: number };
        if (failed !== 0) throw new Error(`bulk: ${response.status}`);
      }
    };
    await Promise.all(Array.from({ length: callers }, lane));
    console.log(
      `POST /links/bulk of ${bulkSize}, ${callers} callers: ${Math.round(rows / ((performance.now() - startedAt) / 1_000))} links a second`,
    );
  }

  async function redirect(): Promise<void> {
    const { key } = await addWorkspace(db, 'scale');
    await fetch(`${origin}/api/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com/', slug: slugOf(7) }),
    });
    const script = writeScript(dir, { links: 1, paths: 1, perSecond: redirectsPerSecond });
    for (const when of ['while links are imported', 'afterwards']) {
      const importing = when === 'afterwards' ? undefined : measure('beside');
      await sleep(importing ? 2_000 : 0);
      const { perSecond, p50, p99, errors } = await wrk(port, script, 5, []);
      console.log(
        `${Math.round(perSecond)} redirects a second ${when}: p50 ${p50} ms, p99 ${p99} ms, ${errors} failed`,
      );
      await importing;
    }
  }

  await measure('csv');
  await measure('jsonl');
  await bulk();
  await redirect();
  await daemon.close();
}

await runBench(dir, main);
