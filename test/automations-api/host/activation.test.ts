/** Turning plugins on and off, and uninstalling them: the effect on running processes and on the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { route } from '../../../automations-api/host/core/route.ts';
import type { Plugin } from '../../../automations-api/host/plugin.ts';
import { addContact, startAutomations } from '../../fixtures/automations.ts';
import { startHost } from '../../fixtures/plugin-host.ts';
import { isOfPeople } from '../../fixtures/schema.ts';
import { createStores } from '../../fixtures/stack.ts';
import { rowsOf, tablesOf } from '../../fixtures/tables.ts';
import { type Test, t } from '../../runner/tap.ts';

type Ask = Awaited<ReturnType<typeof startHost>>['ask'];

/** A plugin that keeps notes, and counts its starts and stops in this process. */
function notesPlugin(more: Partial<Plugin> = {}): { plugin: Plugin; seen: { starts: number; stops: number } } {
  const seen = { starts: 0, stops: 0 };
  const plugin: Plugin = {
    name: 'notes',
    version: '2.1',
    tables: ['notes', 'note_words'],
    migrations: [
      {
        name: '0001',
        statements: [
          'CREATE TABLE {prefix}notes (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(50))',
          'CREATE TABLE {prefix}note_words (note_id INT, FOREIGN KEY (note_id) REFERENCES {prefix}notes (id))',
        ],
      },
    ],
    register({ db, addNamespace, onStop, options, hooks }) {
      seen.starts++;
      onStop(() => void seen.stops++);
      hooks.addFilter('greeting', (text: string) => `${text} from notes`);
      const add = route({
        methods: ['POST'],
        path: '/note',
        async callback() {
          await sql`INSERT INTO ${sql.table('notes')} (text) VALUES ('x')`.execute(db);
          await options.set('last', Date.now());
          return { data: 'added' };
        },
      });
      const count = route({
        methods: ['GET'],
        path: '/notes',
        async callback() {
          const { rows } = await sql`SELECT id FROM ${sql.table('notes')}`.execute(db);
          return { data: rows.length };
        },
      });
      addNamespace({ name: 'notes/v1', routes: [add, count] });
    },
    ...more,
  };
  return { plugin, seen };
}

/** Repeats the request until its status is `status`, because processes apply the change within a few seconds. */
async function becomes(ask: Ask, path: string, status: number): Promise<number> {
  const start = Date.now();
  for (;;) {
    if ((await ask(path)).status === status) return Date.now() - start;
    if (Date.now() - start > 30_000) throw new Error(`${path} did not become ${status}`);
    await sleep(50);
  }
}

t.test('a plugin is inactive until it is activated, then runs in every process until it is deactivated', async (t) => {
  const [one, two] = [notesPlugin(), notesPlugin()];
  const first = await startHost(t, [one.plugin], {}, undefined, []);
  const second = await startHost(t, [two.plugin], {}, first.stores, []);
  t.equal((await first.ask('/notes/v1/notes')).body.code, 'rest_no_route');
  t.match(await first.administer.list(), [{ name: 'notes', version: '2.1', active: false, problem: '' }]);

  t.match(await first.administer.activate('notes'), { name: 'notes', active: true, applied: ['notes/0001'] });
  for (const { ask } of [first, second]) await becomes(ask, '/notes/v1/notes', 200);
  t.equal((await first.ask('/notes/v1/note', { method: 'POST' })).body, 'added');
  t.equal(await second.host.hooks.applyFilters('greeting', 'hello'), 'hello from notes');
  t.match((await first.administer.activate('notes')).applied, [], 'once more changes nothing');

  t.match(await second.administer.deactivate('notes'), { name: 'notes', active: false });
  for (const { ask } of [first, second]) {
    await becomes(ask, '/notes/v1/notes', 404);
    t.strictSame((await ask('/')).body.namespaces, []);
  }
  t.strictSame(
    [one.seen, two.seen],
    [
      { starts: 1, stops: 1 },
      { starts: 1, stops: 1 },
    ],
  );
  t.equal(await second.host.hooks.applyFilters('greeting', 'hello'), 'hello', 'its hooks are taken out');

  await first.administer.activate('notes');
  await becomes(first.ask, '/notes/v1/notes', 200);
  t.equal((await first.ask('/notes/v1/notes')).body, 1, 'its data is there');
});

