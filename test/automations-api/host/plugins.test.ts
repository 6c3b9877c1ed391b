/**
 * The plugin host with small plugins of this test: the host works without contact automation, and a plugin's fault
 * affects no other plugin.
 */
import { sql } from 'kysely';
import { pino } from 'pino';
import Type from 'typebox';
import { restError } from '../../../automations-api/host/core/errors.ts';
import { route } from '../../../automations-api/host/core/route.ts';
import { Hooks } from '../../../automations-api/host/hooks.ts';
import { Options } from '../../../automations-api/host/options.ts';
import type { Plugin, PluginApi } from '../../../automations-api/host/plugin.ts';
import { withPrefix } from '../../../automations-api/host/table-prefix.ts';
import { hostTables } from '../../../automations-api/host/tables.ts';
import { initiallyActive, installedPlugins } from '../../../automations-api/site-plugins.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { addContact, addTerms, startAutomations } from '../../fixtures/automations.ts';
import { type Line, startHost } from '../../fixtures/plugin-host.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const notes: Plugin = {
  name: 'notes',
  version: '1',
  tables: ['notes'],
  migrations: [
    { name: '1', statements: ['CREATE TABLE {prefix}notes (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(50))'] },
    { name: '2', statements: ["INSERT INTO {prefix}notes (text) VALUES ('first')"] },
  ],
  register({ db, hooks, addNamespace }) {
    const table = sql.table('notes');
    addNamespace({
      name: 'notes/v1',
      routes: [
        route({
          methods: ['GET'],
          path: '/notes',
          async callback() {
            const { rows } = await sql`SELECT * FROM ${table} ORDER BY id`.execute(db);
            return { data: rows, paging: { limit: 1, offset: 0, total: rows.length } };
          },
        }),
        route({
          methods: ['PUT', 'PATCH'],
          path: '/note/{id}',
          args: Type.Object({ text: Type.String({ maxLength: 50 }), loud: Type.Boolean({ default: false }) }),
          async callback({ params, path, method }) {
            const text = await hooks.applyFilters('notes_text', params.loud ? params.text.toUpperCase() : params.text);
            return { status: 201, data: { method, id: path.id, text }, headers: { Link: '<x>; rel="note"' } };
          },
        }),
        route({
          methods: ['GET'],
          path: '/closed',
          permission: ({ headers }) => {
            if (headers['x-open'] === undefined) throw restError('rest_no_route', 'closed');
          },
          callback: () => ({ data: 'open' }),
        }),
        route({
          methods: ['GET'],
          path: '/broken',
          callback: () => {
            throw new Error('a secret of the inside');
          },
        }),
      ],
    });
  },
};

/**
 * The answer's schema, a list of texts. It is checked when an answer is sent, because plugins in JavaScript have no
 * types.
 */
const answer = Type.Object({ texts: Type.Array(Type.String()) }, { title: 'Texts', additionalProperties: false });
const answering = (name: string, data: { texts: string[] }): Plugin => ({
  name,
  version: '1',
  tables: [],
  migrations: [],
  register: ({ addNamespace }) =>
    addNamespace({
      name,
      published: {
        title: 'Texts',
        version: '1',
        description: 'All texts.',
        groups: { Texts: 'All of them.' },
        credentials: {},
        error: Type.Object({ code: Type.String() }, { title: 'Error' }),
        errorsOf: () => [{ status: 404, code: 'no_texts', meaning: 'There are none.' }],
      },
      routes: [route({ methods: ['GET'], path: '/texts', answer, callback: () => ({ data }) })],
    }),
});

t.test("a plugin's namespace has an OpenAPI description, which is removed with the plugin", async (t) => {
  const { ask, host } = await startHost(t, [answering('texts', { texts: ['one'] })]);
  t.same((await ask('/texts/texts')).body, { texts: ['one'] });
  const { body } = await ask('/texts/openapi.json');
  t.match(body, {
    openapi: /^3\.1\./,
    paths: { '/texts': { get: { operationId: 'getTexts', responses: { 200: Object, 404: Object } } } },
    components: { schemas: { Texts: { properties: { texts: { type: 'array' } } }, Error: Object } },
  });
  t.match((await ask('/texts/docs')).headers.get('content-type'), /^text\/html/);
  await host.remove('texts');
  t.match(await ask('/texts/openapi.json'), { status: 404, body: { code: 'rest_no_route' } });
  t.match(await ask('/texts/docs'), { status: 404, body: { code: 'rest_no_route' } });
});

