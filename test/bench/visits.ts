/**
 * Processor time of visits beside a plain redirect's, in short rounds of alternating order: with three variants, with five rules, of
 * which the last one matches, and with unknown paths of a custom domain. One path is requested, then a new one each time. A visit's
 * time includes sending its click to Redis.
 *
 *   BENCH_LINKS (100,000)   BENCH_ROUNDS (12)   BENCH_SECONDS (1)   BENCH_KINDS: some of these kinds, separated by commas
 *   BENCH_OTHER: another checkout with its build, whose redirects are measured in the same rounds
 *   BENCH_PROFILE: a directory for V8's profile of the redirect process
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Connection, createConnection } from 'mysql2/promise';
import { connectionOptions } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { projectRoot } from '../../shared/paths.ts';
import { insertLinks, slugOf, urlOf } from './parts/links.ts';
import { end, largePages, rssOf, run, runBench, waitFor } from './parts/processes.ts';
import { median, type Result, round, writeScript, wrk } from './parts/wrk.ts';

const links = Number(process.env.BENCH_LINKS || 100_000);
const rounds = Number(process.env.BENCH_ROUNDS || 12);
const secondsARound = Number(process.env.BENCH_SECONDS || 1);
const other = process.env.BENCH_OTHER;
const profile = process.env.BENCH_PROFILE;
/** Time in which a process sends the clicks of a round. */
const restMs = 1_500;
/** Numbers of plain links, of links with variants, and of links with rules. */
const ruled = Math.floor(links / 3);
const ports = { waypost: 28_085, other: 28_086 };
const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

const variants = [50, 30, 20].map((weight, n) => ({ url: urlOf(n), weight, name: 'ABC'[n] }));
const conditions = [
  { language: 'de' },
  { device: 'mobile' },
  { country: 'JP' },
  { ip: '198.51.100.0/24' },
  { referrer: 'news.example.org' },
];
const rules = conditions.map((when, n) => ({ when, url: urlOf(n) }));

/** Creates a checkout's database with the links. */
async function prepare(mysqlUrl: string, checkout: string, database: string): Promise<{ url: string; db: Connection }> {
  const server = await createConnection(connectionOptions(mysqlUrl));
  await server.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
  await server.end();
  const url = Object.assign(new URL(mysqlUrl), { pathname: `/${database}` }).href;
  const env = { ...process.env, MYSQL_URL: url };
  await promisify(execFile)(process.execPath, [path.join(checkout, 'shared/run.js'), 'migrate'], {
    cwd: checkout,
    env,
  });
  await insertLinks(url, links);
  return { url, db: await createConnection(connectionOptions(url)) };
}

async function addRules(db: Connection): Promise<void> {
  await db.query('UPDATE links SET variants = ? WHERE id > ? AND id <= ?', [
    JSON.stringify(variants),
    ruled,
    2 * ruled,
  ]);
  await db.query('UPDATE links SET rules = ? WHERE id > ?', [JSON.stringify(rules), 2 * ruled]);
  await db.query(
    "INSERT INTO domains (public_id, workspace_id, hostname, status, created_at, updated_at) VALUES ('dom_b', 1, 'go.example', 'verified', NOW(), NOW())",
  );
}

async function main(): Promise<void> {
  const options = { dir, durable: false, report: console.log };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redis.start()]);
  const start = async (checkout: string, name: keyof typeof ports) => {
    const { url, db } = await prepare(mysql.url, checkout, name);
    // Tables of other versions can be without rules.
    const isRuled = await addRules(db).then(
      () => true,
      () => false,
    );
    await db.end();
    const env = {
      ...{ ...largePages, MYSQL_URL: url, REDIS_URL: redis.url, REDIS_PREFIX: name, LOCAL_DIR: path.join(dir, name) },
      ...{ LINKS_PORT: String(ports[name]), DEFAULT_SHORT_DOMAIN: 'localhost', LOG_LEVEL: 'warn', DRAIN_SECONDS: '0' },
    };
    const args = profile && name === 'waypost' ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
    const child = run(process.execPath, [...args, path.join(checkout, '.build/current/daemon/server.js')], env);
    await waitFor(`http://127.0.0.1:${ports[name]}/${slugOf(7)}`, 302);
    return { child, isRuled };
  };
  const { child: daemon } = await start(projectRoot, 'waypost');
  const beside = other ? await start(other, 'other') : undefined;

  const at = (first: number) => writeScript(dir, { links: ruled, first, paths: ruled });
  const unknown = (paths: number) => writeScript(dir, { links: 1, paths, unknownOn: 'go.example' });
  const withRules = { variants: { script: at(ruled) }, rules: { script: at(2 * ruled) } };
  const kinds: Record<string, { port?: number; script: string; pid?: number | undefined }> = {
    plain: { script: at(0) },
    ...withRules,
    'unknown, one path': { script: unknown(1) },
    'unknown, new paths': { script: unknown(2) },
  };
  for (const name of beside ? ['plain', ...(beside.isRuled ? Object.keys(withRules) : [])] : []) {
    kinds[`${name}, other`] = { script: kinds[name]?.script as string, port: ports.other, pid: beside?.child.pid };
  }
  const names = Object.keys(kinds).filter((name) =>
    (process.env.BENCH_KINDS ?? name).split(',').includes(name.split(',')[0] as string),
  );
  const measure = async (name: string, seconds: number): Promise<Result> => {
    const { script, port = ports.waypost, pid = daemon.pid } = kinds[name] as (typeof kinds)[string];
    return await wrk(port, script, seconds, [pid], restMs);
  };
  for (const name of names) await measure(name, 3);
  const rssBefore = rssOf(daemon.pid);
  const results = new Map<string, Result[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn < rounds; turn++) {
    for (let n = 0; n < names.length; n++) {
      // Even rounds are in order, odd ones in reverse, and each starts with another kind.
      const name = names[(turn + (turn % 2 === 0 ? n : names.length - n)) % names.length] as string;
      results.get(name)?.push(await measure(name, secondsARound));
    }
  }
  report(results);
  console.log(`RSS before the rounds ${Math.round(rssBefore)} MiB, after them ${Math.round(rssOf(daemon.pid))} MiB`);
  await end(daemon);
  await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
}

/**
 * Prints medians, and ratios within a round: to plain redirects of the same checkout, of new unknown paths to one path, and of the
 * other checkout's plain redirects to these.
 */
function report(results: Map<string, Result[]>): void {
  const bases: Record<string, string> = {
    'unknown, new paths': 'unknown, one path',
    'variants, other': 'plain, other',
    'rules, other': 'plain, other',
  };
  const best = (all: Result[]) =>
    all.map(({ cpuUs }) => cpuUs).sort((a, b) => a - b)[Math.floor(all.length / 4)] as number;
  const rows = [...results].map(([name, all]) => {
    const base = results.get(bases[name] ?? 'plain') ?? all;
    const ratios = all.map(({ cpuUs }, turn) => cpuUs / (base[turn] as Result).cpuUs).sort((a, b) => a - b);
    const quarter = (share: number) => round(ratios[Math.floor(ratios.length * share)] as number, 3);
    return [
      name,
      {
        'CPU µs': round(median(all.map(({ cpuUs }) => cpuUs))),
        ratio: quarter(0.5),
        // Other work on the machine only adds time, so the best rounds are the most alike.
        'of the best quarters': round(best(all) / best(base), 3),
        'middle half': `${quarter(0.25)} to ${quarter(0.75)}`,
        requests: all.reduce((sum, { requests }) => sum + requests, 0),
      },
    ] as const;
  });
  console.table(Object.fromEntries(rows));
}

await runBench(dir, main);
