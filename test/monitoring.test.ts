/**
 * Monitoring: the metrics of a running installation and its databases, the alert rules as promtool checks them, and a
 * dashboard on which all metrics exist.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Tables } from '../daemon/core/tables.ts';
import { openDb, poolNumbers } from '../shared/db/db.ts';
import { needPackaged } from '../shared/local/debian.ts';
import { projectRoot } from '../shared/paths.ts';
import { freePort, service } from './fixtures/processes.ts';
import { migrateLinks } from './fixtures/schema.ts';
import { createStores, envOf } from './fixtures/stack.ts';
import { until } from './fixtures/until.ts';
import { t } from './runner/tap.ts';

const rulesFile = path.join(projectRoot, '.github/monitoring/alerts.yml');
const readText = (file: string) => readFile(path.join(projectRoot, '.github', file), 'utf8');

type Rule = { alert: string; expr: string; summary: string; description: string };
const ruleForm = /- alert: (\w+)\n +expr: (.+)\n[\s\S]*?\n +summary: (.+)\n +description: (.+)/g;
const listRules = async (): Promise<Rule[]> =>
  [...(await readText('monitoring/alerts.yml')).matchAll(ruleForm)].map(
    ([, alert = '', expr = '', summary = '', description = '']) => ({ alert, expr, summary, description }),
  );
const namesIn = (text: string) => new Set(text.match(/\bwaypost_[a-z_]+/g));

t.test('every metric in the dashboard and the alert rules exists in a running installation', async (t) => {
  const stores = await createStores(t);
  await migrateLinks(stores.mysqlUrl);
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-metrics-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const env = {
    ...envOf(stores),
    LOCAL_DIR: localDir,
    MYSQL_POOL_SIZE: '7',
  };
  const links = await service(t, 'daemon/server.js', 'LINKS_PORT', env);
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/metrics');
  await Promise.all([links.start(), worker.start()]);
  const metrics = async () => (await fetch(`http://127.0.0.1:${worker.port}/metrics`)).text();
  const valuesOf = (text: string, name: string, process: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{([^}]*process="${process}"[^}]*)\\} (\\S+)$`, 'gm'))].map(
      ([, labels = '', value]) => ({ labels, value: Number(value) }),
    );
  await until(async () => valuesOf(await metrics(), 'waypost_links', 'links').length === 1);
  const text = await metrics();

  for (const process of ['links', 'links-worker']) {
    t.match(valuesOf(text, 'waypost_mysql_pool_size', process), [{ value: 7 }], `the pool of ${process}`);
    const [disk] = valuesOf(text, 'waypost_disk_free_bytes', process);
    t.ok((disk?.value ?? 0) > 1e6, `the disk that ${process} writes to`);
  }
  const queues = valuesOf(text, 'waypost_queue_jobs', 'links-worker').map(({ labels }) => labels);
  for (const state of ['waiting', 'delayed', 'failed'])
    t.ok(
      queues.some((labels) => labels.includes('queue="webhooks"') && labels.includes(`state="${state}"`)),
      `jobs ${state}`,
    );

  const there = namesIn(text);
  const used = namesIn(`${await readText('monitoring/dashboard.json')}${await readText('monitoring/alerts.yml')}`);
  t.ok(used.size > 12);
  t.same(
    [...used].filter((name) => !there.has(name)),
    [],
  );
});

t.test("while Redis is down, the metrics answer without Redis's numbers", async (t) => {
  const stores = await createStores(t);
  await migrateLinks(stores.mysqlUrl);
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-metrics-'));
  t.teardown(() => rm(localDir, { recursive: true, force: true }));
  const env = {
    MYSQL_URL: stores.mysqlUrl,
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    LOCAL_DIR: localDir,
  };
  const worker = await service(t, 'daemon/worker.js', 'METRICS_PORT', env, '/metrics');
  await worker.start();
  const metrics = async () => (await fetch(`http://127.0.0.1:${worker.port}/metrics`)).text();
  await until(async () => (await metrics()).includes('waypost_disk_free_bytes{'));
  const text = await metrics();
  t.match(text, /^waypost_mysql_pool_size\{.*\} 16$/m);
  t.notMatch(text, /^waypost_queue_jobs\{/m);
});

t.test("the pool's metrics count connections in use, waiting callers and slow statements", async (t) => {
  const stores = await createStores(t);
  const db = openDb<Tables>(stores.mysqlUrl, { poolSize: 2 });
  t.teardown(() => db.destroy());
  t.same(poolNumbers(db), { size: 2, inUse: 0, waiting: 0, slow: 0 }, 'before it is opened');
  const slow = Array.from({ length: 3 }, () => sql`SELECT SLEEP(1.2)`.execute(db));
  await until(async () => poolNumbers(db).waiting === 1);
  t.match(poolNumbers(db), { inUse: 2, waiting: 1 });
  await Promise.all(slow);
  await sql`SELECT 1`.execute(db);
  t.same(poolNumbers(db), { size: 2, inUse: 0, waiting: 0, slow: 3 });
});

t.test('the alerts page lists every rule with its condition', async (t) => {
  const page = await readText('docs/alerts.md');
  const rules = await listRules();
  t.ok(rules.length > 8);
  const rows = [...page.matchAll(/^\| `(Waypost\w+)` \| `(.+?)` \|/gm)].map(([, alert, expr]) => ({ alert, expr }));
  t.same(
    rows,
    rules.map(({ alert, expr }) => ({ alert, expr })),
  );
});

const labels = 'instance="a:9464",job="waypost",process="links",pid="1"';
const ofProbe = 'instance="https://go.example.com/up",job="waypost-redirects"';
/** The values of a healthy installation. */
const sound: [series: string, values: string][] = [
  [`up{instance="a:9464",job="waypost"}`, '1+0x90'],
  [`waypost_links{${labels}}`, '5+0x90'],
  [`waypost_mysql_pool_size{${labels}}`, '16+0x90'],
  [`waypost_backup_age_seconds{${labels}}`, '600+60x90'],
  [`probe_success{${ofProbe}}`, '1+0x90'],
  [`probe_ssl_earliest_cert_expiry{${ofProbe}}`, '8640000+0x90'],
];
const of = (name: string, values: string, more = ''): [string, string] => [`${name}{${labels}${more}}`, values];

