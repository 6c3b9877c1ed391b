/**
 * Clicks from the redirect path into MySQL with their counts: generated at a rate, by Zipf over 100,000 links and with half as many
 * visitors as clicks, through the real capture, spool and shipping to worker processes. The cost of capture is measured on its own
 * first, so that the rest of this process's time is shipping. CLICKS_PER_SECOND (25,000), SECONDS (60) and WORKERS (1) change the
 * load.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createClickCapture } from '../../daemon/clicks/capture.ts';
import { startClicks } from '../../daemon/clicks/clicks.ts';
import { makeDays } from '../../daemon/clicks/make-days.ts';
import { Spool } from '../../daemon/clicks/spool.ts';
import { dayMs } from '../../daemon/clicks/time.ts';
import type { Tables } from '../../daemon/core/tables.ts';
import { createClients } from '../../daemon/redirect/client.ts';
import { openGeo } from '../../daemon/redirect/geo.ts';
import { openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { createLog } from '../../shared/log/log.ts';
import { migrate } from '../../shared/migrations/migrate.ts';
import { builtRoot } from '../../shared/paths.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { userAgents, zipf } from './parts/population.ts';
import { cpuOf } from './parts/processes.ts';
import { countStored, storePids } from './parts/stores.ts';

const rate = Number(process.env.CLICKS_PER_SECOND ?? 25_000);
const seconds = Number(process.env.SECONDS ?? 60);
const workerCount = Number(process.env.WORKERS ?? 1);
const calibrated = 100_000;
const links = 100_000;
const burst = 50;

const dir = await mkdtemp(path.join(tmpdir(), 'waypost-bench-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
const options = { dir, durable: true, report: console.log };
const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
await Promise.all([mysql.start(), redis.start()]);
await migrate(mysql.url);
const db = openDb<Tables>(mysql.url, { poolSize: 4 });
const log = createLog('bench', 'warn');
const now = new Date();
await db
  .insertInto('workspaces')
  .values({ id: 1, public_id: 'ws', name: 'bench', plan: 'scale', created_at: now, updated_at: now })
  .execute();
for (let from = 1; from <= links; from += 2_000) {
  const rows = Array.from({ length: 2_000 }, (_, n) => from + n).map((id) => ({
    id,
    public_id: `lnk_${id}`,
    workspace_id: 1,
    domain_id: 0,
    slug: `s${id}`,
    url: 'https://example.com/',
    redirect_type: 302,
    created_at: now,
    updated_at: now,
  }));
  await db.insertInto('links').values(rows).execute();
}

const workers = Array.from({ length: workerCount }, () =>
  spawn(process.execPath, ['--max-semi-space-size=64', path.join(builtRoot, 'daemon/worker.js')], {
    env: { ...process.env, MYSQL_URL: mysql.url, REDIS_URL: redis.url, LOCAL_DIR: dir, LOG_LEVEL: 'warn' },
    stdio: 'inherit',
  }),
);
const commands = openRedis(redis.url, 'commands', log);
await new Promise((resolve) => commands.once('ready', resolve));
const settings = {
  localDir: dir,
  redisPrefix: 'waypost',
  spoolMegabytes: 2_048,
  trustedProxies: [],
  countryHeader: '',
};
const geo = await openGeo('', log);
const clients = createClients(settings, geo.country);

const pickLink = zipf(links);
const referers = Array.from({ length: 300 }, (_, n) => (n % 3 ? `https://www.site${n}.example/some/page` : ''));
const total = rate * seconds;

type Capture = { record: ReturnType<typeof createClickCapture>['record'] };

function clickOnce(capture: Capture, n: number): bigint {
  const person = Math.floor(Math.random() * (total / 2));
  const peer = Uint8Array.of(11 + (person >>> 16), person >>> 8, person, person % 251).buffer;
  const headers = {
    getHeader: (name: string) =>
      name === 'user-agent'
        ? (userAgents[person % 500] as string)
        : name === 'referer'
          ? (referers[n % 300] as string)
          : '',
  };
  const linkId = 1 + pickLink();
  const started = process.hrtime.bigint();
  capture.record(linkId, headers, { getRemoteAddress: () => peer }, n % 10 ? 'link' : 'qr', 0);
  return process.hrtime.bigint() - started;
}

const stores = await storePids(db, commands);

/** CPU seconds of workers, MySQL and Redis. */
function cpuOfStores(): number[] {
  const ofWorkers = workers.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  return [ofWorkers, cpuOf(stores.mysql), cpuOf(stores.redis)].map((us) => us / 1e6);
}

