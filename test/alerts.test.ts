/**
 * Every alert fires for its fault. Real processes cause the fault, and promtool evaluates the metrics from before it
 * and during an hour of it.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { createConnection } from 'mysql2/promise';
import { openSlugMap } from '../daemon/redirect/map/slug-map-lifecycle.ts';
import { dropUnsentBefore } from '../daemon/warehouse/queries.ts';
import { recordLastBackup } from '../shared/backup/last-backup.ts';
import { readConfig } from '../shared/config/config.ts';
import { needPackaged } from '../shared/local/debian.ts';
import { projectRoot } from '../shared/paths.ts';
import { addWorkspace } from './fixtures/daemon.ts';
import { leavePoison } from './fixtures/poison.ts';
import { freePort, service } from './fixtures/processes.ts';
import { log, openTestDb, putLink } from './fixtures/redirects.ts';
import { ask } from './fixtures/requests.ts';
import { startServers } from './fixtures/stack.ts';
import { until } from './fixtures/until.ts';
import { t } from './runner/tap.ts';

const rulesFile = path.join(projectRoot, '.github/monitoring/alerts.yml');

/** The values of metrics at one time, by series. */
type Scrape = { at: number; values: Map<string, number> };

/** Alerts that are tested elsewhere: their faults would fill a disk or a spool, or end while they are watched. */
const elsewhere = {
  WaypostClicksLost: 'test/daemon/clicks/spool.test.ts fills a spool',
  WaypostJobsWaiting: 'test/shared/jobs/queue-worker.test.ts leaves jobs waiting',
  WaypostDiskNearlyFull: '`npm run faults -- disk-full` fills a disk',
};

const missing = await needPackaged({ promtool: 'prometheus' }, 'The test of alert rules needs it.', () => {}).then(
  () => false,
  (error: Error) => error.message.split('\n')[0] ?? 'promtool is missing',
);

const step = 5;
/**
 * Returns ten minutes of the values before the fault, then the values during it. These continue at the rate between
 * two reads.
 */
function seriesOf(before: Scrape, first: Scrape, last: Scrape): { series: string; values: string }[] {
  const minutes = Math.max(1e-3, (last.at - first.at) / 60_000);
  return [...new Set([...before.values.keys(), ...last.values.keys()])].map((series) => {
    const [was, begins, ends] = [before, first, last].map(({ values }) => values.get(series));
    const slope = begins === undefined || ends === undefined ? 0 : (ends - begins) / minutes;
    const later = ends === undefined ? 'stale' : `${ends}${slope < 0 ? '' : '+'}${slope}x100`;
    return { series, values: `${was === undefined ? '_x9' : `${was}+0x9`} ${later}` };
  });
}