/** The series that raise each alert but no other. Nothing fires in the first six minutes. */
const cases: Record<string, [series: string, values: string][]> = {
  // An unreachable machine has no other series either.
  WaypostUnreachable: [
    [`up{instance="a:9464",job="waypost"}`, '1+0x7 0+0x90'],
    of('waypost_links', '5+0x7 stale'),
    of('waypost_mysql_pool_size', '16+0x7 stale'),
  ],
  WaypostNoRedirects: [of('waypost_links', '5+0x7 stale'), of('waypost_mysql_pool_size', '16+0x7 stale')],
  WaypostRedirectsFail: [[`probe_success{${ofProbe}}`, '1+0x7 0+0x90']],
  WaypostProcessesEnd: [1, 2, 3, 4, 5].map((pid) => [
    `waypost_mysql_pool_size{instance="a:9464",job="waypost",process="links-worker",pid="${pid}"}`,
    `${'_ '.repeat(5 + 2 * pid)}16+0x${pid === 5 ? 80 : 1}${pid === 5 ? '' : ' stale'}`,
  ]),
  WaypostClicksLost: [of('waypost_clicks_lost', '0+0x7 5+5x90')],
  WaypostClicksWaiting: [of('waypost_clicks_oldest_seconds', '1+0x7 400+60x90')],
  WaypostChangesNotSeen: [of('waypost_feed_age_seconds', '0+0x7 60+60x90')],
  WaypostLinksLoadedAgain: [of('waypost_slug_map_loads', '1+0x9 2+0x90')],
  WaypostLinksDiffered: [of('waypost_slug_map_differences', '0+0x7 3+0x90')],
  WaypostDiskNearlyFull: [of('waypost_disk_free_bytes', '5000000000+0x7 500000000+0x90')],
  WaypostJobsWaiting: [of('waypost_queue_jobs', '0+0x7 190+0x90', ',queue="mails",state="waiting"')],
  WaypostJobsFailed: [of('waypost_queue_jobs', '0+0x7 1+0x90', ',queue="imports",state="failed"')],
  WaypostMysqlPoolFull: [of('waypost_mysql_pool_waiting', '0+0x7 2+0x90')],
  WaypostMysqlSlow: [of('waypost_mysql_slow_statements', '0+0x7 10+10x90')],
  WaypostWarehouseBehind: [of('waypost_warehouse_lag_seconds', '1+0x7 1000+60x90')],
  WaypostWarehouseClicksDropped: [of('waypost_warehouse_clicks_dropped', '0+0x7 9+0x90')],
  WaypostBackupOld: [of('waypost_backup_age_seconds', '600+0x7 stale')],
  WaypostCertificateExpires: [of('waypost_certificate_days_left', '30+0x7 13+0x90')],
};
/** The minute by which slower alerts have fired. */
const lateAt: Record<string, string> = {
  WaypostJobsWaiting: '45m',
  WaypostBackupOld: '80m',
  WaypostCertificateExpires: '80m',
};

const missing = await needPackaged({ promtool: 'prometheus' }, 'The test of alert rules needs it.', () => {}).then(
  () => false,
  (error: Error) => error.message.split('\n')[0] ?? 'promtool is missing',
);

t.test('promtool finds no fault in the rules, and each alert fires for its condition', { skip: missing }, async (t) => {
  const run = promisify(execFile);
  const rules = await listRules();
  const checked = await run('promtool', ['check', 'rules', rulesFile]);
  t.match(checked.stdout, `SUCCESS: ${rules.length} rules found`);
  t.same(
    Object.keys(cases),
    rules.map(({ alert }) => alert),
  );
  const tests = Object.entries(cases).map(([name, series]) => ({
    interval: '1m',
    input_series: [...new Map([...sound, ...series])].map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: 'count(ALERTS{alertstate="firing"}) or vector(0)',
        eval_time: '6m',
        exp_samples: [{ labels: '{}', value: 0 }],
      },
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: lateAt[name] ?? '15m',
        exp_samples: [{ labels: `{alertname="${name}"}`, value: 1 }],
      },
    ],
  }));
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-rules-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'cases.yml');
  await writeFile(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
  const { stdout, code } = await run('promtool', ['test', 'rules', file]).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error) => ({ stdout: `${error.stdout}${error.stderr}`, code: error.code }),
  );
  t.equal(code, 0, stdout);
});
