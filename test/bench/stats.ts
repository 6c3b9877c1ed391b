/**
 * The analytics API's queries over many clicks of one workspace in 30 days, compared with a GROUP BY over the raw rows; queries
 * about some of its links; and queries with filters over another workspace's blocks. CLICKS (50,000,000) and FILTERED_CLICKS
 * (10,000,000) change the numbers. MariaDB generates the rows; breakdowns have a realistic size.
 */

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { newBreakdown, toPart } from '../../daemon/clicks/breakdown.ts';
import { placeOf } from '../../daemon/clicks/core/dimensions.ts';
import { dayOf } from '../../daemon/clicks/time.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { addUpCounts, getCounts } from '../../daemon/stats/core/queries.ts';
import { openClickScanner } from '../../daemon/stats/scan/click-scanner.ts';
import { toStats } from '../../daemon/stats/show-counts.ts';
import { listTopLinks } from '../../daemon/stats/top-links.ts';
import { openDb } from '../../shared/db/db.ts';
import { prepareMysql } from '../../shared/local/private-stores.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { statsWindow } from '../fixtures/clicks.ts';
import { fillClickBlocks } from './parts/click-blocks.ts';

const clicks = Number(process.env.CLICKS ?? 50_000_000);
const filteredClicks = Number(process.env.FILTERED_CLICKS ?? 10_000_000);
const days = 30;
const links = 100_000;
const rounds = 200;