t.test('concurrent activations and deactivations all take effect', async (t) => {
  const plugins = ['a', 'b', 'c', 'd', 'e'].map((name): Plugin => ({ name, version: '1', tables: [], register() {} }));
  const { administer } = await startHost(t, plugins, {}, undefined, ['a', 'b']);
  await Promise.all([...['c', 'd', 'e'].map((name) => administer.activate(name)), administer.deactivate('a')]);
  t.strictSame((await administer.active.list()).sort(), ['b', 'c', 'd', 'e']);
});

t.test(
  'a failed plugin is tried again only after it is deactivated and activated, and then lists no problem',
  async (t) => {
    let works = false;
    const { plugin } = notesPlugin();
    const { register } = plugin;
    plugin.register = (api) => {
      if (!works) throw new Error('not today');
      return register(api);
    };
    const { ask, administer, lines } = await startHost(t, [plugin]);
    t.match(await administer.list(), [{ name: 'notes', active: true, problem: 'not today' }]);
    works = true;
    await sleep(4_500);
    t.equal((await ask('/notes/v1/notes')).status, 404, 'it is left alone');
    t.equal(lines.filter(({ msg }) => msg === 'a plugin could not be started').length, 1, 'and logged once');
    await administer.deactivate('notes');
    t.match(await administer.list(), [{ active: false, problem: '' }]);
    await sleep(2_500);
    await administer.activate('notes');
    await becomes(ask, '/notes/v1/notes', 200);
    t.match(await administer.list(), [{ active: true, problem: '' }]);
  },
);

t.test('an active plugin that is not installed is logged and listed, and does not stop other plugins', async (t) => {
  const { plugin } = notesPlugin();
  const { ask, administer, lines } = await startHost(t, [plugin], {}, undefined, ['lost', 'notes']);
  t.equal((await ask('/notes/v1/notes')).status, 200);
  t.match(
    lines.find(({ plugin: name }) => name === 'lost'),
    { msg: 'a plugin could not be started' },
  );
  t.match(await administer.list(), [{ name: 'notes' }, { name: 'lost', active: true, problem: /not installed/ }]);
  t.match(await administer.deactivate('lost'), { active: false });
  await t.rejects(administer.activate('lost'), /there is no plugin lost/);
  await t.rejects(administer.deactivate('lost'), /there is no plugin lost/);
});

const traces = async (mysqlUrl: string) => ({
  records: (await rowsOf(mysqlUrl, "SELECT name FROM wp_waypost_migrations WHERE name LIKE 'notes/%'")).length,
  options: (await rowsOf(mysqlUrl, "SELECT name FROM wp_waypost_options WHERE name LIKE 'plugin.notes.%'")).length,
  tables: (await tablesOf(mysqlUrl)).filter((name) => name.startsWith('wp_note')),
});

async function startUsed(t: Pick<Test, 'teardown'>, more: Partial<Plugin> = {}) {
  const { plugin } = notesPlugin(more);
  const started = await startHost(t, [plugin]);
  await started.ask('/notes/v1/note', { method: 'POST' });
  return started;
}

t.test('an active plugin cannot be uninstalled, and the error explains what to do', async (t) => {
  const { administer, ask } = await startUsed(t);
  await t.rejects(administer.uninstall('notes', true), /notes is active; first run .*plugin deactivate notes/);
  t.equal((await ask('/notes/v1/notes')).body, 1);
});

t.test(
  'uninstalling calls the plugin and deletes its options and records, but deletes its tables only on request',
  async (t) => {
    const received: unknown[] = [];
    const { administer, ask, stores } = await startUsed(t, {
      async uninstall({ db, options }) {
        const { rows } = await sql`SELECT id FROM ${sql.table('notes')}`.execute(db);
        received.push(rows.length, typeof (await options.get('last', undefined)));
      },
    });
    const tables = ['wp_note_words', 'wp_notes'];
    t.strictSame(await traces(stores.mysqlUrl), { records: 1, options: 1, tables });
    await administer.deactivate('notes');
    await becomes(ask, '/notes/v1/notes', 404);
    t.strictSame(await administer.uninstall('notes', false), {
      name: 'notes',
      uninstalled: true,
      droppedTables: [],
      tablesLeft: tables,
      filesLeft: 'the test',
    });
    t.strictSame(received, [1, 'number']);
    t.strictSame(await traces(stores.mysqlUrl), { records: 0, options: 0, tables });

    await t.rejects(administer.activate('notes'), /already has tables wp_note_words, wp_notes.*--keep-tables/);
    t.match(await administer.activate('notes', true), { active: true, applied: [] });
    await becomes(ask, '/notes/v1/notes', 200);
    t.equal((await ask('/notes/v1/notes')).body, 1, 'the tables that stayed are taken over');

    await administer.deactivate('notes');
    await becomes(ask, '/notes/v1/notes', 404);
    t.match(await administer.uninstall('notes', true), { droppedTables: tables, tablesLeft: [] });
    t.strictSame(await traces(stores.mysqlUrl), { records: 0, options: 0, tables: [] });
    t.match(
      await administer.uninstall('notes', true),
      { uninstalled: true, droppedTables: [] },
      'a repeat does no harm',
    );
    t.match((await administer.activate('notes')).applied, ['notes/0001'], 'it can be installed again');
  },
);

