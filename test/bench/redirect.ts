/**
 * Redirects of one process over a million links with random slugs and recorded clicks. They are compared with a bare uWebSockets.js
 * 302 and nginx's `return 302` in the same run, each with the same wrk script. Rounds alternate, and medians are compared. Then the
 * latency at half that rate.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findProgram } from '../../shared/local/debian.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { builtRoot } from '../../shared/paths.ts';
import { seedLinks, slugOf, urlOf, writeBareServer } from './parts/links.ts';
import { end, largePages, rssOf, run, runBench, waitFor } from './parts/processes.ts';
import { median, type Result, round, writeScript, wrk } from './parts/wrk.ts';

const links = Number(process.env.BENCH_LINKS || 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS || 5);
const secondsARound = Number(process.env.BENCH_SECONDS || 6);
const ports = { waypost: 28_080, bare: 28_081, nginx: 28_082, off: 28_083 };

const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

for (const program of ['wrk', 'nginx']) {
  if (!(await findProgram(program))) throw new Error(`this needs ${program}: apt-get install wrk nginx-light`);
}

async function main(): Promise<void> {
  const options = { dir, durable: false, report: console.log };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  await Promise.all([mysql.start(), redis.start()]);
  console.log(`seeding ${links} links …`);
  await seedLinks(mysql.url, links);

  const built = (file: string) => JSON.stringify(path.join(builtRoot, file));
  writeFileSync(
    path.join(dir, 'off.mjs'),
    `
import { createHosts } from ${built('daemon/redirect/map/hosts.js')};
import { createRedirect } from ${built('daemon/redirect/redirect.js')};
import { SlugMap } from ${built('daemon/redirect/map/slug-map.js')};
import { createHttpServer } from ${built('shared/http/server.js')};
const map = new SlugMap();
const slugOf = ${slugOf};
const urlOf = ${urlOf};
for (let n = 0; n < ${links}; n++) {
  map.set(0, slugOf(n), { linkId: n + 1, checksum: n, permanent: false, banned: false, takesContacts: false, location: urlOf(n), rare: [] });
}
const hot = createRedirect({ current: { map }, hosts: createHosts('localhost'), record() {}, catchUp: async () => false, clients: { behindProxy: false } });
const server = createHttpServer({ routes: [], hot, renderError: () => ({ status: 500 }) });
await server.listen('127.0.0.1', ${ports.off});
`,
  );
  writeFileSync(
    path.join(dir, 'nginx.conf'),
    `
worker_processes 1; daemon off; pid ${dir}/nginx.pid; error_log ${dir}/nginx.log;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 100000000;
  server { listen 127.0.0.1:${ports.nginx} reuseport; location / { return 302 ${urlOf(7)}; } } }
`,
  );
  const started = Date.now();
  const env = {
    ...largePages,
    MYSQL_URL: mysql.url,
    REDIS_URL: redis.url,
    LOCAL_DIR: path.join(dir, 'local'),
    LINKS_PORT: String(ports.waypost),
    DEFAULT_SHORT_DOMAIN: 'localhost',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
  };
  let daemon = run(process.execPath, ['.build/current/daemon/server.js'], env);
  await waitFor(`http://127.0.0.1:${ports.waypost}/${slugOf(7)}`, 302);
  const loadSeconds = (Date.now() - started) / 1_000;
  const rssLoaded = rssOf(daemon.pid);
  const bare = run(process.execPath, [writeBareServer(dir, ports.bare)]);
  const off = run(process.execPath, [path.join(dir, 'off.mjs')]);
  const nginx = run('nginx', ['-c', path.join(dir, 'nginx.conf')]);
  await waitFor(`http://127.0.0.1:${ports.bare}/`, 302);
  await waitFor(`http://127.0.0.1:${ports.nginx}/`, 302);
  await waitFor(`http://127.0.0.1:${ports.off}/${slugOf(7)}`, 302);
  const nginxWorker = Number(readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8').trim());

  const uniform = writeScript(dir, { links, paths: links });
  const hot = writeScript(dir, { links, paths: 1 });
  const results: Record<string, Result[]> = {
    waypost: [],
    'waypost, clicks off': [],
    'waypost, one hot link': [],
    'bare uWebSockets.js': [],
    nginx: [],
  };
  await wrk(ports.waypost, uniform, 3, [daemon.pid]);
  for (let turn = 0; turn < rounds; turn++) {
    // Clicks are sent for a few seconds, so that the daemon rests after each of its rounds.
    results.waypost?.push(await wrk(ports.waypost, uniform, secondsARound, [daemon.pid]));
    results['waypost, clicks off']?.push(await wrk(ports.off, uniform, secondsARound, [off.pid]));
    results['bare uWebSockets.js']?.push(await wrk(ports.bare, uniform, secondsARound, [bare.pid]));
    results.nginx?.push(await wrk(ports.nginx, uniform, secondsARound, [nginxWorker]));
    results['waypost, one hot link']?.push(await wrk(ports.waypost, hot, secondsARound, [daemon.pid]));
    await setTimeout(secondsARound * 1_000);
  }
  const rssWarm = rssOf(daemon.pid);
  const of = (name: string) => median((results[name] as Result[]).map(({ perSecond }) => perSecond));
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, all]) => [
        name,
        {
          'requests/s': Math.round(of(name)),
          'p50 ms': round(median(all.map(({ p50 }) => p50))),
          'p99 ms': round(median(all.map(({ p99 }) => p99))),
          'CPU µs': round(median(all.map(({ cpuUs }) => cpuUs))),
          failed: all.reduce((sum, { errors }) => sum + errors, 0),
        },
      ]),
    ),
  );
  const ratios = (a: string, b: string) =>
    median(
      (results[a] as Result[]).map(
        ({ perSecond }, index) => perSecond / ((results[b] as Result[])[index] as Result).perSecond,
      ),
    );
  console.log(`waypost / bare uWebSockets.js   ${round(ratios('waypost', 'bare uWebSockets.js'), 3)}`);
  console.log(`waypost / nginx return 302      ${round(ratios('waypost', 'nginx'), 3)}`);
  const cpu = (a: string, b: string) =>
    median(
      (results[a] as Result[]).map(({ cpuUs }, index) => ((results[b] as Result[])[index] as Result).cpuUs / cpuUs),
    );
  console.log(
    `the same by processor time      ${round(cpu('waypost', 'bare uWebSockets.js'), 3)} (bare), ${round(cpu('waypost', 'nginx'), 3)} (nginx)`,
  );
  console.log(`clicks on / clicks off          ${round(ratios('waypost', 'waypost, clicks off'), 3)}`);
  console.log(`one hot link / uniform          ${round(ratios('waypost, one hot link', 'waypost'), 3)}`);
  const rate = of('waypost');
  const half = await wrk(
    ports.waypost,
    writeScript(dir, { links, paths: links, perSecond: rate / 2 }),
    secondsARound * 2,
    [daemon.pid],
  );
  console.log(
    `at ${round(half.perSecond / rate)} of that rate: p50 ${half.p50} ms, p99 ${half.p99} ms, ${half.errors} failed`,
  );
  console.log(`${links} links from MySQL, process start to first redirect: ${round(loadSeconds)} s`);
  console.log(`RSS after loading ${Math.round(rssLoaded)} MiB, after the rounds ${Math.round(rssWarm)} MiB`);

  await end(daemon);
  const again = Date.now();
  daemon = run(process.execPath, ['.build/current/daemon/server.js'], env);
  await waitFor(`http://127.0.0.1:${ports.waypost}/${slugOf(7)}`, 302);
  console.log(
    `the same from the snapshot: ${round((Date.now() - again) / 1_000)} s, RSS ${Math.round(rssOf(daemon.pid))} MiB`,
  );
  await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
}

await runBench(dir, main);
