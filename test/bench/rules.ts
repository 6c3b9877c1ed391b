/**
 * Rules: what waiting runs cost while they are not due, what active rules cost those who add contacts, and how fast runs are
 * done beside the same action as a job. One service process, the client and MariaDB, which writes every commit to disk.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { Pool as HttpPool } from 'undici';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type AutomationsTables, type Db, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import { insertRuns } from '../../automations-api/plugins/automations/rules/run-queries.ts';
import type { Db as AnyDb } from '../../daemon/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/stack.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { freePort } from '../fixtures/processes.ts';
import { cpuOf, end, run, runBench, waitFor } from './parts/processes.ts';
import { storePids } from './parts/stores.ts';

const contacts = Number(process.env.BENCH_CONTACTS || 20_000);
const waiting = Number(process.env.BENCH_WAITING || 10_000);
const seconds = Number(process.env.BENCH_SECONDS || 8);
const clients = 32;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Call = (method: 'GET' | 'POST' | 'DELETE', route: string, body?: unknown) => Promise<any>;
type Bench = { db: Db; call: Call; pids: Record<string, number> };

const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));

async function main(): Promise<void> {
  const report = (line: string) => console.error(line);
  const options = { dir, durable: true, report };
  const [mysql, redis] = await Promise.all([prepareMysql(options), prepareRedis(options)]);
  try {
    await Promise.all([mysql.start(), redis.start()]);
    await migrateAutomations(mysql.url);
    await bench(mysql.url, redis.url);
  } finally {
    await Promise.all([mysql.kill('SIGKILL'), redis.kill('SIGKILL')]);
  }
}

async function bench(mysqlUrl: string, redisUrl: string): Promise<void> {
  const raw = openDb<AutomationsTables>(mysqlUrl, { poolSize: 2 });
  const db = withPrefix(raw, 'wp_', tables);
  const { key } = await insertApiKey(db, 'full', '', new Date());
  const port = await freePort();
  const settings = { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, AUTOMATIONS_PORT: String(port), LOCAL_DIR: dir };
  const service = run(process.execPath, ['.build/current/automations-api/server.js'], {
    LOG_LEVEL: 'warn',
    ...settings,
  });
  await waitFor(`http://127.0.0.1:${port}/healthz`, 200);
  const client = new HttpPool(`http://127.0.0.1:${port}`, { connections: clients });
  const call: Call = async (method, route, body) => {
    const answer = await client.request({
      method,
      path: `/wp-json/automations/${route}${route.includes('?') ? '&' : '?'}api_key=${key}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${route}: ${answer.statusCode} ${text}`);
    return JSON.parse(text).data;
  };
  const redis = new Redis(redisUrl.replace('unix://', ''));
  const stores = await storePids(raw as unknown as AnyDb, redis);
  redis.disconnect();
  const pids = { service: service.pid as number, ...stores };
  await benchIdle({ db, call, pids });
  await benchAdds({ db, call, pids });
  await benchRuns({ db, call, pids });
  await client.close();
  await end(service);
  await raw.destroy();
}

const addTag = async (call: Call, name: string): Promise<number> =>
  (await call('POST', 'tag/add', { tags: [name] })).tags[0].ID;
const addRule = async (call: Call, rule: object): Promise<number> =>
  (await call('POST', 'rule/add', { name: 'Bench', ...rule })).rule.ID;

/** Processor time, statements and rows read in some seconds in which nobody asks for anything. */
async function benchIdle({ db, call, pids }: Bench): Promise<void> {
  const measure = async (name: string) => {
    await sleep(2_000);
    const [cpu, asked] = [cpus(pids), await statusOf(db)];
    await sleep(seconds * 1_000);
    const after = await statusOf(db);
    const used = Object.entries(cpus(pids)).map(
      ([process, us]) => `${process} ${((us - (cpu[process] as number)) / 1_000 / seconds).toFixed(1)} ms`,
    );
    const rows = (after.read - asked.read) / seconds;
    const statements = (after.questions - asked.questions) / seconds;
    console.log(
      `${name}: a second ${used.join(', ')} of processor; ${statements.toFixed(1)} statements, ${rows.toFixed(0)} rows and entries read`,
    );
  };
  await measure('idle, no rule');
  const tag = await addTag(call, 'Idle');
  const steps = [{ wait: '1 week' }, { action: 'add_tags', tags: [tag] }];
  const id = await addRule(call, { trigger: { event: 'tag.added', tag }, steps });
  await measure('idle, one rule');
  const due_at = new Date(Date.now() + 86_400_000);
  const run = { rule_id: id, version: 1, event: 'tag.added', chain: '', status: 'waiting' as const, step: 1 };
  const rows = Array.from({ length: waiting }, (_, n) => ({
    ...{ ...run, contact_id: 10_000_000 + n, is_open: true, due_at, created_at: new Date() },
  }));
  for (let from = 0; from < waiting; from += 1_000) {
    await db.transaction().execute((trx) => insertRuns(trx, rows.slice(from, from + 1_000)));
  }
  await measure(`idle, ${waiting} runs waiting`);
  await call('DELETE', `rule/${id}`);
}

