/** The export of contacts: every matching contact, in a standard format, and no more work than the client reads. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { columnsOf } from '../../automations-api/plugins/automations/export/columns.ts';
import { exportContacts } from '../../automations-api/plugins/automations/export/export-contacts.ts';
import { withoutIndex } from '../../automations-api/plugins/automations/finder/core/finder.ts';
import { recordContactChanges } from '../../automations-api/plugins/automations/finder/index/queries.ts';
import { formats } from '../../shared/export/formats.ts';
import { createHttpServer } from '../../shared/http/server.ts';
import { addAdmin, openAdminBrowser } from '../fixtures/admins.ts';
import {
  type Automations,
  addContact,
  addTerms,
  answerOf,
  type Body,
  startAutomations,
} from '../fixtures/automations.ts';
import { recordsOf } from '../fixtures/csv.ts';
import { createStores, startServers } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

const service = await startAutomations(t);
const { get } = service;
const download = async (query: string, init: RequestInit = {}, { site, key }: Automations = service) =>
  answerOf(await fetch(`${site}/wp-json/automations/contacts/export?api_key=${key}&${query}`, init));

/** Columns of a contact's record, before names and custom fields. */
const ofRecord =
  'id,wpid,uid,email,f_name,l_name,contact_no,country,state,timezone,type,source,points,tags,lists,last_modified,creation_date,status';
const columns = `${ofRecord},status_name,tag_names,list_names`;
const recordIn = (exported: Body) => Object.fromEntries(ofRecord.split(',').map((name) => [name, exported[name]]));

const linesOf = (text: string): Record<string, string>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>);

const [tag, other] = (await addTerms(service, 'tag', ['Exported', 'Other'])) as [number, number];
const [list] = (await addTerms(service, 'list', ['Exported'])) as [number];
const awkward = ['a "quoted" name', 'comma, and', 'two\nlines', 'CR\r\nLF', "it's", 'ÅÄÖ 漢字 🙂', ' space '];
for (const [n, f_name] of awkward.entries()) {
  await addContact(service, { email: `awkward${n}@x.example`, f_name, tags: [tag], lists: n % 2 ? [list] : [] });
}
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tTab', '\rReturn', "=cmd|' /C calc'!A0"];
for (const [n, f_name] of formulas.entries()) {
  await addContact(service, { email: `formula${n}@x.example`, f_name, tags: [other], status: 'subscribed' });
}

await addContact(service, { email: 'plain@x.example', f_name: 'Of no tag' });

t.test('CSV starts with a byte order mark on request, and JSON Lines never does', async (t) => {
  for (const [query, first] of [
    ['bom=1', 0xef],
    ['bom=0', 'i'.charCodeAt(0)],
    ['', 'i'.charCodeAt(0)],
    ['bom=1&format=jsonl', '{'.charCodeAt(0)],
  ] as const) {
    const answer = await fetch(`${service.site}/wp-json/automations/contacts/export?api_key=${service.key}&${query}`);
    t.equal(new Uint8Array(await answer.arrayBuffer())[0], first, query);
  }
});

/** Enough contacts for several parts, all created in the same second, so that parts end between equal dates. */
const many = 12_000;
const stores = await createStores(t);
const large = await startAutomations(t, {}, stores);
const largeBySql = await startAutomations(t, { CONTACTS_INDEX_MEGABYTES: '0' }, stores);
const { db } = large;
const [bulk, few] = (await addTerms(large, 'tag', ['Bulk', 'Few'])) as [number, number];
{
  const now = new Date('2026-01-01T00:00:00Z');
  for (let from = 0; from < many; from += 2_000) {
    const ids = Array.from({ length: 2_000 }, (_, n) => 10_000 + from + n);
    const at = { creation_date: now, last_modified: now };
    const row = (id: number) => ({ id, uid: String(id).padStart(32, '0'), email: `bulk${id}@x.example`, ...at });
    await db
      .insertInto('automations_contacts')
      .values(ids.map((id) => ({ ...row(id), email_key: `bulk${id}@x.example`, state: 's'.repeat(100) })))
      .execute();
    await db
      .insertInto('automations_contact_terms')
      .values(ids.map((id) => ({ contact_id: id, term_id: bulk, creation_date: now })))
      .execute();
    await db.transaction().execute((trx) => recordContactChanges(trx, ids));
  }
  await db
    .insertInto('automations_contact_terms')
    .values([10_000, 10_001, 21_999].map((id) => ({ contact_id: id, term_id: few, creation_date: now })))
    .execute();
}

const findWordPressUsers = async () => new Map<string, number>();

