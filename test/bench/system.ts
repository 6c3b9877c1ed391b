/**
 * Cost of a click from the request to its row: redirects at a fixed rate through the real processes, with the processor time of each
 * until the last click is stored. A bare uWebSockets.js under the same load is the comparison, directly and behind a trusted proxy.
 * On request, it also measures the highest rate that storing keeps up with, and the processes' memory over many redirects. The load
 * comes from `parts/visitors.ts`.
 *
 *   BENCH_LINKS (1,000,000)   BENCH_RATE (10,000 a second)   BENCH_SECONDS (30)   BENCH_INSTANCES (2)
 *   BENCH_KEEP_UP_SECONDS (0; 60 is meant)   BENCH_REDIRECTS (0; 10,000,000 is meant)
 *   BENCH_PROFILE: a directory, for a profile of each process (perf's, and of Node also V8's)
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tables } from '../../daemon/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { createLog } from '../../shared/log/log.ts';
import { projectRoot } from '../../shared/paths.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { seedLinks, slugOf, writeBareServer } from './parts/links.ts';
import { cpuOf, end, largePages, rssOf, run, runBench, waitedOf, waitFor } from './parts/processes.ts';
import { countStored, storePids } from './parts/stores.ts';
import type { Answered, Load } from './parts/visitors.ts';

const links = Number(process.env.BENCH_LINKS || 1_000_000);
const rate = Number(process.env.BENCH_RATE || 10_000);
const seconds = Number(process.env.BENCH_SECONDS || 30);
const instances = Number(process.env.BENCH_INSTANCES || 2);
const keepUpSeconds = Number(process.env.BENCH_KEEP_UP_SECONDS || 0);
const redirects = Number(process.env.BENCH_REDIRECTS || 0);
const profiles = process.env.BENCH_PROFILE;
const ports = { waypost: 28_090, bare: 28_091 };
const storedWithinMs = 300_000;
/** A process with less work per ms than this counts as idle. */
const idleUs = profiles ? 300 : 60;
const idleWithinMs = 1_200_000;
/** Storing keeps up if at the end it is behind by fewer seconds of clicks than this. */
const keptUpSeconds = 5;

const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
type Pids = Record<string, number>;

/** Resolves when every request was answered; `watch` gets the number of responses each second. */
function visit(load: Load, watch: (answered: number) => void = () => {}): Promise<Answered> {
  const file = path.join(import.meta.dirname, 'parts/visitors.js');
  const child = spawn(process.execPath, [file, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: projectRoot,
  });
  return new Promise((resolve, reject) => {
    let rest = '';
    let last: Answered | undefined;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) {
        if (line.startsWith('{')) last = JSON.parse(line) as Answered;
        else watch(Number(line));
      }
    });
    child.once('exit', () => (last ? resolve(last) : reject(new Error('the visitors ended too early'))));
  });
}

const loadOf = (port: number, perSecond: number, requests: number, proxied: boolean): Load => ({
  ...{ port, perSecond: Math.round(perSecond), requests: Math.round(requests), links, proxied },
  connections: 256,
});

/** The number of stored clicks once no more arrive. */
async function countSettled(db: Db): Promise<number> {
  let count = -1;
  for (let now = await countStored(db); now !== count; now = await countStored(db)) {
    count = now;
    await sleep(4_000);
  }
  return count;
}

/** The ms until this many clicks were stored. @throws if they never are */
async function waitUntilStored(db: Db, clicks: number): Promise<number> {
  const from = Date.now();
  while ((await countStored(db)) < clicks) {
    if (Date.now() - from > storedWithinMs) throw new Error(`${await countStored(db)} of ${clicks} clicks were stored`);
    await sleep(100);
  }
  return Date.now() - from;
}

const nodeArgs = () => (profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []);

