/**
 * Contact automation with a million contacts, three million memberships and two million field values: every filter and sort with
 * its total, and each kind of condition on its own, in pairs and in sixes. Plain SQL with LIKE over a table that keeps tags and
 * lists as JSON text is the comparison. Write rates follow. BENCH_PARTS selects from reads, kinds and writes.
 * CONTACTS_INDEX_MEGABYTES=0 measures SQL without the index in memory. One service process, the client and MariaDB share the
 * machine; MariaDB writes every commit to disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { Pool as HttpPool } from 'undici';
import { withPrefix } from '../../automations-api/host/table-prefix.ts';
import { insertApiKey } from '../../automations-api/plugins/automations/api-keys/queries.ts';
import { type AutomationsTables, tables } from '../../automations-api/plugins/automations/core/tables.ts';
import { connectionOptions, openDb } from '../../shared/db/db.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { migrateAutomations } from '../fixtures/automations.ts';
import { type Service, service } from '../fixtures/processes.ts';
import { conditionKinds, type Question } from './parts/contact-conditions.ts';
import { contacts, days, emailOf, lists, loadContacts, loadLikeTable, tags } from './parts/contacts-load.ts';

const parts = (process.env.BENCH_PARTS || 'reads,kinds,writes').split(',');
const seconds = Number(process.env.BENCH_SECONDS || 8);
const requestsEach = Number(process.env.BENCH_REQUESTS || 60);
const likesEach = 3;
const { CONTACTS_INDEX_MEGABYTES = '' } = process.env;
const clients = 32;

const round = (value: number) => Number(value.toPrecision(3));
const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number;

/** A seeded random generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = numbers(7);
const below = (n: number) => Math.floor(random() * n);
const day = (n: number) => new Date(Date.UTC(2024, 1, 1) + n * 86_400_000).toISOString().slice(0, 10);

const tagLike = (id: number) => `tags LIKE '%"${id}"%'`;
const listLike = (id: number) => `lists LIKE '%"${id}"%'`;

const anyTag = () => 1 + below(tags);
const anyList = () => tags + 1 + below(lists);
const span = (column: string, first: number, last: number) =>
  `${column} >= '${day(first)}' AND ${column} < '${day(last + 1)}'`;

const filters: Record<string, () => Question> = {
  none: () => ({ query: '', like: '1' }),
  'status=bounced': () => ({ query: 'status=bounced', like: 'status = 2' }),
  'status=subscribed': () => ({ query: 'status=subscribed', like: 'status = 1' }),
  email: () => {
    const address = emailOf(1 + below(contacts));
    return { query: `email=${address}`, like: `email = '${address}'` };
  },
  'from, to': () => {
    const first = below(days);
    const last = first + below(days - first);
    return { query: `from=${day(first)}&to=${day(last)}`, like: span('creation_date', first, last) };
  },
  'updated_from, updated_to': () => {
    const first = below(days);
    const last = first + below(days - first);
    return { query: `updated_from=${day(first)}&updated_to=${day(last)}`, like: span('last_modified', first, last) };
  },
  'both kinds of days': () => {
    const [first, second] = [below(days), below(days)];
    return {
      query: `from=${day(first)}&updated_to=${day(second)}`,
      like: `creation_date >= '${day(first)}' AND last_modified < '${day(second + 1)}'`,
    };
  },
  'one tag': () => {
    const tag = anyTag();
    return { query: `tag[]=${tag}`, like: tagLike(tag) };
  },
  'the commonest tag': () => ({ query: 'tag[]=1', like: tagLike(1) }),
  'three tags': () => {
    const three = [anyTag(), anyTag(), anyTag()];
    return { query: three.map((tag) => `tag[]=${tag}`).join('&'), like: `(${three.map(tagLike).join(' OR ')})` };
  },
  'one list': () => {
    const list = anyList();
    return { query: `list[]=${list}`, like: listLike(list) };
  },
  'tag and list': () => {
    const [tag, list] = [anyTag(), anyList()];
    return { query: `tag[]=${tag}&list[]=${list}`, like: `${tagLike(tag)} AND ${listLike(list)}` };
  },
  'tag, status': () => {
    const tag = anyTag();
    return { query: `tag[]=${tag}&status=bounced`, like: `${tagLike(tag)} AND status = 2` };
  },
  'tag, from': () => {
    const [tag, first] = [anyTag(), below(days)];
    return { query: `tag[]=${tag}&from=${day(first)}`, like: `${tagLike(tag)} AND creation_date >= '${day(first)}'` };
  },
  everything: () => {
    const [tag, list, first] = [anyTag(), anyList(), below(days)];
    return {
      query: `tag[]=${tag}&list[]=${list}&status=subscribed&from=${day(first)}&updated_from=${day(first)}`,
      like: `${tagLike(tag)} AND ${listLike(list)} AND status = 1 AND creation_date >= '${day(first)}' AND last_modified >= '${day(first)}'`,
    };
  },
};
const sorts = ['creation_date', 'last_modified', 'f_name', 'l_name', 'email'] as const;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const print = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

async function main(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
  const report = (line: string) => console.error(line);
  const [mysql, redis] = await Promise.all([
    prepareMysql({ dir, durable: true, report }),
    prepareRedis({ dir, durable: true, report }),
  ]);
  const servers = [mysql, redis];
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
  console.log(
    `loaded in ${Math.round((await timed(() => loadContacts(pool).then(() => loadLikeTable(pool)))) / 1_000)} s`,
  );
  const db = openDb<AutomationsTables>(mysqlUrl, { poolSize: 1 });
  const { key } = await insertApiKey(withPrefix(db, 'wp_', tables), 'full', '', new Date());
  await db.destroy();
  const api = await service({ teardown: () => {} }, 'automations-api/server.js', 'AUTOMATIONS_PORT', {
    MYSQL_URL: mysqlUrl,
    REDIS_URL: redisUrl,
    CONTACTS_INDEX_MEGABYTES,
    MIGRATE_ON_START: 'yes',
  });
  await api.start();
  if (CONTACTS_INDEX_MEGABYTES !== '0') console.log(await describeIndex(api));
  const client = new HttpPool(`http://127.0.0.1:${api.port}`, { connections: clients });
  const call = async (method: 'GET' | 'POST' | 'DELETE', route: string, body?: unknown) => {
    const answer = await client.request({
      method,
      path: `/wp-json/automations/${route}${route.includes('?') ? '&' : '?'}api_key=${key}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${route}: ${answer.statusCode} ${text}`);
    return text;
  };
  if (parts.includes('reads')) await benchReads(call, pool);
  if (parts.includes('kinds')) await benchKinds(call, pool);
  if (parts.includes('writes')) {
    await benchWrites(call);
    await benchDeletion(call, pool);
  }
  await client.close();
  await api.end('SIGTERM');
  await pool.end();
}

/** Waits until the index is loaded. Returns a description of its size. */
async function describeIndex(api: Service): Promise<string> {
  for (;;) {
    const line = api
      .output()
      .split('\n')
      .find((text) => text.includes('contacts indexed'));
    if (line) {
      const { contacts, memberships, bytes, ms } = JSON.parse(line);
      return `index of ${contacts} contacts and ${memberships} memberships: loaded in ${round(ms / 1_000)} s, ${round(bytes / 2 ** 20)} MB, ${round(bytes / contacts)} bytes a contact`;
    }
    await sleep(50);
  }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', route: string, body?: unknown) => Promise<string>;

async function benchReads(call: Call, pool: Pool): Promise<void> {
  print(['filter', 'sort', 'p50 ms', 'p95 ms', 'max ms', 'LIKE p50 ms', 'times faster']);
  print(['---', '---', '---', '---', '---', '---', '---']);
  const worst: number[] = [];
  for (const [name, ask] of Object.entries(filters)) {
    for (const sort of sorts) worst.push(await compare(call, pool, name, sort, ask));
  }
  for (const page of [100, 10_000, contacts / 50, contacts / 25]) {
    const times: number[] = [];
    for (let n = 0; n < 10; n++) times.push(await timed(() => call('GET', `contacts?page=${page}&sort_field=f_name`)));
    print([`page ${page}`, 'f_name', round(percentile(times, 0.5)), round(percentile(times, 0.95)), '', '', '']);
  }
  const within = worst.filter((p95) => p95 <= 30).length;
  console.log(`\np95 within 30 ms: ${within} of ${worst.length}; the slowest ${round(Math.max(...worst))} ms`);
}

/** Measures each kind of condition on its own, then in pairs and in sixes. */
async function benchKinds(call: Call, pool: Pool): Promise<void> {
  const kinds = conditionKinds({ below, tags, lists });
  const names = Object.keys(kinds);
  const together = (count: number) => () => {
    const questions = new Map<string, Question>();
    while (questions.size < count) {
      const question = (kinds[names[below(names.length)] as string] as () => Question)();
      questions.set(question.query.split('=')[0] as string, question);
    }
    const asked = [...questions.values()];
    return {
      query: asked.map(({ query }) => query).join('&'),
      like: asked.map(({ like }) => `(${like})`).join(' AND '),
    };
  };
  const asked = { ...kinds, 'any two': together(2), 'any six': together(6) };
  print(['condition', 'sort', 'p50 ms', 'p95 ms', 'max ms', 'SQL p50 ms', 'times faster']);
  print(['---', '---', '---', '---', '---', '---', '---']);
  for (const [name, ask] of Object.entries(asked)) {
    for (const sort of ['creation_date', 'f_name']) await compare(call, pool, name, sort, ask);
  }
}

async function compare(call: Call, pool: Pool, name: string, sort: string, ask: () => Question): Promise<number> {
  const times: number[] = [];
  const likes: number[] = [];
  for (let n = 0; n < requestsEach; n++) {
    const { query, like } = ask();
    const order = n % 2 === 0 ? 'DESC' : 'ASC';
    times.push(await timed(() => call('GET', `contacts?${query}&sort_field=${sort}&sort_order=${order}`)));
    if (n < likesEach) likes.push(await timed(() => askLike(pool, like, `${sort} ${order}, id ${order}`)));
  }
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const like = percentile(likes, 0.5);
  print([name, sort, round(p50), round(p95), round(Math.max(...times)), round(like), round(like / p50)]);
  return p95;
}

/** The usual SQL of other systems: a page and a count, both by LIKE over the text. */
async function askLike(pool: Pool, condition: string, order: string): Promise<void> {
  await pool.query(`SELECT * FROM like_contacts WHERE ${condition} ORDER BY ${order} LIMIT 25`);
  await pool.query(`SELECT COUNT(*) FROM like_contacts WHERE ${condition}`);
}

async function benchWrites(call: Call): Promise<void> {
  let next = 0;
  await rate('contact/add', () => call('POST', 'contact/add', { email: `new${++next}@example.com`, f_name: 'New' }));
  await rate('contact/add with a tag and a list', () =>
    call('POST', 'contact/add', { email: `new${++next}@example.com`, tags: [anyTag()], lists: [anyList()] }),
  );
  await rate('contact/update', () => call('POST', `contact/update/${1 + below(contacts)}`, { f_name: `F${++next}` }));
  await rate('contact/tag-assign', () =>
    call('POST', `contact/tag-assign/${1 + below(contacts)}`, { tags: [anyTag()] }),
  );
  const many = (size: number, email: () => string) => ({
    contacts: Array.from({ length: size }, () => ({ email: email(), f_name: `B${++next}`, tags: [anyTag()] })),
  });
  await rate(
    'contacts/batch, new contacts',
    () =>
      call(
        'POST',
        'contacts/batch',
        many(500, () => `b${++next}@example.com`),
      ),
    500,
    2,
  );
  await rate(
    'contacts/batch, known contacts',
    () =>
      call(
        'POST',
        'contacts/batch',
        many(500, () => emailOf(1 + below(contacts))),
      ),
    500,
    2,
  );
  const exported = await timed(() => call('GET', 'contacts/export?format=jsonl&tag[]=1'));
  console.log(`export of the commonest tag: ${round(exported / 1_000)} s`);
}

/** Measures the time from the response until the last contact has lost the tag. */
async function benchDeletion(call: Call, pool: Pool): Promise<void> {
  const count = async (table: string, condition: string) => {
    const [rows] = await pool.query<RowDataPacket[]>(
      `SELECT COUNT(*) AS n FROM wp_automations_${table} WHERE ${condition}`,
    );
    return Number(rows[0]?.n);
  };
  const members = await count('contact_terms', 'term_id = 1');
  const started = performance.now();
  const answered = await timed(() => call('DELETE', 'tag/1'));
  while ((await count('term_deletions', '1')) > 0) await sleep(200);
  const perSecond = Math.round((members * 1_000) / (performance.now() - started));
  console.log(
    `deleting a tag of ${members} contacts: answered in ${round(answered)} ms, taken from ${perSecond} contacts a second`,
  );
}

/** Keeps `clients` requests in flight for a few seconds and prints the rate per second. */
async function rate(name: string, work: () => Promise<unknown>, each = 1, atOnce = clients): Promise<void> {
  const times: number[] = [];
  const started = performance.now();
  const one = async () => {
    while (performance.now() - started < seconds * 1_000) times.push(await timed(work));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const perSecond = Math.round((times.length * each * 1_000) / (performance.now() - started));
  console.log(
    `${name}: ${perSecond}/s, p50 ${round(percentile(times, 0.5))} ms, p95 ${round(percentile(times, 0.95))} ms`,
  );
}

await main();