t.test('in tests, an answer that does not match its schema is an error', async (t) => {
  const { ask } = await startHost(t, [answering('texts', { texts: ['one'], ...{ more: 1 } })]);
  t.match(await ask('/texts/texts'), {
    status: 500,
    body: { code: 'answer_not_as_described', message: /GET \/texts answers otherwise .*more/ },
  });
});

t.test("a plugin's tables are created, its routes mounted and its parameters sanitised", async (t) => {
  const { ask, db } = await startHost(t, [notes], { TABLE_PREFIX: 'site2_' });
  const list = await ask('/notes/v1/notes');
  t.equal(list.status, 200);
  t.strictSame(list.body, [{ id: 1, text: 'first' }]);
  t.equal(list.headers.get('x-wp-total'), '1');
  const { rows } = await sql`SELECT text FROM site2_notes`.execute(db);
  t.strictSame(rows, [{ text: 'first' }], 'under the prefix of the installation');
  const put = await ask('/notes/v1/note/7', {
    method: 'PUT',
    body: 'text=hello&loud=1&unknown=x',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  t.equal(put.status, 201);
  t.strictSame(put.body, { method: 'PUT', id: 7, text: 'HELLO' });
  t.match(put.headers.get('link'), /rel="https:\/\/api\.w\.org\/", <x>; rel="note"/);
});

t.test('the index lists the active plugins and nothing else', async (t) => {
  t.strictSame((await (await startHost(t)).ask('/')).body.namespaces, []);
  const { ask } = await startHost(t, [notes]);
  const { body } = await ask('/');
  t.strictSame(body.namespaces, ['notes/v1']);
  t.strictSame(Object.keys(body.routes), [
    '/',
    '/notes/v1',
    '/notes/v1/notes',
    '/notes/v1/note/(?P<id>[\\d]+)',
    '/notes/v1/closed',
    '/notes/v1/broken',
  ]);
  t.equal((await ask('/automations/tags')).status, 404);
});

t.test("a namespace without its own error format uses WordPress's format", async (t) => {
  const { ask } = await startHost(t, [notes]);
  for (const [path, method, status, code] of [
    ['/notes/v1/note/1', 'PUT', 400, 'rest_missing_callback_param'],
    [`/notes/v1/note/1?text=${'x'.repeat(51)}`, 'PUT', 400, 'rest_invalid_param'],
    ['/notes/v1/note/1?text=x&loud=maybe', 'PATCH', 400, 'rest_invalid_param'],
    ['/notes/v1/note/1', 'GET', 405, 'method_not_allowed'],
    ['/notes/v1/closed', 'GET', 404, 'rest_no_route'],
    ['/notes/v1/none', 'GET', 404, 'rest_no_route'],
  ] as const) {
    const answer = await ask(path, { method });
    t.equal(answer.status, status, path);
    t.match(answer.body, { code, message: String, data: { status } });
  }
  t.equal((await ask('/notes/v1/note/1', { method: 'GET' })).headers.get('allow'), 'PUT, PATCH');
  t.equal((await ask('/notes/v1/closed', { headers: { 'X-Open': '1' } })).body, 'open');
});

t.test(
  'a nonce without a session is answered with 403, unless the namespace identifies callers in another way',
  async (t) => {
    const open = route({ methods: ['GET'], path: '/open', callback: () => ({ data: 'open' }) });
    const people: Plugin = {
      name: 'people',
      version: '1',
      tables: [],
      register({ addIdentify, addNamespace }) {
        addIdentify(async ({ headers }) =>
          headers['x-wp-nonce'] === 'good' ? { type: 'user', id: 1, name: 'Ada', role: 'viewer' } : undefined,
        );
        addNamespace({ name: 'open/v1', routes: [open] });
        addNamespace({ name: 'door/v1', takesStrays: true, routes: [open] });
        addNamespace({ name: 'keyed/v1', permission: () => ({ type: 'key', id: 1, name: 'key' }), routes: [open] });
      },
    };
    const { ask } = await startHost(t, [people]);
    for (const [path, nonce, status] of [
      ['/open/v1/open', 'good', 200],
      ['/open/v1/open', 'bad', 403],
      ['/open/v1/open', '', 403],
      ['/open/v1/open', undefined, 200],
      ['/door/v1/open', 'bad', 200],
      ['/keyed/v1/open', 'bad', 200],
      ['/', 'bad', 403],
      ['/open/v1', 'bad', 403],
      ['/', 'good', 200],
    ] as const) {
      const answer = await ask(path, nonce === undefined ? {} : { headers: { 'X-WP-Nonce': nonce } });
      t.equal(answer.status, status, `${path} ${nonce}`);
      if (status === 403) {
        t.strictSame(answer.body, {
          code: 'rest_cookie_invalid_nonce',
          message: 'Cookie check failed',
          data: { status },
        });
      }
    }
  },
);

t.test('a callback that throws answers 500 without details, is logged, and does not stop the host', async (t) => {
  const { ask, lines } = await startHost(t, [notes]);
  const { status, text, body } = await ask('/notes/v1/broken');
  t.equal(status, 500);
  t.match(body, { code: 'internal_server_error', data: { status: 500 } });
  t.notMatch(text, /secret/);
  t.match(JSON.stringify(lines), /a secret of the inside/);
  t.equal((await ask('/notes/v1/notes')).status, 200);
});

const failing: [string, Partial<Plugin>][] = [
  ['throws while it registers', { register: () => Promise.reject(new Error('no')) }],
  ['has a migration that fails', { migrations: [{ name: '1', statements: ['CREATE NONSENSE'] }] }],
  [
    'has one route twice',
    {
      register({ addNamespace }) {
        const same = route({ methods: ['GET'], path: '/same', callback: () => ({ data: 1 }) });
        addNamespace({ name: 'broken/v1', routes: [same, same] });
      },
    },
  ],
  [
    'registers a namespace that is taken',
    { register: ({ addNamespace }) => addNamespace({ name: 'notes/v1', routes: [] }) },
  ],
];
for (const [what, broken] of failing) {
  t.test(`a plugin that ${what} is left out and logged, and the other plugins answer`, async (t) => {
    let stopped = 0;
    const register = broken.register ?? (() => {});
    const faulty: Plugin = {
      name: 'broken',
      version: '1',
      tables: [],
      ...broken,
      register(api: PluginApi) {
        api.onStop(() => void stopped++);
        return register(api);
      },
    };
    const { ask, lines, administer } = await startHost(t, [notes, faulty]);
    t.match(lines.filter(({ level }) => level >= 50).at(-1), {
      plugin: 'broken',
      msg: 'a plugin could not be started',
    });
    t.match(
      (await administer.list()).map(({ name, active, problem }) => [name, active, problem === '']),
      [
        ['notes', true, true],
        ['broken', true, false],
      ],
    );
    t.equal(stopped, broken.migrations ? 0 : 1, 'its started work is stopped');
    t.equal((await ask('/notes/v1/notes')).status, 200);
    t.equal((await ask('/broken/v1/same')).status, 404);
    t.strictSame((await ask('/')).body.namespaces, ['notes/v1']);
  });
}

t.test(
  'each migration runs once, even if processes start together, and new migrations run at the next start',
  async (t) => {
    const { db, stores, lines } = await startHost(t);
    const together = Array.from({ length: 4 }, () => startHost(t, [notes], {}, stores));
    for (const { host } of await Promise.all(together)) t.strictSame(host.running(), ['notes']);
    const count = async () => (await sql<{ n: number }>`SELECT COUNT(*) AS n FROM wp_notes`.execute(db)).rows[0]?.n;
    t.equal(await count(), 1);
    const third = { name: '3', statements: ["INSERT INTO {prefix}notes (text) VALUES ('second')"] };
    const newer: Plugin = { ...notes, version: '2', migrations: [...(notes.migrations ?? []), third] };
    await startHost(t, [newer], {}, stores);
    await startHost(t, [newer], {}, stores);
    t.equal(await count(), 2);
    const { rows } = await sql`SELECT name FROM wp_waypost_migrations ORDER BY name`.execute(db);
    t.strictSame(
      rows,
      ['host/0001_baseline.sql', 'notes/1', 'notes/2', 'notes/3'].map((name) => ({ name })),
    );
    t.strictSame(
      lines.filter(({ level }) => level > 30),
      [],
    );
  },
);

t.test("stopping calls all plugins' stop callbacks, last registered first, even if a callback throws", async (t) => {
  const order: string[] = [];
  const stops: Plugin = {
    name: 'stops',
    version: '1',
    tables: [],
    register({ onStop }) {
      onStop(() => void order.push('first'));
      onStop(() => {
        throw new Error('no');
      });
      onStop(async () => void order.push('last'));
    },
  };
  const { host, lines } = await startHost(t, [stops]);
  await host.stop();
  t.strictSame(order, ['last', 'first']);
  t.match(lines.at(-1), { msg: 'a plugin did not stop cleanly' });
  await host.stop();
  t.equal(order.length, 2, 'once');
});

t.test('a plugin that hangs while it stops does not prevent other plugins from stopping', async (t) => {
  const ended: string[] = [];
  const hanging: Plugin = {
    name: 'hanging',
    version: '1',
    tables: [],
    register: ({ onStop }) => onStop(() => new Promise(() => {})),
  };
  const quick: Plugin = {
    name: 'quick',
    version: '1',
    tables: [],
    register: ({ onStop }) => onStop(() => void ended.push('quick')),
  };
  const { host, lines } = await startHost(t, [quick, hanging]);
  await host.stop();
  t.strictSame(ended, ['quick']);
  t.match(lines.at(-1), { plugin: 'hanging', msg: 'a plugin did not stop cleanly' });
});

t.test('actions run in order of priority, then of registration, each awaited, even after one throws', async (t) => {
  const lines: Line[] = [];
  const hooks = new Hooks(pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) }));
  const order: string[] = [];
  hooks.addAction('saved', () => void order.push('b'));
  hooks.addAction(
    'saved',
    async (what: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`a ${what}`);
    },
    5,
  );
  hooks.addAction('saved', () => void order.push('c'));
  hooks.addAction(
    'saved',
    () => {
      throw new Error('no');
    },
    7,
  );
  hooks.addAction('saved', () => Promise.reject(new Error('nor this')), 8);
  const remove = hooks.addAction('saved', () => void order.push('never'), 1);
  remove();
  await hooks.doAction('saved', 'it');
  t.strictSame(order, ['a it', 'b', 'c']);
  t.strictSame(
    lines.map(({ action, msg }) => [action, msg]),
    [
      ['saved', 'an action failed'],
      ['saved', 'an action failed'],
    ],
  );
  await hooks.doAction('nobody listens');
});