t.test('CSV and JSON Lines contain the same records as the list of contacts, oldest first', async (t) => {
  const { body } = await get('/contacts?sort_order=ASC&limit=500');
  const jsonl = await download('format=jsonl');
  t.match(jsonl.headers.get('content-type'), /^application\/x-ndjson/);
  t.strictSame(linesOf(jsonl.text).map(recordIn), body.data.contact.contacts);
  const csv = await download('');
  t.equal(csv.status, 200);
  t.match(csv.headers.get('content-type'), /^text\/csv/);
  t.match(csv.headers.get('content-disposition'), /attachment; filename="contacts\.csv"/);
  t.equal(csv.text.slice(0, csv.text.indexOf('\n')), columns);
  const names = awkward.length;
  t.strictSame(recordsOf(csv.text).slice(0, names).map(recordIn), body.data.contact.contacts.slice(0, names));
  t.equal(recordsOf(csv.text).length, body.data.contact.total);
});

t.test('statuses, tags and lists are also exported by name, and custom fields with their types', async (t) => {
  const rich = await startAutomations(t);
  const tags = await addTerms(rich, 'tag', ['a, b', '"quoted"', '=1']);
  const [list] = await addTerms(rich, 'list', ['News']);
  const field = async (field_name: string, type: number, options?: string[]) =>
    (await rich.post('/field/add', { field_name, type, ...(options ? { options } : {}) })).body.data.fields.ID;
  const fields = {
    [await field('Colour', 1)]: "'=red",
    [await field('Size', 2)]: '12.50',
    [await field('Exact', 2)]: '12345678901234567890.0123456789',
    [await field('Likes', 6, ['tea', 'a, b'])]: ['tea', 'a, b'],
    [await field('Born', 7)]: '1815-12-10',
  };
  await addContact(rich, { email: 'ada@x.example', status: 'subscribed', tags, lists: [list], fields });
  await addContact(rich, { email: 'bare@x.example' });
  const [ada, bare] = linesOf((await download('format=jsonl', {}, rich)).text);
  t.match(ada, {
    status: '1',
    status_name: 'subscribed',
    tags: JSON.stringify(tags),
    tag_names: ['"quoted"', '=1', 'a, b'],
    list_names: ['News'],
    'field:colour': "'=red",
    'field:size': 12.5,
    'field:exact': '12345678901234567890.0123456789',
    'field:likes': ['tea', 'a, b'],
    'field:born': '1815-12-10',
  });
  t.match(bare, { status_name: 'unverified', tag_names: [], list_names: [], 'field:size': null, 'field:likes': null });
  const [row, empty] = recordsOf((await download('', {}, rich)).text);
  t.match(row, {
    status_name: 'subscribed',
    tag_names: JSON.stringify(['"quoted"', '=1', 'a, b']),
    list_names: '["News"]',
    'field:colour': "''=red",
    'field:size': '12.5',
    'field:exact': '12345678901234567890.0123456789',
    'field:likes': '["tea","a, b"]',
    'field:born': '1815-12-10',
  });
  t.match(empty, { tag_names: '[]', 'field:size': '', 'field:likes': '' });
  for (const query of ['columns=field:size,email', 'columns[]=field:size&columns[]=email,field:size']) {
    t.equal((await download(query, {}, rich)).text, 'field:size,email\n12.5,ada@x.example\n,bare@x.example\n', query);
  }
  t.strictSame(
    (await download('columns=status_name,id&format=jsonl&email=bare@x.example', {}, rich)).text,
    `{"status_name":"unverified","id":"${bare?.id}"}\n`,
  );
  t.equal((await download('columns=all', {}, rich)).text, (await download('', {}, rich)).text);
  for (const columns of ['emails', 'email,field:none', 'field:', 'constructor', 'all,email']) {
    const { status, body } = await download(`columns=${columns}`, {}, rich);
    t.match({ status, body }, { status: 422, body: { code: 'unprocessable_entity' } }, columns);
  }
});

t.test('a cell that a spreadsheet would run as a formula is escaped in CSV, but not in JSON Lines', async (t) => {
  const cells = recordsOf((await download('status=subscribed')).text).map(({ f_name }) => f_name);
  t.strictSame(
    cells,
    formulas.map((text) => `'${text}`),
  );
  const values = linesOf((await download('status=subscribed&format=JSONL')).text).map(({ f_name }) => f_name);
  t.strictSame(values, formulas);
});

for (const [query, count] of [
  [`tag=${tag}`, 7],
  [`tag[]=${tag}&tag[]=${other}`, 14],
  [`list=${list}`, 3],
  [`tag=${tag}&list=${list}`, 3],
  [`tag=${other}&list=${list}`, 0],
  [`tag=${list}`, 0],
  ['status=subscribed', 7],
  ['email=AWKWARD0@x.example', 1],
  ['from=2026-01-01&updated_to=9999-12-31', 15],
  ['to=2020-01-01', 0],
] as const) {
  t.test(`the export of ${query} has ${count} contacts in both formats`, async (t) => {
    t.equal(recordsOf((await download(query)).text).length, count);
    t.equal(linesOf((await download(`${query}&format=jsonl`)).text).length, count);
  });
}

