/**
 * A recorded redirect in the whole system: two redirect processes, a worker, MariaDB, Redis and wrk on the same cores, with 10,000
 * random links behind a trusted proxy. Under the same load it is compared with two processes of nginx and two of bare
 * uWebSockets.js. Nginx has the same slugs in a `map` and writes the same headers to a buffered log. Rounds alternate; each round's
 * processor time counts until its last click is stored. Then the latency at half the rate.
 *
 *   BENCH_LINKS (10,000)   BENCH_ROUNDS (5)   BENCH_SECONDS (4)   BENCH_DIRECT: without a proxy
 *   BENCH_OTHER: another build, measured in the same rounds (/somewhere/.build/current)
 *   BENCH_PROXY: also nginx as a proxy before Waypost, over TCP and over `LINKS_SOCKET`; the time is both programs'
 *   BENCH_PROFILE: a directory for V8's profile of each redirect process
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tables } from '../../daemon/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { findProgram } from '../../shared/local/debian.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { createLog } from '../../shared/log/log.ts';
import { builtRoot } from '../../shared/paths.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { seedLinks, slugOf, urlOf, writeBareServer } from './parts/links.ts';
import { cpuOf, end, largePages, run, runBench, waitFor } from './parts/processes.ts';
import { countStored, storePids } from './parts/stores.ts';
import { median, type Result, round, writeScript, wrk } from './parts/wrk.ts';

const links = Number(process.env.BENCH_LINKS || 10_000);
const rounds = Number(process.env.BENCH_ROUNDS || 5);
const secondsARound = Number(process.env.BENCH_SECONDS || 4);
const proxied = !process.env.BENCH_DIRECT;
const profile = process.env.BENCH_PROFILE;
const withProxy = Boolean(process.env.BENCH_PROXY);
const [barePort, nginxPort] = [28_094, 28_093];
const proxyPorts = { 'nginx to TCP': 28_092, 'nginx to sockets': 28_091 };
const builds = [builtRoot, process.env.BENCH_OTHER].filter((build) => build !== undefined);
/** Time until V8 has compiled the hot code. */
const warmSeconds = 8;
const storedWithinMs = 60_000;
/** The worker's processor time per ms once it has indexed and scanned the links, in µs. */
const idleUs = 60;

const isRival = (name: string) => ['bare', 'nginx'].includes(name);
const isProxy = (name: string) => name in proxyPorts;

const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

for (const program of ['wrk', 'nginx']) {
  if (!(await findProgram(program))) throw new Error(`this needs ${program}: apt-get install wrk nginx-light`);
}

function proxyServer(name: keyof typeof proxyPorts, upstreams: string[]): string {
  const port = proxyPorts[name];
  return `
  upstream links${port} { ${upstreams.map((upstream) => `server ${upstream};`).join(' ')} keepalive 64; keepalive_requests 100000000; }
  server { listen 127.0.0.1:${port} reuseport; access_log off;
    location / { proxy_pass http://links${port}; proxy_http_version 1.1; proxy_set_header Connection '';
      proxy_set_header Host $http_host; } }`;
}

/** Starts nginx with every link in its configuration, and returns its workers. */
async function startNginx(): Promise<Server> {
  const entries = Array.from({ length: links }, (_, n) => `/${slugOf(n)} ${JSON.stringify(urlOf(n))};`).join('\n');
  const logged =
    '$msec $remote_addr $http_x_forwarded_for $http_cf_ipcountry $host $uri "$http_user_agent" "$http_referer"';
  writeFileSync(
    path.join(dir, 'nginx.conf'),
    `
user root; worker_processes 2; daemon off; pid ${dir}/nginx.pid; error_log ${dir}/nginx.log;
events { worker_connections 1024; }
http { keepalive_requests 100000000; log_format visits '${logged}';
  access_log ${dir}/visits.log visits buffer=64k;
  map_hash_max_size 262144; map_hash_bucket_size 256;
  map $uri $target { default ''; ${entries} }
  server { listen 127.0.0.1:${nginxPort} reuseport;
    location / { add_header Cache-Control 'private, no-store'; if ($target = '') { return 404; } return 302 $target; } }
  ${withProxy ? proxyServer('nginx to TCP', ['127.0.0.1:28095', '127.0.0.1:28095']) : ''}
  ${
    withProxy
      ? proxyServer(
          'nginx to sockets',
          [0, 1].map((n) => `unix:${dir}/links-${n}.sock`),
        )
      : ''
  } }
`,
  );
  const { pid } = run('nginx', ['-c', path.join(dir, 'nginx.conf')]);
  await waitFor(`http://127.0.0.1:${nginxPort}/${slugOf(7)}`, 302);
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return { name: 'nginx', port: nginxPort, processes: workers.map((worker) => ({ pid: worker })) };
}

/** A server, and its processes that answer. */
type Server = { name: string; port: number; processes: { pid?: number | undefined }[] };
type Storing = { redirects: number; worker: number; mysql: number; redis: number };
type Round = Result & { all: Storing };