/** CPU seconds of this process. */
const ownCpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Generates clicks at the rate. Returns the ns that recording them took. */
async function makeClicks(capture: Capture, count: number, watch = async (_made: number) => {}): Promise<bigint> {
  const startedAt = Date.now();
  let spent = 0n;
  for (let made = 0; made < count; ) {
    const due = Math.min(count, ((Date.now() - startedAt) / 1_000) * rate);
    while (made < due) {
      for (let n = 0; n < burst && made < due; n++) spent += clickOnce(capture, made++);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await watch(made);
    await sleep(1);
  }
  return spent;
}

/** Cost of a click up to the spool, in CPU seconds of this process. */
async function costOfCapture(): Promise<number> {
  const spool = new Spool({ directory: path.join(dir, 'calibration'), maxBytes: 1 << 30, log });
  const salts = { get: () => Buffer.alloc(32, 7) };
  const capture = createClickCapture({
    spool,
    salts,
    clients,
    log,
  });
  await makeClicks(capture, calibrated / 2);
  const before = ownCpu();
  await makeClicks(capture, calibrated);
  const cost = (ownCpu() - before) / calibrated;
  capture.close();
  await spool.close();
  return cost;
}

/** Waits until the workers have scanned all links, which is not measured. */
async function untilIdle(): Promise<void> {
  for (let indexed = 0; indexed < links; await sleep(500)) {
    const row = await db
      .selectFrom('link_scans')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('fingerprint', 'is not', null)
      .executeTakeFirstOrThrow();
    indexed = Number(row.n);
  }
  await db
    .updateTable('link_scans')
    .set({ due_at: new Date(Date.now() + 1e10) })
    .execute();
  for (let [previous = 0] = cpuOfStores(), used = 1; used > 0.2; ) {
    await sleep(2_000);
    const [cpu = 0] = cpuOfStores();
    used = cpu - previous;
    previous = cpu;
  }
}

/** Waits for link totals and tag orders, which are part of storing a click. */
async function untilTotalsFollowed(): Promise<void> {
  for (const table of ['noted_clicks', 'clicked_links'] as const) {
    while (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) await sleep(250);
  }
}

/** MySQL's statements, their bytes, and the bytes it wrote. */
async function serverCounts(): Promise<number[]> {
  const { rows } = await sql<{ Variable_name: string; Value: string }>`SHOW GLOBAL STATUS WHERE Variable_name IN
    ('Questions', 'Bytes_received', 'Innodb_data_written')`.execute(db);
  const countOf = (name: string) => Number(rows.find((row) => row.Variable_name === name)?.Value);
  return ['Questions', 'Bytes_received', 'Innodb_data_written'].map(countOf);
}

await untilIdle();
const captureCost = await costOfCapture();
const clicks = await startClicks({ config: settings, db, redis: commands, clients, log });
await sleep(500);
const [ownBefore, cpuBefore, serverBefore] = [ownCpu(), cpuOfStores(), await serverCounts()];
const startedAt = Date.now();
let reported = startedAt;
const spent = await makeClicks(clicks, total, async (made) => {
  if (Date.now() - reported < 5_000) return;
  reported = Date.now();
  console.log(`${Math.round((reported - startedAt) / 1_000)} s: ${made} made, ${await countStored(db)} stored`);
});
const madeAt = Date.now();
while ((await countStored(db)) < total && Date.now() - madeAt < 300_000) await sleep(100);
const doneAt = Date.now();
const perClick = (cpuSeconds: number) => (1e6 * cpuSeconds) / total;
const shipping = perClick(ownCpu() - ownBefore - captureCost * total);
await untilTotalsFollowed();
const serverAfter = await serverCounts();
const cpuAfter = cpuOfStores();
const spentThere = cpuAfter.map((after, n) => perClick(after - (cpuBefore[n] as number)));

type Size = { name: string; bytes: number; n: number };

async function sizes(): Promise<Size[]> {
  await sql`ANALYZE TABLE click_blocks, click_hours, click_days`.execute(db);
  const { rows } = await sql<Size>`
    SELECT TABLE_NAME AS name, DATA_LENGTH AS bytes, TABLE_ROWS AS n FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN ('click_blocks','click_hours','click_days')`.execute(db);
  return rows;
}

function reportSizes(all: Size[]): void {
  for (const { name, bytes, n } of all) {
    console.log(`${name}: about ${n} rows, ${(Number(bytes) / total).toFixed(1)} bytes a click`);
  }
}

const sizesOfOpenDay = await sizes();
const perSecond = (count: number, ms: number) => `${Math.round((1_000 * count) / ms).toLocaleString('en')}/s`;
console.log(`made ${total.toLocaleString('en')} clicks at ${perSecond(total, madeAt - startedAt)}`);
console.log(
  `stored and counted at ${perSecond(total, doneAt - startedAt)}, ${((doneAt - madeAt) / 1_000).toFixed(1)} s behind at the end`,
);
console.log(`record() ${(Number(spent) / total).toFixed(0)} ns a click; lost ${clicks.numbers.clicks_lost?.value()}`);
const [workerCpu, mysqlCpu, redisCpu] = spentThere.map((one) => one.toFixed(1));
console.log(
  `CPU µs a click: generator, capture and spool ${(1e6 * captureCost).toFixed(1)}; shipping ${shipping.toFixed(1)}, ` +
    `${workerCount} worker(s) ${workerCpu}, MySQL ${mysqlCpu}, Redis ${redisCpu}: stored for ` +
    `${spentThere.reduce((sum, one) => sum + one, shipping).toFixed(1)}`,
);
const [statements, received, written] = serverAfter.map((after, n) => (after - (serverBefore[n] as number)) / total);
console.log(
  `MySQL a thousand clicks: ${((statements as number) * 1_000).toFixed(2)} statements; a click: ` +
    `${received?.toFixed(0)} bytes received, ${written?.toFixed(0)} written to disk`,
);
reportSizes(sizesOfOpenDay);
// The following night's work.
const [ownAtNight, mysqlAtNight, nightAt] = [ownCpu(), cpuOf(stores.mysql), Date.now()];
await makeDays(db, new Date(Date.now() + 1.5 * dayMs));
console.log(
  `days made in ${((Date.now() - nightAt) / 1_000).toFixed(1)} s, CPU µs a click: ${perClick(ownCpu() - ownAtNight).toFixed(1)}, ` +
    `MySQL ${perClick((cpuOf(stores.mysql) - mysqlAtNight) / 1e6).toFixed(1)}`,
);
reportSizes(await sizes());
await clicks.close();
const gone = workers.map((worker) => once(worker, 'exit'));
for (const worker of workers) worker.kill();
await Promise.all(gone);
geo.close();
commands.disconnect();
await db.destroy();
await Promise.all([mysql.stop(), redis.stop()]);