t.test('every alert fires when its fault occurs', { skip: missing }, async (t) => {
  const rules = [...(await readFile(rulesFile, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const { mysql, redis } = await startServers(t);
  const db = await openTestDb(t, { mysqlUrl: mysql.url });
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-alerts-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const mute = createServer(() => {}).listen(0, '127.0.0.1');
  t.teardown(() => mute.close());
  await once(mute, 'listening');
  const mutePort = (mute.address() as { port: number }).port;
  const env = {
    ...{ MYSQL_URL: mysql.url, REDIS_URL: redis.url, LOCAL_DIR: localDir, MYSQL_POOL_SIZE: '2' },
    ...{ BASE_URL: 'http://go.example.com/api', DEFAULT_SHORT_DOMAIN: 'go.example.com', REDIS_PREFIX: 'alerts' },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mutePort}`, MAIL_FROM: 'waypost@go.example.com' },
    CLICKS_EXPORT_URL: `http://127.0.0.1:${await freePort()}/`,
    ACME_DIRECTORY: 'https://127.0.0.1:1/directory',
    ALLOW_PRIVATE_DESTINATIONS: '1',
  };
  await putLink(db, { slug: 'up' });
  const workspace = await addWorkspace(db, 'scale');
  await recordLastBackup(localDir, { at: new Date(), file: '', bytes: 1, version: '1' });
  const links = await service(t, 'daemon/server.js', 'LINKS_PORT', env, '/readyz');
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/metrics');
  await Promise.all([links.start(), worker.start()]);

  const probe = () =>
    ask(links.port, { path: '/up', headers: { host: 'go.example.com' } }).then(
      ({ status }) => Number(status === 302),
      () => 0,
    );
  async function scrape(): Promise<Scrape> {
    const at = Date.now();
    const answer = await fetch(`http://127.0.0.1:${worker.port}/metrics`).then(
      (response) => response.text(),
      () => undefined,
    );
    const values = new Map<string, number>();
    for (const line of (answer ?? '').split('\n')) {
      const [, name, labels, value] = /^(waypost_\w+)\{(.*)\} (\S+)$/.exec(line) ?? [];
      if (name) values.set(`${name}{${labels},instance="a",job="waypost"}`, Number(value));
    }
    values.set('up{instance="a",job="waypost"}', Number(answer !== undefined));
    values.set('probe_success{instance="up",job="waypost-redirects"}', await probe());
    return { at, values };
  }
  const sumOf = ({ values }: Scrape, name: string, label = '') =>
    [...values].reduce(
      (sum, [series, value]) => sum + (series.startsWith(`${name}{`) && series.includes(label) ? value : 0),
      0,
    );

  const tests: { name: string; series: ReturnType<typeof seriesOf> }[] = [];
  await until(async () => sumOf(await scrape(), 'waypost_links') === 1);
  // Statements can wait for a moment when a process starts on a busy machine.
  const before = await until(scrape, (one) => sumOf(one, 'waypost_mysql_pool_waiting') === 0);
  /** Reads the metrics at two moments. */
  async function twice(): Promise<[Scrape, Scrape]> {
    const first = await scrape();
    await sleep(1_500);
    return [first, await scrape()];
  }
  /** Reads the metrics twice during the fault. */
  async function meanwhile(...names: string[]) {
    const series = seriesOf(before, ...(await twice()));
    for (const name of names) tests.push({ name, series });
  }
  const untilIs = async (name: string, least: number, label = '') =>
    until(async () => sumOf(await scrape(), name, label) >= least);

  const poisoned = { queue: 'mails', id: 'mail-1', data: { id: 1 } };
  const poison = await leavePoison(t, { mysqlUrl: '', redisUrl: redis.url, redisPrefix: 'alerts' }, poisoned);
  // A due email wakes an idle worker; without work it polls every ten seconds.
  const mail = { id: 1, kind: 'reset_password', recipient: 'ada@x.example', data: '{}', created_at: new Date() };
  await db.insertInto('mails').values(mail).execute();
  await poison.letRun();
  await untilIs('waypost_queue_jobs', 1, 'queue="mails",state="failed"');
  await meanwhile('WaypostJobsFailed');

  const expires_at = new Date(Date.now() + 10 * 86_400_000);
  await db
    .insertInto('certificates')
    .values({ hostname: 'go.example.com', expires_at, issued_at: new Date(), next_attempt_at: expires_at })
    .onDuplicateKeyUpdate({ expires_at, issued_at: new Date(), next_attempt_at: expires_at })
    .execute();
  await rm(path.join(localDir, 'last-backup.json'));
  await untilIs('waypost_certificate_days_left', 9);
  await meanwhile('WaypostCertificateExpires', 'WaypostBackupOld');

  t.equal(await probe(), 1);
  await untilIs('waypost_warehouse_lag_seconds', 0.5);
  await meanwhile('WaypostWarehouseBehind');
  await dropUnsentBefore(db, new Date(Date.now() + 60_000), 1_000);
  await meanwhile('WaypostWarehouseClicksDropped');

  await sql`UPDATE links SET url = 'https://example.com/other' WHERE slug = 'up'`.execute(db);
  const config = { ...readConfig({ LOCAL_DIR: `${localDir}/beside` }), verifyMinutes: 1 / 300 };
  await putLink(db, { slug: 'beside' });
  const map = await openSlugMap({ config, db, log, writes: false });
  const differences = () => map.numbers.slug_map_differences?.value() ?? 0;
  const asScrape = (): Scrape => ({
    at: Date.now(),
    values: new Map([['waypost_slug_map_differences{instance="a",job="waypost"}', differences()]]),
  });
  const same = asScrape();
  await sql`UPDATE links SET url = 'https://example.com/behind-its-back' WHERE slug = 'beside'`.execute(db);
  await until(() => differences() > 0);
  tests.push({ name: 'WaypostLinksDiffered', series: seriesOf(same, asScrape(), asScrape()) });
  await map.stop();

  await sql`UPDATE installation SET id = REVERSE(id)`.execute(db);
  // A request for an unknown slug makes the process read the feed.
  const look = () => ask(links.port, { path: '/unknown', headers: { host: 'go.example.com' } });
  await until(async () => {
    await look();
    return sumOf(await scrape(), 'waypost_slug_map_loads') > sumOf(before, 'waypost_slug_map_loads');
  });
  await meanwhile('WaypostLinksLoadedAgain');

  const locking = await createConnection(mysql.url);
  await locking.query('LOCK TABLES links WRITE');
  const authorization = `Bearer ${workspace.key}`;
  const waiting = Array.from({ length: 6 }, () =>
    fetch(`http://127.0.0.1:${links.port}/api/links`, { headers: { authorization } }).catch(() => {}),
  );
  await untilIs('waypost_mysql_pool_waiting', 1);
  const locked = await scrape();
  await sleep(1_500);
  tests.push({ name: 'WaypostMysqlPoolFull', series: seriesOf(before, locked, await scrape()) });
  await locking.query('UNLOCK TABLES');
  await locking.end();
  await Promise.all(waiting);
  tests.push({ name: 'WaypostMysqlSlow', series: seriesOf(before, locked, await scrape()) });

  await redis.kill('SIGKILL');
  t.equal(await probe(), 1);
  // The worker can already have the oldest click and store it between the two reads. The next click is hardly older.
  const [first, last] = await until(twice, (pair) => {
    const [younger = 0, older = 0] = pair.map((one) => sumOf(one, 'waypost_clicks_oldest_seconds'));
    return younger > 0 && older > younger + 1;
  });
  tests.push({ name: 'WaypostClicksWaiting', series: seriesOf(before, first, last) });
  await redis.start();

  const ends: Scrape[] = [];
  for (let end = 0; end < step; end++) {
    await links.end('SIGKILL');
    await links.start();
    await until(async () => sumOf(await scrape(), 'waypost_links') > 0);
    ends.push(await scrape());
  }
  tests.push({ name: 'WaypostProcessesEnd', series: oneAfterAnother(ends) });
  await mysql.kill('SIGKILL');
  await untilIs('waypost_feed_age_seconds', 2);
  await meanwhile('WaypostChangesNotSeen');
  await links.end('SIGKILL');
  await meanwhile('WaypostNoRedirects', 'WaypostRedirectsFail');
  await worker.end('SIGKILL');
  await meanwhile('WaypostUnreachable');

  t.same(
    [...tests.map(({ name }) => name), ...Object.keys(elsewhere)].sort(),
    rules.toSorted(),
    'each alert has its fault',
  );
  await raises(t, tests);
});

/** Combines the pool metrics of several processes, five minutes for each. */
function oneAfterAnother(scrapes: Scrape[]) {
  const ofPool = scrapes.map(({ values }) =>
    [...values].filter(([series]) => /pool_size.*process="links"/.test(series)),
  );
  return ofPool.flatMap((found, at) =>
    found.map(([series, value]) => {
      const isLast = at === scrapes.length - 1;
      return {
        series,
        values: `${at === 0 ? '' : `_x${at * step - 1} `}${value}+0x${isLast ? 80 : step - 1}${isLast ? '' : ' stale'}`,
      };
    }),
  );
}

/** Checks that each alert fires in the second half hour, and not in the first ten minutes. */
async function raises(t: typeof import('./runner/tap.ts').t, faults: { name: string; series: object[] }[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-rules-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const firing = (name: string, range: string) =>
    `count(count_over_time(ALERTS{alertstate="firing",alertname="${name}"}[${range}])) > bool 0 or vector(0)`;
  const tests = faults.map(({ name, series }) => ({
    interval: '1m',
    name,
    input_series: series,
    promql_expr_test: [
      { expr: firing(name, '9m'), eval_time: '9m', exp_samples: [{ labels: '{}', value: 0 }] },
      { expr: firing(name, '80m'), eval_time: '90m', exp_samples: [{ labels: '{}', value: 1 }] },
    ],
  }));
  const file = path.join(folder, 'faults.yml');
  await writeFile(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
  const { output, code } = await promisify(execFile)('promtool', ['test', 'rules', file]).then(
    ({ stdout }) => ({ output: stdout, code: 0 }),
    (error) => ({ output: `${error.stdout}${error.stderr}`, code: error.code }),
  );
  t.equal(code, 0, output);
}
