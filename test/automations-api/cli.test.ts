/** The built command line beside a running service: plugins are added, turned on and off, and removed. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { initiallyActive } from '../../automations-api/site-plugins.ts';
import { projectRoot } from '../../shared/paths.ts';
import { type Answer, type Body, request } from '../fixtures/automations.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { service } from '../fixtures/processes.ts';
import { isOfPeople } from '../fixtures/schema.ts';
import { createStores } from '../fixtures/stack.ts';
import { tablesOf } from '../fixtures/tables.ts';
import { t } from '../runner/tap.ts';

/** A plugin in plain JavaScript, as an author would write it with the help of the manual. */
const source = (name: string) => `
import { sql } from 'kysely';
export const plugin = {
  name: '${name}',
  version: '1.0.0',
  tables: ['guests'],
  register({ db, addNamespace }) {
    const guests = sql.table('guests');
    addNamespace({
      name: 'guests/v1',
      routes: [
        {
          methods: ['GET'],
          path: '/guests',
          args: { type: 'object', properties: { most: { type: 'integer', minimum: 1 } } },
          async callback({ params }) {
            const { rows } = await sql\`SELECT name FROM \${guests} LIMIT \${params.most ?? 10}\`.execute(db);
            return { data: rows };
          },
        },
      ],
    });
  },
  commands({ program, command, run }) {
    command(program.command('guest'), 'add', 'note a guest')
      .argument('<name>')
      .action((name, flags) =>
        run(flags, async ({ db }) => {
          await sql\`INSERT INTO \${sql.table('guests')} VALUES (\${name})\`.execute(db);
          return { name };
        }),
      );
  },
};
`;

const name = `guests-${process.pid}`;
const folder = path.join(projectRoot, 'automations-api/plugins', name);
const stores = await createStores(t);
const env = { MYSQL_URL: stores.mysqlUrl, TABLE_PREFIX: 'site_', REDIS_PREFIX: stores.redisPrefix };
const started = await service(t, 'automations-api/server.js', 'AUTOMATIONS_PORT', {
  ...env,
  REDIS_URL: stores.redisUrl,
  MIGRATE_ON_START: '1',
});
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** The environment has no REDIS_URL, since no command needs Redis. */
const cli = commandLine('automations-api/cli.js', {
  LOCAL_DIR: '/nonexistent',
  AUTOMATIONS_PORT: String(started.port),
  ...env,
});
const json: (...args: string[]) => Promise<Body> = cli.json;
const listed = async (what: string): Promise<Body> =>
  (await json('plugin', 'list')).find((row: { name: string }) => row.name === what);
const ask = (at: string): Promise<Answer> => request(`http://127.0.0.1:${started.port}/wp-json${at}`, 'GET');
async function becomes(at: string, status: number): Promise<Answer> {
  for (let tries = 0; tries < 300; tries++, await sleep(100)) {
    const answer = await ask(at);
    if (answer.status === status) return answer;
  }
  throw new Error(`${at} did not become ${status}: ${started.output()}`);
}

t.test(
  'a plugin added to the plugin folder is turned on, used, turned off and removed while the service runs',
  async (t) => {
    await started.start();
    mkdirSync(path.join(folder, 'migrations'), { recursive: true });
    writeFileSync(path.join(folder, 'plugin.js'), source(name));
    writeFileSync(path.join(folder, 'migrations/0001_guests.sql'), 'CREATE TABLE {prefix}guests (name VARCHAR(50));\n');

    t.strictSame(await listed('automations'), {
      name: 'automations',
      version: '1',
      active: true,
      from: 'automations-api/plugins/automations',
      problem: '',
    });
    t.match(await listed(name), { active: false, problem: '' });
    t.equal((await ask('/guests/v1/guests')).body.code, 'rest_no_route');
    t.match(await cli.run('guest', 'add', 'Ada'), { code: 1, err: /unknown command 'guest'/ });

    t.match(await json('plugin', 'activate', name), { name, active: true, applied: [`${name}/0001_guests.sql`] });
    t.strictSame((await becomes('/guests/v1/guests', 200)).body, []);
    t.strictSame(await json('guest', 'add', 'Ada'), { name: 'Ada' });
    t.match(await cli.run('guest', 'add', 'Bob'), { code: 0, out: 'name: Bob\n' });
    t.strictSame((await ask('/guests/v1/guests?most=1')).body, [{ name: 'Ada' }]);
    t.match((await ask('/guests/v1/guests?most=0')).body.data.params, {
      most: 'most must be greater than or equal to 1',
    });

    t.match(await cli.run('plugin', 'uninstall', name), {
      code: 1,
      err: /is active; first run .*plugin deactivate/,
    });
    t.match(await cli.run('plugin', 'deactivate', name), {
      code: 0,
      out: /active: false\nnote: running services follow within a few seconds/,
    });
    await becomes('/guests/v1/guests', 404);
    t.match(await json('plugin', 'uninstall', name), {
      tablesLeft: ['site_guests'],
      filesLeft: `automations-api/plugins/${name}`,
    });
    t.match(await json('plugin', 'uninstall', name, '--drop-tables'), {
      droppedTables: ['site_guests'],
      tablesLeft: [],
    });
    t.notOk((await tablesOf(stores.mysqlUrl)).includes('site_guests'));
    rmSync(folder, { recursive: true });
    t.equal(await listed(name), undefined);
  },
);