async function main(): Promise<void> {
  const options = { dir, durable: true, report: console.log };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redis.start()]);
  await seedLinks(mysql.url, links);
  const db = openDb<Tables>(mysql.url, { poolSize: 2 });
  const commands = openRedis(redis.url, 'commands', createLog('bench', 'warn'));
  await new Promise((resolve) => commands.once('ready', resolve));
  const pids = await storePids(db, commands);
  const env = {
    ...largePages,
    ...(proxied ? { TRUSTED_PROXIES: '127.0.0.0/8', COUNTRY_HEADER: 'cf-ipcountry' } : {}),
    ...{ MYSQL_URL: mysql.url, REDIS_URL: redis.url, DEFAULT_SHORT_DOMAIN: 'localhost' },
    ...{ LOG_LEVEL: 'warn', DRAIN_SECONDS: '0' },
  };
  const sockets = withProxy ? { LINKS_SOCKET: dir } : {};
  const servers: Server[] = [];
  const started: ChildProcess[] = [];
  for (const [n, build] of builds.entries()) {
    const port = 28_095 + n;
    const own = {
      ...env,
      LOCAL_DIR: path.join(dir, `local-${n}`),
      LINKS_PORT: String(port),
      ...(n === 0 ? sockets : {}),
    };
    const processes: ChildProcess[] = [];
    for (const instance of ['0', '1']) {
      const args = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
      const file = path.join(build, 'daemon/server.js');
      processes.push(run(process.execPath, [...args, file], { ...own, NODE_APP_INSTANCE: instance }));
      await waitFor(`http://127.0.0.1:${port}/${slugOf(7)}`, 302);
    }
    servers.push({ name: n === 0 ? 'waypost' : 'the other build', port, processes });
    started.push(...processes);
  }
  const bareFile = writeBareServer(dir, barePort);
  servers.push({ name: 'bare', port: barePort, processes: [1, 2].map(() => run(process.execPath, [bareFile])) });
  await waitFor(`http://127.0.0.1:${barePort}/`, 302);
  const nginx = await startNginx();
  servers.push(nginx);
  for (const [name, port] of Object.entries(withProxy ? proxyPorts : {}))
    servers.push({ name, port, processes: [...(servers[0] as Server).processes, ...nginx.processes] });
  const workerEnv = { ...env, LOCAL_DIR: path.join(dir, 'local-0') };
  const worker = run(process.execPath, [path.join(builtRoot, 'daemon/worker.js')], workerEnv);
  for (let previous = 0, used = Number.POSITIVE_INFINITY; used > idleUs * 4_000; used = cpuOf(worker.pid) - previous) {
    previous = cpuOf(worker.pid);
    await sleep(4_000);
  }

  const script = writeScript(dir, { links, paths: links, proxied });
  const spent = (processes: Server['processes']): Storing => ({
    redirects: processes.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    worker: cpuOf(worker.pid),
    mysql: cpuOf(pids.mysql),
    redis: cpuOf(pids.redis),
  });
  async function measure({ name, port, processes }: Server, seconds: number): Promise<Round> {
    const [before, stored] = [spent(processes), await countStored(db)];
    const result = await wrk(
      port,
      script,
      seconds,
      processes.map(({ pid }) => pid),
    );
    const until = Date.now() + storedWithinMs;
    while (!isRival(name) && (await countStored(db)) < stored + result.requests && Date.now() < until) await sleep(100);
    // Segments are removed from the disk once they are stored.
    await sleep(1_500);
    const after = spent(processes);
    const each = (key: keyof Storing) => (after[key] - before[key]) / result.requests;
    const all = { redirects: each('redirects'), worker: each('worker'), mysql: each('mysql'), redis: each('redis') };
    return { ...result, all };
  }

  const results = new Map<string, Round[]>(servers.map(({ name }) => [name, []]));
  for (const server of servers) await measure(server, warmSeconds);
  for (let turn = 0; turn < rounds; turn++) {
    for (const server of servers) results.get(server.name)?.push(await measure(server, secondsARound));
  }
  const of = (name: string, value: (one: Round) => number) => round(median((results.get(name) as Round[]).map(value)));
  console.table(
    Object.fromEntries(
      servers.map(({ name }) => [
        name,
        {
          'requests/s': Math.round(of(name, (one) => one.perSecond)),
          'p50 ms': of(name, (one) => one.p50),
          'p99 ms': of(name, (one) => one.p99),
          failed: of(name, (one) => one.errors),
          'redirects, µs': of(name, ({ all }) => all.redirects),
          'worker, µs': of(name, ({ all }) => all.worker),
          'MySQL, µs': of(name, ({ all }) => all.mysql),
          'Redis, µs': of(name, ({ all }) => all.redis),
        },
      ]),
    ),
  );
  const ratios = (name: string, rival: string, value: (one: Round) => number) =>
    (results.get(name) as Round[]).map(
      (one, turn) => value(one) / value((results.get(rival) as Round[])[turn] as Round),
    );
  const show = (all: number[]) => `${round(median(all))} (${all.map((one) => round(one)).join(', ')})`;
  for (const name of servers.map((server) => server.name).filter((name) => !isRival(name) && !isProxy(name))) {
    for (const rival of ['bare', 'nginx'])
      console.log(`${name} / ${rival}, processor time: ${show(ratios(name, rival, ({ all }) => all.redirects))}`);
    console.log(`${name} / nginx, requests: ${show(ratios(name, 'nginx', ({ perSecond }) => perSecond))}`);
  }
  for (const { name, port, processes } of servers) {
    const rate = of('waypost', (one) => one.perSecond);
    const half = writeScript(dir, { links, paths: links, proxied, perSecond: rate / 2 });
    const result = await wrk(
      port,
      half,
      secondsARound * 2,
      processes.map(({ pid }) => pid),
    );
    console.log(
      `${name} at ${Math.round(result.perSecond)}/s: p50 ${result.p50} ms, p99 ${result.p99} ms, ${result.errors} failed`,
    );
  }
  await Promise.all([worker, ...started].map(end));
  commands.disconnect();
  await db.destroy();
  await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
}

await runBench(dir, main);