t.test('an invalid export request is refused before the export starts', async (t) => {
  for (const query of ['format=xlsx', 'from=tomorrow', 'status=gone']) {
    t.match(await download(query), { status: 422, body: { code: 'unprocessable_entity' } });
  }
  t.equal((await download('', { headers: { Accept: 'text/csv' } })).status, 200);
  t.equal((await download('', { headers: { Accept: 'text/html' } })).status, 406);
  const head = await download('', { method: 'HEAD' });
  t.equal(head.status, 200);
  t.equal(head.text, '');
});

t.test('an export larger than one part contains every contact exactly once', async (t) => {
  for (const query of [
    `tag=${bulk}`,
    `tag[]=${bulk}&tag[]=${few}`,
    `tag=${bulk}&updated_to=2026-01-01`,
    `tag=${bulk}&status=0`,
    'updated_to=2026-01-01',
  ]) {
    for (const one of [large, largeBySql]) {
      const ids = linesOf((await download(`format=jsonl&${query}`, {}, one)).text).map(({ id }) => Number(id));
      t.strictSame(
        ids,
        Array.from({ length: many }, (_, n) => 10_000 + n),
        query,
      );
    }
  }
});

/** A source without an index: the export uses SQL. */
const contactIndex = withoutIndex;

t.test('parts of an export are read only on demand, and none after the client has disconnected', async (t) => {
  let queries = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const parts = exportContacts(
    { db: db.withPlugin(counting), contactIndex, findWordPressUsers },
    [],
    columnsOf(service.app.host.registries.columns, []),
    formats.jsonl,
  );
  await parts.next();
  const forOne = queries;
  await sleep(50);
  t.equal(queries, forOne, 'nothing is read ahead');
  await parts.next();
  t.equal(queries, 2 * forOne);
  await parts.return(undefined);
  t.equal(queries, 2 * forOne);
});

t.test('a slow client makes the export wait, and a client that disconnects ends it', async (t) => {
  let parts = 0;
  let isReading = true;
  let ended = false;
  /** Repeats the export, until it has more bytes than all buffers on the way have room for. */
  async function* endless() {
    try {
      for (;;) {
        for await (const part of exportContacts(
          { db, contactIndex, findWordPressUsers },
          [],
          columnsOf(service.app.host.registries.columns, []),
          formats.jsonl,
        )) {
          parts++;
          isReading = false;
          yield part;
          isReading = true;
        }
      }
    } finally {
      ended = true;
    }
  }
  const http = createHttpServer({
    routes: [{ method: 'GET', path: '/export', handle: () => ({ status: 200, stream: endless() }) }],
    renderError: () => ({ status: 500 }),
  });
  t.teardown(() => http.close());
  const port = await http.listen('127.0.0.1', 0);
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write('GET /export HTTP/1.1\r\nHost: x\r\n\r\n');
  const settle = async () => {
    for (let before = -1; before !== parts || isReading; ) {
      before = parts;
      await sleep(400);
    }
    return parts;
  };
  const waiting = await settle();
  await sleep(400);
  t.equal(parts, waiting, 'no part is read while the client reads none');
  t.notOk(ended);
  socket.resume();
  while (parts === waiting) await sleep(10);
  socket.pause();
  await settle();
  socket.destroy();
  while (!ended) await sleep(10);
  const gone = parts;
  await sleep(100);
  t.equal(parts, gone, 'no part is read after the client disconnected');
});

t.test('contacts that are added during an export appear at its end, and no contact is missing', async (t) => {
  const parts = exportContacts(
    { db, contactIndex, findWordPressUsers },
    [],
    columnsOf(service.app.host.registries.columns, []),
    formats.jsonl,
  );
  const before = await db.selectFrom('automations_contacts').select('id').execute();
  const ids: string[] = [];
  let added = 0;
  for await (const part of parts) {
    ids.push(...linesOf(part).map(({ id }) => id as string));
    if (added < 3) await addContact(large, { email: `during${++added}@x.example` });
  }
  t.equal(new Set(ids).size, ids.length);
  t.equal(ids.length, before.length + 3);
});

