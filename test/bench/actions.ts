/**
 * Actions on all contacts of a filter: how long a job takes for each, with a webhook that is told of every change, beside
 * the same change made by one statement to a copy of the tables (no events, counts, feed or timeline), and by single calls,
 * as many at a time as the service takes. One service process, the client, the webhook's receiver and MariaDB share the
 * machine; MariaDB writes every commit to disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Pool } from 'mysql2/promise';
import { Pool as HttpPool } from 'undici';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type Db, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import { connectionOptions, openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/stack.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { addManyContacts } from '../fixtures/many-contacts.ts';
import { service } from '../fixtures/processes.ts';

const contacts = Number(process.env.BENCH_CONTACTS || 100_000);
const seconds = Number(process.env.BENCH_SECONDS || 3);
const addedAtOnce = 10_000;
const clients = 16;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Call = (method: 'GET' | 'POST' | 'DELETE', route: string, body?: unknown) => Promise<any>;
type Made = { tag: number; list: number; field: number; mark: number };
type Action = {
  given: (made: Made) => object;
  /** The same to the copies. */
  sql: (made: Made) => string;
  /** The same to one contact. */
  single: (id: number, made: Made) => Parameters<Call>;
};

const actions: Record<string, Action> = {
  add_tags: {
    given: ({ tag }) => ({ tags: [tag] }),
    sql: ({ tag }) => `INSERT INTO plain_terms SELECT ${tag}, creation_date, id FROM plain_contacts`,
    single: (id, { tag }) => ['POST', `contact/tag-assign/${id}`, { tags: [tag] }],
  },
  remove_tags: {
    given: ({ tag }) => ({ tags: [tag] }),
    sql: ({ tag }) => `DELETE FROM plain_terms WHERE term_id = ${tag}`,
    single: (id, { tag }) => ['POST', `contact/tag-unassign/${id}`, { tagId: [tag] }],
  },
  add_lists: {
    given: ({ list }) => ({ lists: [list] }),
    sql: ({ list }) => `INSERT INTO plain_terms SELECT ${list}, creation_date, id FROM plain_contacts`,
    single: (id, { list }) => ['POST', `contact/list-assign/${id}`, { lists: [list] }],
  },
  remove_lists: {
    given: ({ list }) => ({ lists: [list] }),
    sql: ({ list }) => `DELETE FROM plain_terms WHERE term_id = ${list}`,
    single: (id, { list }) => ['POST', `contact/list-unassign/${id}`, { listId: [list] }],
  },
  set_status: {
    given: () => ({ status: 'bounced' }),
    sql: () => 'UPDATE plain_contacts SET status = 2, last_modified = UTC_TIMESTAMP()',
    single: (id) => ['POST', `contact/change-status/${id}`, { status: 'bounced' }],
  },
  set_field: {
    given: ({ field }) => ({ field: { [field]: 7 } }),
    sql: ({ field }) =>
      `INSERT INTO plain_values (contact_id, field_id, number_value) SELECT id, ${field}, 7 FROM plain_contacts
       ON DUPLICATE KEY UPDATE number_value = 7`,
    single: (id, { field }) => ['POST', `contact/update/${id}`, { fields: { [field]: 7 } }],
  },
  delete: {
    given: () => ({}),
    sql: () =>
      `DELETE c, t, v FROM plain_contacts c LEFT JOIN plain_terms t ON t.contact_id = c.id
       LEFT JOIN plain_values v ON v.contact_id = c.id`,
    single: (id) => ['DELETE', `contact/${id}`],
  },
};

const print = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const round = (value: number) => Number(value.toPrecision(3));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

async function main(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
  const report = (line: string) => console.error(line);
  const servers = await Promise.all([
    prepareMysql({ dir, durable: true, report }),
    prepareRedis({ dir, durable: true, report }),
  ]);
  const [mysql, redis] = servers;
  try {
    await Promise.all(servers.map((server) => server.start()));
    await bench(mysql.url, redis.url);
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')));
    rmSync(dir, { recursive: true, force: true });
  }
}