/** Returns the source of a plugin's `register` with one route: its arguments and its answer. */
const routed = (args: string, answer: string) => `
import { sql } from 'kysely';
export const plugin = {
  name: '${name}',
  version: '1.0.0',
  tables: [],
  register({ db, addNamespace }) {
    const callback = async () => ({ data: ${answer} });
    addNamespace({ name: 'changing/v1', routes: [{ methods: ['GET'], path: '/it', args: ${args}, callback }] });
  },
};
`;

t.test(
  'activating a plugin whose register() fails reports the place of the error, and the corrected plugin is loaded again',
  async (t) => {
    const wrongArgs = "{ type: 'object', properties: { size: { type: 'numbr' } } }";
    const args = "{ type: 'object', properties: {} }";
    const write = (text: string) => writeFileSync(path.join(folder, 'plugin.js'), text);
    mkdirSync(folder, { recursive: true });
    write(routed(wrongArgs, "'first'"));
    const fault = /cannot start: GET \/changing\/v1\/it: the argument size/;
    await t.rejects(json('plugin', 'activate', name), fault);
    t.match(await listed(name), { active: false, problem: /the argument size/ });
    t.equal((await ask('/changing/v1/it')).status, 404);
    for (const answer of ['second', 'third']) {
      write(routed(args, `'${answer}'`));
      await json('plugin', 'activate', name);
      t.equal((await ask('/changing/v1/it')).body, answer);
      await json('plugin', 'deactivate', name);
    }
    const held = `waypost-test-${process.pid}`;
    write(routed(args, `(await sql\`SELECT GET_LOCK('${held}', 60), RELEASE_LOCK('${held}')\`.execute(db)).rows`));
    await json('plugin', 'activate', name);
    const { key } = await json('key', 'create');
    const holder = await createConnection(stores.mysqlUrl);
    await holder.query('SELECT GET_LOCK(?, 0)', [held]);
    let done = 0;
    const slow = Array.from({ length: 30 }, () => ask('/changing/v1/it').then(() => done++));
    for (let n = 0; n < 5; n++) t.equal((await ask(`/automations/contacts?api_key=${key}`)).status, 200);
    t.equal(done, 0, 'its slow queries block nobody');
    await holder.end();
    await Promise.all(slow);
    await json('plugin', 'deactivate', name);
    rmSync(folder, { recursive: true });
  },
);

t.test('contact automation and its commands can be turned off and on again for a site', async (t) => {
  const { key } = await json('key', 'create');
  const tags = `/automations/tags?api_key=${key}`;
  await becomes(tags, 200);
  await json('plugin', 'deactivate', 'automations');
  t.match((await becomes(tags, 404)).body, { code: 'rest_no_route' });
  t.equal((await fetch(`http://127.0.0.1:${started.port}/readyz`)).status, 200, 'the service keeps running');
  t.match(await cli.run('key', 'list'), { code: 1, err: /unknown command 'key'/ });
  t.ok((await tablesOf(stores.mysqlUrl)).includes('site_automations_contacts'), 'its data stays');
  await started.end('SIGTERM');
  await started.start();
  t.equal((await ask(tags)).status, 404, 'also after a restart');
  await json('plugin', 'activate', 'automations');
  await becomes(tags, 200);
});

t.test(
  'after the commands on the uninstalling page have run, only the tables that the page names remain',
  async (t) => {
    const manual = readFileSync(path.join(projectRoot, '.github/docs/uninstalling.md'), 'utf8');
    const commands = [...manual.matchAll(/waypost automations (.+)/g)].map(([, line = '']) => line.split(' '));
    t.equal(commands.length, 2 * initiallyActive.length);
    for (const command of commands) t.match(await cli.run(...command), { code: 0 });
    const left = [...manual.matchAll(/`wp_(\w+)`/g)].map(([, table]) => `site_${table}`);
    t.strictSame(
      (await tablesOf(stores.mysqlUrl)).filter((table) => !isOfPeople(table)),
      left.sort(),
    );
    t.equal((await becomes('/waypost-admin/v1/session', 404)).body.code, 'rest_no_route');
    t.match(
      await json('plugin', 'uninstall', 'admin', '--drop-tables'),
      { droppedTables: [], tablesLeft: [] },
      'again',
    );
    for (const plugin of initiallyActive) await json('plugin', 'activate', plugin);
    await becomes('/waypost-admin/v1/session', 401);
  },
);

t.test("--help needs no database and shows a new site's commands", async (t) => {
  const { run } = commandLine('automations-api/cli.js', { LOCAL_DIR: t.testdir() });
  for (const [args, shown] of [
    [['--help'], ['plugin', 'migrate', 'key', 'field-group']],
    [
      ['plugin', '--help'],
      ['list', 'activate', 'deactivate', 'uninstall'],
    ],
    [
      ['plugin', 'uninstall', '--help'],
      ['--drop-tables', '--json'],
    ],
  ] as const) {
    const { out } = await run(...args);
    for (const word of shown) t.match(out, new RegExp(`^\\s+${word}\\b`, 'm'));
  }
});