t.test(
  'a signed-in user can download an export through a link that works once; keys and viewers get no link',
  async (t) => {
    const site = await startAutomations(t, { SITE_URL: 'http://admin.test' });
    for (const role of ['administrator', 'editor', 'viewer'] as const) await addAdmin(site, `${role}@x.example`, role);
    await addContact(site, { email: 'one@x.example', status: 'subscribed' });
    await addContact(site, { email: 'two@x.example' });
    const signedIn = async (role: string) => {
      const browser = openAdminBrowser(site);
      await browser.signIn(`${role}@x.example`);
      return browser;
    };
    const order = { status: 'subscribed', format: 'jsonl', columns: ['email', 'status_name'], strict: true };
    const ask = async (role: string, more: object = {}) =>
      (await signedIn(role)).call('POST', '/automations/contacts/export-link', { ...order, ...more });
    const follow = (url: string, method = 'GET') =>
      fetch(url.replace('http://admin.test', site.site), { method }).then(answerOf);

    const asked = await ask('editor');
    t.match(asked.body.data.export, {
      url: /^http:\/\/admin\.test\/wp-json\/automations-export\/v1\/contacts\?token=\w{43}$/,
    });
    const { url } = asked.body.data.export;
    const looked = await follow(url, 'HEAD');
    t.equal(looked.status, 200);
    t.match(looked.headers.get('content-disposition'), /contacts\.jsonl/);
    t.equal((await download('', { method: 'HEAD' }, site)).status, 200);
    t.match(
      (await site.get('/audit')).body.data.audit,
      { length: 0 },
      'the link is unused, and a HEAD does not use it',
    );
    const many = await Promise.all([follow(url), follow(url), follow(url)]);
    t.same(many.map(({ status }) => status).sort(), [200, 404, 404], 'one of many concurrent requests gets it');
    const taken = many.find(({ status }) => status === 200);
    t.match(taken?.headers.get('content-disposition'), /attachment; filename="contacts\.jsonl"/);
    t.strictSame(linesOf(taken?.text ?? ''), [{ email: 'one@x.example', status_name: 'subscribed' }]);
    t.match(await follow(url), { status: 404, body: { code: 'export_link_over' } });
    t.equal((await follow(url, 'HEAD')).status, 404);
    const { audit } = (await site.get('/audit')).body.data;
    t.match(audit, [
      { action: 'contacts.exported', by: { type: 'user', name: 'editor' }, data: { conditions: ['status'] } },
    ]);

    t.match(await ask('administrator', { columns: ['nonsense'] }), {
      status: 422,
      body: { code: 'unprocessable_entity' },
    });
    t.match(await ask('administrator', { tags: [1] }), { status: 422 }, 'what is misspelt');
    const lenient = await ask('administrator', { tags: [1], strict: false });
    t.equal(lenient.status, 200);
    t.equal(lenient.headers.get('x-ignored-parameters'), 'tags');
    t.match(await ask('viewer'), { status: 403, body: { code: 'permission_denied' } });
    const viewer = await signedIn('viewer');
    t.match(await viewer.call('GET', '/automations/contacts/export'), {
      status: 403,
      body: { code: 'permission_denied' },
    });
    t.match(
      await site.post('/contacts/export-link', order),
      { status: 403, body: { code: 'permission_denied' } },
      'a key',
    );
    const boss = await signedIn('administrator');
    const leaves = {
      removed: (id: number) => boss.del(`/admin/${id}`),
      'made a viewer': (id: number) => boss.post(`/admin/update/${id}`, { role: 'viewer' }),
    };
    for (const [what, leave] of Object.entries(leaves)) {
      const id = await addAdmin(site, `leaver-${what.length}@x.example`, 'editor');
      const own = (await ask(`leaver-${what.length}`)).body.data.export.url;
      t.equal((await follow(own, 'HEAD')).status, 200, what);
      t.equal((await leave(id)).status, 200);
      for (const method of ['HEAD', 'GET']) t.equal((await follow(own, method)).status, 404, `${what}: ${method}`);
    }
    const foreign = { 'sec-fetch-site': 'cross-site' };
    t.equal((await boss.call('POST', '/automations/contacts/export-link', order, foreign)).status, 401, 'a forged one');
    for (const token of ['', 'x', 'a'.repeat(43)]) {
      t.ok((await follow(`http://admin.test/wp-json/automations-export/v1/contacts?token=${token}`)).status >= 400);
    }
  },
);

t.test('while Redis is down, no download links are created, but programs can still export', async (t) => {
  const { mysql, redis } = await startServers(t);
  const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'away' };
  const site = await startAutomations(t, { SITE_URL: 'http://admin.test' }, stores);
  await addAdmin(site, 'boss@x.example');
  await addContact(site, { email: 'one@x.example' });
  const browser = openAdminBrowser(site);
  await browser.signIn('boss@x.example');
  await redis.kill('SIGKILL');
  const answer = await browser.call('POST', '/automations/contacts/export-link', { format: 'csv' });
  t.match(answer, { status: 503, body: { code: 'unknown_error' } });
  t.ok(answer.headers.get('retry-after'));
  t.match(await download('columns=email', {}, site), { status: 200, text: 'email\none@x.example\n' });
  await redis.start();
  await site.stop();
});