const cpus = (pids: Record<string, number>) =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuOf(pid)]));

async function statusOf(db: Db): Promise<{ questions: number; read: number }> {
  const { rows } = await sql<{ Variable_name: string; Value: string }>`
    SHOW GLOBAL STATUS WHERE Variable_name = 'Questions' OR Variable_name LIKE 'Handler_read%'`.execute(db);
  const of = (isIt: (name: string) => boolean) =>
    rows.filter((row) => isIt(row.Variable_name)).reduce((sum, row) => sum + Number(row.Value), 0);
  return { questions: of((name) => name === 'Questions'), read: of((name) => name !== 'Questions') };
}

/** Contacts added while rules are active that they trigger, and whose runs then wait. */
async function benchAdds({ call }: Bench): Promise<void> {
  const tag = await addTag(call, 'Adds');
  const steps = [{ wait: '1 week' }, { action: 'add_tags', tags: [tag] }];
  let made = 0;
  const adds = async (name: string) => {
    const started = performance.now();
    let done = 0;
    const one = async () => {
      while (performance.now() - started < seconds * 1_000) {
        await call('POST', 'contact/add', { email: `add${++made}@example.com`, f_name: 'New' });
        done++;
      }
    };
    await Promise.all(Array.from({ length: clients }, one));
    console.log(`contact/add, ${name}: ${Math.round((done * 1_000) / (performance.now() - started))}/s`);
  };
  await adds('no rule');
  const rules: number[] = [];
  for (const [count, name] of [
    [1, '1 rule it triggers'],
    [10, '10 rules it triggers'],
  ] as const) {
    while (rules.length < count) rules.push(await addRule(call, { trigger: { event: 'contact.created' }, steps }));
    await adds(name);
  }
  for (const id of rules) await call('DELETE', `rule/${id}`);
  const deaf = { trigger: { event: 'tag.added', tag }, steps };
  const others = await Promise.all(Array.from({ length: 10 }, () => addRule(call, deaf)));
  await adds('10 rules it does not trigger');
  for (const id of others) await call('DELETE', `rule/${id}`);
}

/** Many contacts get a tag at once; a rule of two steps follows. Beside it, the same two actions as jobs. */
async function benchRuns({ call }: Bench): Promise<void> {
  const [on, first, second] = [await addTag(call, 'On'), await addTag(call, 'First'), await addTag(call, 'Second')];
  for (let from = 0; from < contacts; from += 500) {
    const some = Array.from({ length: 500 }, (_, n) => ({ email: `run${from + n}@example.com`, source: 'bench' }));
    await call('POST', 'contacts/batch', { contacts: some });
  }
  const act = async (body: object) => {
    const started = performance.now();
    const { job } = await call('POST', 'contacts/action', { filter: {}, all: true, ...body });
    for (;;) {
      const { status, total } = (await call('GET', `job/${job.ID}`)).job;
      if (status === 'done') return { total, ms: performance.now() - started };
      await sleep(50);
    }
  };
  const direct = await act({ action: 'add_tags', tags: [first] });
  console.log(`add_tags as a job: ${Math.round((direct.total * 1_000) / direct.ms)} contacts/s`);
  await act({ action: 'remove_tags', tags: [first] });
  const steps = [
    { action: 'add_tags', tags: [first] },
    { action: 'add_tags', tags: [second] },
  ];
  const id = await addRule(call, { trigger: { event: 'tag.added', tag: on }, steps });
  const started = performance.now();
  const triggering = await act({ action: 'add_tags', tags: [on] });
  console.log(
    `add_tags as a job that triggers a rule: ${Math.round((triggering.total * 1_000) / triggering.ms)} contacts/s`,
  );
  for (;;) {
    const { runs } = (await call('GET', `rule/${id}`)).rule;
    if (runs.done === triggering.total) break;
    await sleep(50);
  }
  const ms = performance.now() - started;
  console.log(
    `${triggering.total} runs of two steps, from the job's start to the last step: ${(ms / 1_000).toFixed(1)} s, ${Math.round((triggering.total * 2_000) / ms)} steps/s`,
  );
}

await runBench(dir, main);