const dir = await mkdtemp(path.join(tmpdir(), 'waypost-bench-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
const mysql = await prepareMysql({ dir, durable: false, report: console.log });
await mysql.start();
await migrate(mysql.url);
const db = openDb<Tables>(mysql.url, { poolSize: 8 });
const today = dayOf(Date.now());
const words = Array.from({ length: 3_000 }, (_, n) => ({ id: n + 2, word: `site${n}.example` }));
await db.insertInto('click_words').values(words).execute();

/** A breakdown of this many clicks. */
function partOf(n: number): string {
  const breakdown = newBreakdown();
  for (const [dimension, values] of [60, 3, 6, 12, 300, 2, 30, 10, 5, 20].entries()) {
    const kept = Math.min(n, values);
    for (let value = 0; value < kept; value++) {
      const id = dimension === 0 ? 0x4141 + value : dimension > 1 && dimension < 5 ? value + 2 : value;
      breakdown[dimension]?.set(id, [Math.ceil(n / kept), Math.ceil(n / kept / 2)]);
    }
  }
  return `x'${toPart(breakdown).toString('hex')}'`;
}
const bySize = [1, 3, 10, 30, 100, 300, 1_000, 10_000, 1_000_000]
  .map((most) => `WHEN n <= ${most} THEN ${partOf(most)}`)
  .join(' ');

await sql`
  CREATE TABLE raw_clicks (
    day SMALLINT UNSIGNED, workspace_id INT UNSIGNED, link_id INT UNSIGNED, ms INT UNSIGNED, seq BIGINT UNSIGNED,
    visitor BIGINT UNSIGNED, country SMALLINT UNSIGNED, device TINYINT UNSIGNED, os INT UNSIGNED, browser INT UNSIGNED,
    referrer INT UNSIGNED, flags TINYINT UNSIGNED, PRIMARY KEY (day, workspace_id, link_id, ms, seq)
  )`.execute(db);

const began = Date.now();
for (let day = today - days; day < today; day++) {
  // Links are log-uniform, which is Zipf's law with exponent 1.
  await sql
    .raw(
      `INSERT INTO raw_clicks SELECT ${day}, 1, FLOOR(POW(${links}, RAND())), FLOOR(RAND() * 86400000), seq, FLOOR(RAND() * 1e15),
         17477, 1 + seq % 3, 2 + seq % 5, 2 + seq % 10, 2 + FLOOR(POW(3000, RAND())), IF(seq % 2, 4, 0)
       FROM seq_1_to_${Math.round(clicks / days)} ORDER BY 3, 4`,
    )
    .execute(db);
  const counts = (bucket: string, columns: string, group: string) =>
    `SELECT 1, ${bucket}, link_id, n, u, 0, 0, 1000, CASE ${bySize} END
     FROM (SELECT ${columns}, COUNT(*) AS n, SUM(flags DIV 4) AS u FROM raw_clicks WHERE day = ${day} GROUP BY ${group}) AS c`;
  await sql.raw(`INSERT INTO click_days ${counts(String(day), 'link_id', 'link_id')}`).execute(db);
  await sql
    .raw(`INSERT INTO click_hours ${counts(`${day * 24} + h`, 'ms DIV 3600000 AS h, link_id', 'h, link_id')}`)
    .execute(db);
  for (const table of ['click_days', 'click_hours']) {
    const bucket = table === 'click_days' ? 'day' : 'hour';
    const first = table === 'click_days' ? day : day * 24;
    await sql
      .raw(
        `INSERT INTO ${table} SELECT 1, ${bucket}, 0, SUM(clicks), SUM(unique_clicks), 0, 1000, ${partOf(1_000_000)}
         FROM ${table} WHERE ${bucket} >= ${first} AND link_id > 0 GROUP BY ${bucket}`,
      )
      .execute(db);
  }
}
const { rows } = await sql<{ name: string; n: number; bytes: number }>`
  SELECT TABLE_NAME AS name, TABLE_ROWS AS n, DATA_LENGTH AS bytes FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE 'click%'`.execute(db);
console.log(`${clicks.toLocaleString('en')} clicks loaded in ${Math.round((Date.now() - began) / 1_000)} s`);
for (const { name, n, bytes } of rows)
  if (Number(bytes) > 1e6) console.log(`  ${name}: ${n} rows, ${(Number(bytes) / 2 ** 20).toFixed(0)} MiB`);

const iso = (day: number, hour = 0) => new Date((day * 24 + hour) * 3_600_000).toISOString();
const windowOf = (from: string, to: string, interval?: 'hour' | 'day') =>
  statsWindow({ from, to, ...(interval ? { interval } : {}) }, 1_825, Date.now());
const windows = {
  '24 hours': windowOf(iso(today - 2, 5), iso(today - 1, 5)),
  '30 days by day': windowOf(iso(today - 29, 5), iso(today, 5)),
  '30 days by hour': windowOf(iso(today - 29, 5), iso(today, 5), 'hour'),
};
async function measure(name: string, times: number, ask: () => Promise<unknown>): Promise<void> {
  const firstStarted = performance.now();
  await ask();
  const first = performance.now() - firstStarted;
  const taken: number[] = [];
  for (let round = 0; round < times; round++) {
    const started = performance.now();
    await ask();
    taken.push(performance.now() - started);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) =>
    (taken[Math.min(taken.length - 1, Math.floor(share * taken.length))] as number).toFixed(1);
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, the first time ${first.toFixed(1)} ms`);
}
for (const [name, window] of Object.entries(windows)) {
  const stats = async (linkId: number) => toStats(db, window, await getCounts(db, { workspaceId: 1, linkId }, window));
  await measure(`most clicked link, ${name}`, rounds, () => stats(1));
  await measure(`random link, ${name}`, rounds, () => stats(1 + Math.floor(Math.random() * links)));
  await measure(`workspace, ${name}`, rounds, () => stats(0));
  await measure(`its top links, ${name}`, 20, () => listTopLinks(db, 1, window, { limit: 10, now: Date.now() }));
}

const month = windows['30 days by day'];
for (const size of [10, 100, 1_000, 5_000, 20_000]) {
  const group = Array.from({ length: size }, (_, n) => 1 + Math.floor((n * links) / size));
  await measure(`${size} links added up, 30 days by day`, 5, async () =>
    toStats(db, month, await addUpCounts(db, { workspaceId: 1, linkIds: group }, month)),
  );
}
for (const timezone of ['Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland']) {
  for (const days of [30, 1_825]) {
    const window = statsWindow({ from: iso(today - days), to: iso(today), timezone }, 1_825, Date.now());
    await measure(`workspace, ${days} days of ${timezone}`, 20, async () =>
      toStats(db, window, await getCounts(db, { workspaceId: 1, linkId: 0 }, window)),
    );
  }
}

const blocks = await fillClickBlocks(db, { workspaceId: 2, clicks: filteredClicks, days, today });
console.log(
  `${filteredClicks.toLocaleString('en')} clicks in ${blocks.count} blocks, ${(blocks.bytes / filteredClicks).toFixed(1)} bytes each`,
);
const scanner = openClickScanner(db);
for (const [name, filters] of Object.entries({
  'country and referrer': [
    { dimension: placeOf('country'), id: 17_477 },
    { dimension: placeOf('referrer'), id: 5 },
  ],
  'language and UTM source': [
    { dimension: placeOf('language'), id: 40 },
    { dimension: placeOf('utmSource'), id: 60 },
  ],
  'one that nearly all clicks have': [{ dimension: placeOf('trigger'), id: 0 }],
})) {
  const question = {
    workspaceId: 2,
    linkIds: undefined,
    times: { from: month.from, to: month.to },
    filters,
    topLinks: 10,
  };
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await measure(`filters by ${name}, 30 days`, 5, () => scanner.scan(question, new AbortController().signal));
  console.log(`  longest hold of the asking thread ${(delays.max / 1e6 - 1).toFixed(1)} ms`);
}
await scanner.close();
await measure('GROUP BY over raw rows, most clicked link, 30 days, one dimension', 3, () =>
  sql`SELECT referrer, COUNT(*) FROM raw_clicks WHERE day >= ${today - days} AND workspace_id = 1 AND link_id = 1 GROUP BY referrer`.execute(
    db,
  ),
);
await measure('GROUP BY over raw rows, workspace, 30 days, one dimension', 1, () =>
  sql`SELECT referrer, COUNT(*) FROM raw_clicks WHERE day >= ${today - days} AND workspace_id = 1 GROUP BY referrer`.execute(
    db,
  ),
);
await db.destroy();
await mysql.stop();