t.test("each filter gets the previous filter's value, and a filter that throws leaves it unchanged", async (t) => {
  const hooks = new Hooks(pino({ level: 'silent' }));
  hooks.addFilter('price', (price: number) => price * 2, 20);
  hooks.addFilter('price', async (price: number, by: number) => price + by, 10);
  hooks.addFilter(
    'price',
    () => {
      throw new Error('no');
    },
    15,
  );
  t.equal(await hooks.applyFilters('price', 1, 2), 6);
  t.equal(await hooks.applyFilters('other', 1), 1);
});

/** Keeps the process alive, which waiting for a callback alone does not. */
const stayAlive = (t: Test) => {
  const timer = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(timer));
};

t.test(
  'the host waits only once for a callback that never returns, logs its plugin, and continues with other callbacks',
  async (t) => {
    const lines: Line[] = [];
    const hooks = new Hooks(pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) }), 50);
    stayAlive(t);
    const slow = hooks.forPlugin('slow', () => {});
    const received: unknown[] = [];
    const answers: (() => void)[] = [];
    slow.addAction('saved', () => new Promise<void>((resolve) => answers.push(resolve)), 1);
    hooks.addAction('saved', (what) => void received.push(what));
    slow.addFilter('price', () => new Promise<number>(() => {}));
    hooks.addFilter('price', (price: number) => price + 1, 20);
    await hooks.doAction('saved', 1);
    for (const what of [2, 3]) await hooks.doAction('saved', what);
    t.strictSame(received, [1, 2, 3]);
    t.equal(answers.length, 3, 'it is still called');
    t.equal(await hooks.applyFilters('price', 1), 2);
    t.strictSame(
      lines.map(({ plugin, action, filter, msg }) => [plugin, action ?? filter, msg]),
      [
        ['slow', 'saved', 'an action took too long; the host stopped waiting for it'],
        ['slow', 'price', 'a filter failed'],
      ],
    );
  },
);