/** Records each process with perf during `during`. */
async function profiled<T>(name: string, pids: Pids, during: () => Promise<T>): Promise<T> {
  const recorders = Object.entries(profiles ? pids : {}).map(([process, pid]) =>
    run('perf', [
      'record',
      '-q',
      '-F',
      '499',
      '-g',
      '-p',
      String(pid),
      '-o',
      path.join(profiles as string, `${name}-${process}.perf`),
    ]),
  );
  try {
    return await during();
  } finally {
    await Promise.all(recorders.map(end));
  }
}

type Stores = { mysqlUrl: string; redisUrl: string; db: Db; pids: Pids };

async function startWaypost({ mysqlUrl, redisUrl, pids }: Stores, proxied: boolean) {
  const env = {
    ...largePages,
    ...(proxied ? { TRUSTED_PROXIES: '127.0.0.0/8', COUNTRY_HEADER: 'cf-ipcountry' } : {}),
    MYSQL_URL: mysqlUrl,
    REDIS_URL: redisUrl,
    LOCAL_DIR: path.join(dir, 'local'),
    LINKS_PORT: String(ports.waypost),
    DEFAULT_SHORT_DOMAIN: 'localhost',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
  };
  const start = (file: string, instance: number) =>
    run(process.execPath, [...nodeArgs(), `.build/current/daemon/${file}.js`], {
      ...env,
      NODE_APP_INSTANCE: String(instance),
    });
  const started: Record<string, ChildProcess> = {};
  for (let n = 0; n < instances; n++) {
    started[`links ${n}`] = start('server', n);
    await waitFor(`http://127.0.0.1:${ports.waypost}/${slugOf(7)}`, 302);
  }
  started.worker = start('worker', 0);
  // Warms up each process.
  await visit(loadOf(ports.waypost, rate, rate * 3, proxied));
  const all: Pids = Object.fromEntries(Object.entries(started).map(([name, { pid }]) => [name, pid as number]));
  return { pids: { ...all, ...pids }, stop: () => Promise.all(Object.values(started).map(end)) };
}

const ofEach = (pids: Pids, look: (pid: number) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, look(pid)]));
const less = (after: Record<string, number>, before: Record<string, number>, by: number) =>
  Object.fromEntries(Object.keys(after).map((name) => [name, round(((after[name] ?? 0) - (before[name] ?? 0)) / by)]));
const round = (value: number, digits = 2) => Number(value.toFixed(digits));

/** Each process's processor time per request during `work`. */
async function cost(pids: Pids, requests: number, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = ofEach(pids, cpuOf);
  await work();
  return less(ofEach(pids, cpuOf), before, requests);
}

/** The share of time in which each process was ready and had no core during `work`. */
async function waiting(pids: Pids, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const [before, from] = [ofEach(pids, waitedOf), performance.now()];
  await work();
  return less(ofEach(pids, waitedOf), before, (performance.now() - from) * 1_000);
}

/** Waits until new links are indexed and scanned. Returns the remaining work per ms, in µs. @throws if it never ends */
async function waitUntilIdle(pids: Pids): Promise<Record<string, number>> {
  const from = Date.now();
  for (;;) {
    const spent = await cost(pids, 5_000, () => sleep(5_000));
    if (Object.values(spent).every((us) => us < idleUs)) return spent;
    if (Date.now() - from > idleWithinMs) throw new Error(`still busy: ${JSON.stringify(spent)}`);
  }
}