t.test('a table that another plugin also claims is not dropped', async (t) => {
  const { plugin } = notesPlugin();
  const other: Plugin = { name: 'other', version: '1', tables: ['notes'], register() {} };
  const { administer, stores } = await startHost(t, [plugin, other], {}, undefined, ['notes']);
  await t.rejects(administer.uninstall('other', true), /the plugin notes names tables of other as its own/);
  const left = (await tablesOf(stores.mysqlUrl)).filter((table) => !isOfPeople(table));
  t.match(left, ['wp_note_words', 'wp_notes']);
});

const unfit: [what: string, prepare: string, statements: string[], reason: RegExp][] = [
  ['a migration that fails', 'SELECT 1', ['CREATE TABLE {prefix}unfit (n INT)', 'NONSENSE'], /unfit\/1, statement 2/],
  [
    'a foreign table with its name',
    'CREATE TABLE wp_unfit (theirs INT)',
    ['CREATE TABLE {prefix}unfit (n INT)'],
    /already has a table wp_unfit/,
  ],
];
for (const [what, prepare, statements, reason] of unfit) {
  for (const onStart of ['yes', 'no']) {
    t.test(`${what} leaves out only its own plugin and is reported (MIGRATE_ON_START=${onStart})`, async (t) => {
      const { plugin } = notesPlugin();
      const migrations = [{ name: '1', statements }];
      const faulty: Plugin = { name: 'unfit', version: '1', tables: ['unfit'], register() {}, migrations };
      const stores = await createStores(t);
      await rowsOf(stores.mysqlUrl, prepare);
      const before = await startHost(t, [plugin], {}, stores);
      await before.administer.active.change('unfit', true);
      const { administer: both } = await startHost(t, [faulty, plugin], {}, stores);
      t.match(await both.migrate(), { applied: [], failed: [{ plugin: 'unfit', reason }] });
      const { ask, host } = await startHost(t, [faulty, plugin], { MIGRATE_ON_START: onStart }, stores);
      t.equal((await ask('/notes/v1/notes')).status, 200);
      t.strictSame(host.running(), ['notes']);
      t.match(
        (await both.list()).find(({ name }) => name === 'unfit'),
        { active: true, problem: /./ },
      );
    });
  }
}

t.test('a plugin that lacks a file or service is tried again, and does not stop other plugins', async (t) => {
  let tries = 0;
  const missing: Plugin = {
    name: 'missing',
    version: '1',
    tables: [],
    register() {
      if (++tries < 3) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    },
  };
  const { plugin } = notesPlugin();
  const { ask, host, lines } = await startHost(t, [missing, plugin]);
  t.equal((await ask('/notes/v1/notes')).status, 200);
  for (let left = 300; left > 0 && !host.running().includes('missing'); left--) await sleep(50);
  t.ok(host.running().includes('missing'));
  t.equal(lines.filter(({ msg }) => msg === 'a plugin could not be started').length, 1, 'it is logged once');
});

t.test(
  'a site works without contact automation, and the data is still there when contact automation is turned on again',
  async (t) => {
    const stores = await createStores(t);
    const service = await startAutomations(t, {}, stores);
    const { administer } = await startHost(t, [], {}, stores, ['automations']);
    await addContact(service, { email: 'kept@x.example' });
    await administer.deactivate('automations');
    const tags = `${service.site}/wp-json/automations/tags?api_key=${service.key}`;
    const until = async (status: number) => {
      for (let tries = 0; tries < 300 && (await fetch(tags)).status !== status; tries++) await sleep(50);
      return (await fetch(tags)).status;
    };
    t.equal(await until(404), 404);
    t.match(await (await fetch(tags)).json(), { code: 'rest_no_route', data: { status: 404 } });
    t.equal((await fetch(`${service.site}/healthz`)).status, 200);
    t.match(await (await fetch(`${service.site}/wp-json/`)).json(), { namespaces: [] });
    await administer.active.change('automations', true);
    t.equal(await until(200), 200);
    t.equal((await service.get('/contacts')).body.data.contact.total, 1);
  },
);