t.test("queued actions run in their lane's order, delay no caller, and are limited in number", async (t) => {
  const lines: Line[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const hooks = new Hooks(log, 60_000);
  stayAlive(t);
  const received: string[] = [];
  const letGo: (() => void)[] = [];
  hooks.addAction('saved', async (lane: string, n: number) => {
    if (n === 0) await new Promise<void>((resolve) => letGo.push(resolve));
    received.push(`${lane}${n}`);
  });
  for (const lane of ['a', 'b']) for (const n of [0, 1, 2]) await hooks.queueAction(lane, 'saved', lane, n);
  await until(() => letGo.length === 2);
  t.strictSame(received, []);
  letGo[1]?.();
  await until(() => received.length === 3);
  t.strictSame(received, ['b0', 'b1', 'b2']);
  letGo[0]?.();
  await hooks.settle();
  t.strictSame(received.slice(3), ['a0', 'a1', 'a2']);
  const impatient = new Hooks(log, 200);
  impatient.addAction('never', () => new Promise(() => {}));
  for (let n = 0; n < 1_500; n++) await impatient.queueAction(n, 'never');
  await impatient.settle();
  t.strictSame(
    lines.map(({ msg }) => msg),
    ['an action did not end and is skipped for now', 'an action took too long; the host stopped waiting for it'],
  );
});

t.test('options keep JSON values, and autoloaded options are read together and cached', async (t) => {
  const { db } = await startHost(t);
  let queries = 0;
  const counted = withPrefix(db, 'wp_', hostTables).withPlugin({
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const options = new Options(counted);
  await options.set('one', { a: [1, null, 'é'] });
  await options.set('two', 2);
  await options.set('lazy', 'x', { autoload: false });
  t.strictSame(await options.get('one', undefined), { a: [1, null, 'é'] });
  queries = 0;
  t.equal(await options.get('two', 0), 2);
  t.strictSame(await options.get('one', undefined), { a: [1, null, 'é'] });
  t.equal(queries, 0, 'no query for cached values');
  t.equal(await options.get('lazy', ''), 'x');
  t.equal(await options.get('none', 'fallback'), 'fallback');
  await options.set('two', 3);
  t.equal(await options.get('two', 0), 3);
  await options.delete('two');
  t.equal(await options.get('two', 0), 0);
  t.strictSame(await new Options(counted).get('one', undefined), { a: [1, null, 'é'] });
});

t.test('options read while they change are not cached', async (t) => {
  const { db } = await startHost(t);
  let held: Promise<void> | undefined;
  const slow = withPrefix(db, 'wp_', hostTables).withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const wait = held;
      held = undefined;
      await wait;
      return result;
    },
  });
  const options = new Options(slow);
  await options.set('one', 'before');
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  const overtaken = options.get('one', '');
  await until(() => held === undefined);
  await options.set('one', 'after');
  release();
  t.equal(await overtaken, 'before', 'it was read before the change');
  t.equal(await options.get('one', ''), 'after');
});