async function measure(stores: Stores, barePid: number, proxied: boolean): Promise<void> {
  const name = proxied ? 'behind a trusted proxy' : 'directly';
  const requests = rate * seconds;
  let answered: Answered | undefined;
  const bare = await cost({ bare: barePid }, requests, async () => {
    answered = await visit(loadOf(ports.bare, rate, requests, proxied));
  });
  console.log(`${name}, bare uWebSockets.js: ${bare.bare} µs a request; ${describe(answered)}`);
  const waypost = await startWaypost(stores, proxied);
  const idle = await waitUntilIdle(waypost.pids);
  const before = await countSettled(stores.db);
  console.table({ [`${name}, µs a ms with nothing to do`]: idle });
  let lagMs = 0;
  let waited = {};
  const spent = await cost(waypost.pids, requests, () =>
    profiled(proxied ? 'proxied' : 'direct', waypost.pids, async () => {
      waited = await waiting(waypost.pids, async () => {
        answered = await visit(loadOf(ports.waypost, rate, requests, proxied));
      });
      lagMs = await waitUntilStored(stores.db, before + (answered?.answered ?? 0));
    }),
  );
  const redirecting = Object.entries(spent).reduce((sum, [key, us]) => sum + (key.startsWith('links') ? us : 0), 0);
  console.log(`${name}, waypost: ${describe(answered)}, all stored ${round(lagMs / 1_000, 1)} s after the last`);
  console.table({
    [`${name}, µs a click`]: { ...spent, 'all links': round(redirecting) },
    'share of the time without a core': waited,
  });
  console.log(`redirect processes, shipping included / bare: ${round(redirecting / (bare.bare as number))}`);
  if (!proxied && keepUpSeconds > 0) await findHighestRate(stores);
  if (!proxied && redirects > 0) await watchMemory(stores, waypost.pids);
  await waypost.stop();
}

const describe = (answered: Answered | undefined) =>
  answered
    ? `${Math.round(answered.perSecond)}/s, p50 ${round(answered.p50)} ms, p99 ${round(answered.p99)} ms, worst ${round(answered.worst, 1)} ms, ${answered.other} not redirected`
    : '';

/** Raises the rate by a fifth while storing keeps up with it. */
async function findHighestRate({ db }: Stores): Promise<void> {
  let highest = 0;
  for (let next = rate; ; next *= 1.2) {
    const before = await countStored(db);
    const answered = await visit(loadOf(ports.waypost, next, next * keepUpSeconds, false));
    const lagMs = await waitUntilStored(db, before + answered.answered);
    console.log(
      `${Math.round(next)}/s for ${keepUpSeconds} s: ${describe(answered)}, stored ${round(lagMs / 1_000, 1)} s after the last`,
    );
    if (lagMs > keptUpSeconds * 1_000 || answered.perSecond < next * 0.98) break;
    highest = next;
  }
  console.log(`highest rate that storing keeps up with for ${keepUpSeconds} s: ${Math.round(highest)}/s`);
}

/** Sends many redirects in sequence. Reports the processes' memory at each tenth, and that every click was stored. */
async function watchMemory({ db }: Stores, pids: Pids): Promise<void> {
  const before = await countStored(db);
  const rows: Record<string, Record<string, number>> = {};
  const look = (at: number) => {
    rows[`${round(at / 1e6, 2)} M`] = Object.fromEntries(
      Object.entries(pids).map(([name, pid]) => [name, Math.round(rssOf(pid))]),
    );
  };
  let next = 0;
  const answered = await visit(loadOf(ports.waypost, rate, redirects, false), (done) => {
    if (done < next) return;
    look(done);
    next += redirects / 10;
  });
  await waitUntilStored(db, before + answered.answered);
  look(answered.answered);
  console.table(rows);
  const stored = (await countStored(db)) - before;
  console.log(
    `MiB above. ${answered.answered} redirects, ${stored} clicks stored, ${stored - answered.answered} too many; ${describe(answered)}`,
  );
}

async function main(): Promise<void> {
  if (profiles) mkdirSync(profiles, { recursive: true });
  const options = { dir, durable: true, report: console.log };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redis.start()]);
  console.log(`seeding ${links} links …`);
  await seedLinks(mysql.url, links);
  const db = openDb<Tables>(mysql.url, { poolSize: 2 });
  const commands = openRedis(redis.url, 'commands', createLog('bench', 'warn'));
  await new Promise((resolve) => commands.once('ready', resolve));
  const pids = await storePids(db, commands);
  const bare = run(process.execPath, [writeBareServer(dir, ports.bare)]);
  await waitFor(`http://127.0.0.1:${ports.bare}/`, 302);
  const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, db, pids };
  for (const proxied of [false, true]) await measure(stores, bare.pid as number, proxied);
  commands.disconnect();
  await db.destroy();
  await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
}

await runBench(dir, main);
