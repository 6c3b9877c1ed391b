/**
 * Backup and restore of a million links and ten million clicks: sizes and times, with and without concurrent writes and clicks,
 * next to mariadb-dump and gzip of the same database in the same run. BENCH_LINKS and BENCH_CLICKS change the numbers.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tables } from '../../daemon/core/tables.ts';
import { insertApiKey } from '../../daemon/keys/queries.ts';
import { insertMember } from '../../daemon/members/queries.ts';
import { readConfig } from '../../shared/config/config.ts';
import { inTransaction, openDb } from '../../shared/db/db.ts';
import { migrateServices } from '../../shared/local/migrate-services.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { builtRoot } from '../../shared/paths.ts';
import { insertUser } from '../../shared/people/user-queries.ts';
import { agents } from '../fixtures/clicks.ts';
import { send } from '../fixtures/requests.ts';
import { fillClickBlocks } from './parts/click-blocks.ts';
import { seedLinks, slugOf } from './parts/links.ts';
import { cpuOf, end, rssOf, run, runBench, waitFor } from './parts/processes.ts';

const links = Number(process.env.BENCH_LINKS || 1_000_000);
const clicks = Number(process.env.BENCH_CLICKS || 10_000_000);
const writesASecond = 500;
const redirectsASecond = 250;
/** New processes are slower in their first seconds, which are reported separately. */
const phases = { 'while warming up': 10, 'without a backup': 20 };
const [port, host] = [18_480, { host: 'localhost:8080', 'user-agent': agents.firefox }];

const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/** Sends requests at a rate, at most `atOnce` in parallel. Returns the results. */
function offer(rate: number, atOnce: number, ask: () => Promise<{ status: number }>, expected: number) {
  const tookMs: number[] = [];
  const failed = new Map<string, number>();
  let [due, underWay] = [0, 0];
  const fail = (why: string) => failed.set(why, (failed.get(why) ?? 0) + 1);
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const until = ((performance.now() - startedAt) / 1_000) * rate;
    for (; due < until; due++) {
      if (underWay >= atOnce) continue;
      underWay++;
      const from = performance.now();
      ask()
        .then(
          ({ status }) => (status === expected ? tookMs.push(performance.now() - from) : fail(String(status))),
          (error: Error) => fail(error.message),
        )
        .finally(() => underWay--);
    }
  }, 5);
  return () => {
    clearInterval(timer);
    const sorted = tookMs.toSorted((a, b) => a - b);
    const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(0);
    const seconds = (performance.now() - startedAt) / 1_000;
    return `${Math.round(sorted.length / seconds)}/s, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, failed ${JSON.stringify([...failed])}`;
  };
}

let made = 0;
function startLoad(key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const write = () => {
    const body = JSON.stringify({ url: `https://example.com/${made}`, slug: `new-${made++}` });
    return send(`http://127.0.0.1:${port}/api/links`, { method: 'POST', headers, body });
  };
  const click = () => send(`http://127.0.0.1:${port}/${slugOf(Math.floor(Math.random() * links))}`, { headers: host });
  const stops = { writes: offer(writesASecond, 64, write, 201), redirects: offer(redirectsASecond, 32, click, 302) };
  return (when: string) => {
    for (const [name, stop] of Object.entries(stops)) console.log(`${when}, ${name}: ${stop()}`);
  };
}

/** Runs a command to its end. Reports its duration and, for a single process, its processor time and peak memory. */
async function time(what: string, command: string, env: Record<string, string> = {}): Promise<void> {
  const startedAt = performance.now();
  const child = spawn('/bin/bash', ['-c', `set -o pipefail; ${command}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let [cpu, rss] = [0, 0];
  const watch = setInterval(() => {
    try {
      [cpu, rss] = [cpuOf(child.pid), Math.max(rss, rssOf(child.pid) || 0)];
    } catch {
      // The process has just ended.
    }
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`${what} failed`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${what}: ${seconds} s, processor ${(cpu / 1e6).toFixed(1)} s, memory ${rss.toFixed(0)} MB`);
}

await runBench(dir, async () => {
  const options = { dir, durable: true, report: console.log };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redis.start()]);
  const env = { MYSQL_URL: mysql.url, REDIS_URL: redis.url, LOCAL_DIR: dir, LOG_LEVEL: 'error' };
  const config = readConfig({ ...env, LINKS_PORT: String(port) });
  await migrateServices(config, mysql.url);
  await seedLinks(mysql.url, links);
  const db = openDb<Tables>(mysql.url, { poolSize: 4 });
  const today = Math.floor(Date.now() / 86_400_000);
  await fillClickBlocks(db, { workspaceId: 1, clicks, days: 30, today });
  const key = await inTransaction(db, async (trx) => {
    await trx.updateTable('workspaces').set({ plan: 'unlimited' }).execute();
    const about = { email: 'bench@example.com', name: 'Bench', passwordHash: null, verified: true };
    const user = await insertUser(trx, about, new Date());
    await insertMember(trx, { workspaceId: 1, userId: user.id, role: 'admin' }, new Date());
    return insertApiKey(trx, { workspaceId: 1, createdBy: user.id, role: 'admin', name: 'bench' }, new Date());
  });
  console.log('filled');

  const limits = { LINKS_PORT: String(port), ADDRESS_REQUESTS_PER_MINUTE: '1000000' };
  const services = ['daemon/server.js', 'daemon/worker.js'].map((entry) =>
    run(process.execPath, [path.join(builtRoot, entry)], { ...env, ...limits }),
  );
  await waitFor(`http://127.0.0.1:${port}/readyz`, 200);
  for (const [phase, seconds] of Object.entries(phases)) {
    const stop = startLoad(key.key);
    await sleep(seconds * 1_000);
    stop(phase);
  }
  const backup = (file: string) => `${process.execPath} ${path.join(builtRoot, 'shared/backup/main.js')} ${file}`;
  const [busyFile, file, dump] = ['busy.tar', 'idle.tar', 'dump.sql.gz'].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
  ];
  const busy = startLoad(key.key);
  await time('backup under load', backup(busyFile), env);
  busy('during the backup');
  for (const service of services) await end(service);
  await db.destroy();

  await time('backup', backup(file), env);
  const socket = new URL(mysql.url).searchParams.get('socketPath');
  const client = `--no-defaults --socket=${socket} --user=root`;
  await time('dump', `mariadb-dump ${client} --single-transaction --quick waypost | gzip > ${dump}`);
  console.log(`sizes: backup ${mb(statSync(file).size)}, dump ${mb(statSync(dump).size)}`);
  const statement = "'CREATE DATABASE loaded'";
  await time('load of the dump', `mariadb ${client} -e ${statement} && gunzip -c ${dump} | mariadb ${client} loaded`);
  await time(
    'drop of it',
    `mariadb ${client} -e 'DROP DATABASE loaded; DROP DATABASE waypost; CREATE DATABASE waypost'`,
  );
  await time('restore', `${process.execPath} ${path.join(builtRoot, 'shared/backup/restore.js')} ${file}`, env);
  await Promise.all([mysql.stop(), redis.stop()]);
  rmSync(dir, { recursive: true, force: true });
});