t.test("another plugin gets contact automation's events, and cannot break or delay contact automation", async (t) => {
  const heard: string[] = [];
  const names = ['contact_created', 'contact_updated', 'contact_deleted', 'contact_status_changed'];
  const more = ['contact_email_changed', 'tag_added', 'tag_removed', 'list_added', 'list_removed'];
  const listener: Plugin = {
    name: 'listener',
    version: '1',
    tables: [],
    register({ hooks }) {
      for (const name of [...names, ...more]) {
        hooks.addAction(`automations_${name}`, () => void heard.push(name));
        hooks.addAction(`automations_${name}`, () => Promise.reject(new Error('no')), 1);
      }
      hooks.addAction('automations_contact_deleted', () => new Promise(() => {}));
    },
  };
  const ours = installedPlugins(readConfig({}));
  const service = await startAutomations(t, { TABLE_PREFIX: 'other_' }, undefined, {
    find: async (name) =>
      name === 'listener' ? { plugin: listener, directory: '/nowhere', from: 'the test' } : ours.find(name),
    list: () => ours.list(),
  });
  // An inactive plugin would be stopped at the next poll.
  const { host } = service.app;
  await host.options.set('active_plugins', [...initiallyActive, 'listener']);
  await until(() => host.running().includes('listener'));
  const heardOf = async (...expected: string[]) => {
    await until(() => heard.length >= expected.length);
    t.strictSame(heard.splice(0), expected);
  };
  const [tag] = await addTerms(service, 'tag', ['Heard']);
  const [list] = await addTerms(service, 'list', ['Heard']);
  const id = await addContact(service, { email: 'heard@x.example', tags: [tag], lists: [list] });
  await heardOf('contact_created', 'tag_added', 'list_added');
  await service.post(`/contact/change-status/${id}`, { status: 'bounced' });
  await heardOf('contact_updated', 'contact_status_changed');
  await service.post(`/contact/update-email/${id}`, { email: 'heard2@x.example' });
  await heardOf('contact_updated', 'contact_email_changed');
  await service.post(`/contact/update/${id}`, { tags: [], lists: [], replace_tags: true, replace_lists: true });
  await heardOf('tag_removed', 'list_removed');
  await service.del(`/contact/${id}`);
  await heardOf('contact_deleted');
  t.equal((await service.post('/contact/add', { email: 'nonsense' })).status, 422);
  t.strictSame(heard, [], 'a refused change is not reported');
  const { rows } = await sql<{ n: number }>`
    SELECT COUNT(*) AS n FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_name LIKE '%automations%' AND table_name NOT LIKE 'other\\_%'
  `.execute(service.db);
  t.equal(rows[0]?.n, 0, 'every table has the prefix');
});