async function bench(mysqlUrl: string, redisUrl: string): Promise<void> {
  await migrateAutomations(mysqlUrl);
  const pool = createPool({ ...connectionOptions(mysqlUrl), connectionLimit: 2 });
  await pool.query('SET GLOBAL innodb_buffer_pool_size = 2147483648');
  const db = withPrefix(openDb<unknown>(mysqlUrl, { poolSize: 2 }) as unknown as Db, 'wp_', tables);
  const { key } = await insertApiKey(db, 'full', '', new Date());
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const env = { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, ALLOW_PRIVATE_DESTINATIONS: '1', MIGRATE_ON_START: '1' };
  const api = await service({ teardown: () => {} }, 'automations-api/server.js', 'AUTOMATIONS_PORT', env);
  const client = new HttpPool(`http://127.0.0.1:${api.port}`, { connections: clients });
  const call: Call = async (method, route, body) => {
    const answer = await client.request({
      method,
      path: `/wp-json/automations/${route}?api_key=${key}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${route}: ${answer.statusCode} ${text}`);
    return JSON.parse(text).data;
  };
  try {
    await api.start();
    await call('POST', 'webhook/add', { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` });
    const made = await prepareTerms(call);
    await load(pool, db, made);
    await benchActions(call, pool, made);
  } finally {
    await client.destroy();
    await api.end('SIGKILL');
    receiver.closeAllConnections();
    receiver.close();
    await db.destroy();
    await pool.end();
  }
}

async function prepareTerms(call: Call): Promise<Made> {
  const [mark, tag] = (await call('POST', 'tag/add', { tags: ['Acted on', 'New'] })).tags;
  const [list] = (await call('POST', 'list/add', { lists: ['New'] })).lists;
  const { fields } = await call('POST', 'field/add', { field_name: 'Score', type: 2 });
  return { mark: mark.ID, tag: tag.ID, list: list.ID, field: Number(fields.ID) };
}

async function load(pool: Pool, db: Db, { mark }: Made): Promise<void> {
  for (let from = 0; from < contacts; from += addedAtOnce) {
    await addManyContacts(db, `bench${from}x`, Math.min(addedAtOnce, contacts - from), [mark]);
  }
  for (const [copy, table] of [
    ['plain_contacts', 'contacts'],
    ['plain_terms', 'contact_terms'],
    ['plain_values', 'field_values'],
  ]) {
    // IGNORE: generated columns are copied as well as made.
    await pool.query(`CREATE TABLE ${copy} LIKE wp_automations_${table}`);
    await pool.query(`INSERT IGNORE INTO ${copy} SELECT * FROM wp_automations_${table}`);
  }
  // Single calls have contacts of their own.
  await addManyContacts(db, 'single', addedAtOnce, []);
}

async function benchActions(call: Call, pool: Pool, made: Made): Promise<void> {
  const [rows] = await pool.query("SELECT id FROM wp_automations_contacts WHERE email LIKE 'single%' ORDER BY id");
  const ids = (rows as { id: number }[]).map(({ id }) => id);
  print(['action', 'answered, ms', 'job, s', 'contacts a second', 'one statement, s', 'single calls, s']);
  print(['---', '---', '---', '---', '---', '---']);
  for (const [action, { given, sql, single }] of Object.entries(actions)) {
    let id = 0;
    const body = { filter: { tag: [made.mark] }, action, ...given(made) };
    const answered = await timed(async () => {
      id = (await call('POST', 'contacts/action', body)).job.ID;
    });
    const ran = await timed(() => untilDone(call, id));
    await pool.query('DELETE FROM wp_automations_webhook_deliveries');
    const stated = await timed(() => pool.query(sql(made)));
    const singly = await timeSingles(ids, (one) => call(...single(one, made)));
    await pool.query('DELETE FROM wp_automations_webhook_deliveries');
    print([action, round(answered * 1_000), round(ran), Math.round(contacts / ran), round(stated), round(singly)]);
  }
}

async function untilDone(call: Call, id: number): Promise<void> {
  for (;;) {
    const { job } = await call('GET', `job/${id}`);
    if (job.status === 'done' && job.failed === 0) return;
    if (job.ended_at) throw new Error(JSON.stringify(job));
    await sleep(50);
  }
}

/** Extrapolates the time for all contacts from those done in some seconds. */
async function timeSingles(ids: number[], work: (id: number) => Promise<unknown>): Promise<number> {
  const next = ids.values();
  let count = 0;
  const until = performance.now() + seconds * 1_000;
  const took = await timed(() =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        for (const id of next) {
          await work(id);
          count++;
          if (performance.now() > until) return;
        }
      }),
    ),
  );
  return (took * contacts) / count;
}

await main();
