/**
 * Migrations: each is applied once and in order, even if several processes start them, and is never changed
 * afterwards.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { version } from '../../../shared/installation.ts';
import { MigrationFailed, migrate, readSchema } from '../../../shared/migrations/migrate.ts';
import { createRecord } from '../../../shared/migrations/migration-record.ts';
import {
  checksumOf,
  type MigrationSet,
  readMigrations,
  splitStatements,
  tablesToCreate,
} from '../../../shared/migrations/migration-set.ts';
import { oneAtATime } from '../../../shared/migrations/migration-turn.ts';
import { service } from '../../fixtures/processes.ts';
import { listSessions } from '../../fixtures/sessions.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

function setOf(t: Test, files: Record<string, string>, more: Partial<MigrationSet> = {}): MigrationSet {
  const directory = path.join(t.testdir(), 'sql');
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  return { record: 'x_record', scope: '', remedy: 'move', migrations: readMigrations(directory, 'x_'), ...more };
}

async function query(mysqlUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const connection = await createConnection(mysqlUrl);
  const [rows] = await connection.query(statement);
  await connection.end();
  return rows as Record<string, unknown>[];
}

type Recorded = { name: string; checksum: string; finished_at: Date | null };

async function recordAs(mysqlUrl: string, record: string, row: Recorded): Promise<void> {
  const connection = await createConnection(mysqlUrl);
  await createRecord(connection, record);
  await connection.query('INSERT INTO ?? SET ?', [record, { ...row, done: 0, started_at: new Date() }]);
  await connection.end();
}

const one = 'CREATE TABLE {prefix}a (n INT);\n-- a comment; with a semicolon\nINSERT INTO {prefix}a VALUES (1);\n';

t.test('a statement ends only at a semicolon at the end of a line', async (t) => {
  t.same(splitStatements("A;\n-- no;\nB ';' c\n;\n\n"), ['A', "B ';' c"]);
});

t.test(
  'a table must not exist yet if it is created without IF NOT EXISTS and is not dropped or renamed before',
  async (t) => {
    const statements = [
      'CREATE TABLE a (n INT)',
      'CREATE TABLE IF NOT EXISTS b (n INT)',
      'DROP TABLE IF EXISTS c',
      'create table `c` (n INT)',
      'RENAME TABLE d TO e',
      'CREATE TABLE d (n INT)',
      'INSERT INTO f VALUES (1)',
    ];
    t.same(tablesToCreate(statements), ['a']);
  },
);

t.test('migrations are applied once, in order and with the prefix, even by four processes at once', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const set = setOf(t, {
    '0001_one.sql': one,
    '0002_two.sql': 'INSERT INTO {prefix}a VALUES (2);\n',
    'notes.txt': 'x',
  });
  t.same((await readSchema(mysqlUrl, set)).pending, [
    { name: '0001_one.sql', started: false },
    { name: '0002_two.sql', started: false },
  ]);
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(mysqlUrl, set)));
  t.same(applied.flat().sort(), ['0001_one.sql', '0002_two.sql']);
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a ORDER BY n'), [{ n: 1 }, { n: 2 }]);
  t.same(await readSchema(mysqlUrl, set), { pending: [], newer: [] });
});

t.test("two scopes' migrations share a record and are independent", async (t) => {
  const { mysqlUrl } = await createStores(t);
  const set = setOf(t, { '0001_one.sql': one });
  const other = setOf(t, { '0001_one.sql': one.replaceAll('{prefix}', 'y_') }, { scope: 'other/' });
  t.same(await migrate(mysqlUrl, set), ['0001_one.sql']);
  t.same(await migrate(mysqlUrl, other), ['other/0001_one.sql']);
  t.same(await migrate(mysqlUrl, { ...set, migrations: set.migrations }), []);
  t.same(await query(mysqlUrl, 'SELECT n FROM y_a'), [{ n: 1 }]);
});

t.test('a migration that failed continues after the last statement that succeeded', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const broken = setOf(t, { '0001_one.sql': `${one}NONSENSE;\nINSERT INTO {prefix}a VALUES (3);\n` });
  for (let tries = 0; tries < 2; tries++) {
    await t.rejects(migrate(mysqlUrl, broken), { name: 'MigrationFailed', message: /0001_one\.sql, statement 3/ });
  }
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a'), [{ n: 1 }], 'finished statements are not repeated');
  t.same((await readSchema(mysqlUrl, broken)).pending, [{ name: '0001_one.sql', started: true }]);
});

for (const failing of [0, 1, 2]) {
  t.test(
    `a migration that failed at statement ${failing + 1} continues there if only the rest was corrected`,
    async (t) => {
      const { mysqlUrl } = await createStores(t);
      const statements = [
        'CREATE TABLE {prefix}a (n INT)',
        'ALTER TABLE {prefix}a ADD m INT',
        'INSERT INTO {prefix}a VALUES (1, 2)',
      ];
      const written = (one: string[]) => setOf(t, { '0001_one.sql': `${one.join(';\n')};\n` });
      await t.rejects(migrate(mysqlUrl, written(statements.with(failing, 'NONSENSE'))), MigrationFailed);
      if (failing > 0) {
        const other = written(statements.with(failing - 1, 'SELECT 1'));
        await t.rejects(migrate(mysqlUrl, other), /was changed after it was applied/);
      }
      t.same(await migrate(mysqlUrl, written(statements)), ['0001_one.sql']);
      t.same(await query(mysqlUrl, 'SELECT * FROM x_a'), [{ n: 1, m: 2 }]);
      await t.rejects(migrate(mysqlUrl, written([...statements, 'SELECT 1'])), /was changed after it was applied/);
    },
  );
}

const slow = 'INSERT INTO {prefix}a SELECT 2 FROM (SELECT SLEEP(30)) s;\n';
for (const [what, text, begun] of [
  ['a table', 'CREATE TABLE {prefix}b (n INT);\n', 'CREATE TABLE x_b (n INT)'],
  ['a column', 'ALTER TABLE {prefix}a ADD m INT;\n', 'ALTER TABLE x_a ADD m INT'],
  ['an index', 'ALTER TABLE {prefix}a ADD KEY n (n);\n', 'ALTER TABLE x_a ADD KEY n (n)'],
  ['nothing', 'CREATE TABLE {prefix}b (n INT);\n', 'SELECT 1'],
] as const) {
  t.test(
    `a migration continues if its process was killed after creating ${what} but before recording it`,
    async (t) => {
      const { mysqlUrl } = await createStores(t);
      const set = setOf(t, { '0001_one.sql': one, '0002_two.sql': `${text}INSERT INTO {prefix}a (n) VALUES (2);\n` });
      await migrate(mysqlUrl, { ...set, migrations: set.migrations.slice(0, 1) });
      const { name, checksum } = set.migrations[1] as MigrationSet['migrations'][number];
      await query(
        mysqlUrl,
        `INSERT INTO x_record (name, checksum, done, started_at) VALUES ('${name}', '${checksum}', -1, NOW())`,
      );
      await query(mysqlUrl, begun);
      t.same(await migrate(mysqlUrl, set), [name]);
      t.same(await query(mysqlUrl, 'SELECT n FROM x_a ORDER BY n'), [{ n: 1 }, { n: 2 }]);
    },
  );
}

t.test('a migration that stopped within a statement repeats that statement completely, and no other', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const set = setOf(t, { '0001_one.sql': one + slow });
  const cut = t.rejects(migrate(mysqlUrl, set));
  const { id } = await until(async () =>
    (await listSessions(mysqlUrl)).find(({ statement }) => statement.endsWith('SLEEP(30)) s')),
  );
  await query(mysqlUrl, `KILL ${id}`);
  await cut;
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a'), [{ n: 1 }]);
  t.same(await query(mysqlUrl, 'SELECT done FROM x_record'), [{ done: -3 }]);
  const quick = { ...set.migrations[0], statements: [...(set.migrations[0]?.statements.slice(0, 2) ?? [])] };
  quick.statements.push('INSERT INTO x_a VALUES (2)');
  await migrate(mysqlUrl, { ...set, migrations: [quick as MigrationSet['migrations'][number]] });
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a ORDER BY n'), [{ n: 1 }, { n: 2 }]);
});

t.test('two processes that both believe they have the lock run each data statement once', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const set = setOf(t, { '0001_one.sql': one + slow.replace('30', '2') });
  const first = migrate(mysqlUrl, set);
  const begun = 'INSERT INTO x_a SELECT 2';
  await until(async () => (await listSessions(mysqlUrl)).some(({ statement }) => statement.startsWith(begun)));
  await query(mysqlUrl, 'UPDATE x_record_lock SET expires_at = UTC_TIMESTAMP(3)');
  const both = await Promise.allSettled([first, migrate(mysqlUrl, set)]);
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a ORDER BY n'), [{ n: 1 }, { n: 2 }]);
  t.same(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const [loser] = both.filter(({ status }) => status === 'rejected') as [PromiseRejectedResult];
  t.match(loser.reason.message, /another process is also applying/);
  t.same(await migrate(mysqlUrl, set), []);
});

t.test('a process that lost its lock waits for it and then checks again which migrations are left', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const turn = { mysqlUrl, record: 'x_record', work: 'x' };
  let turns = 0;
  await oneAtATime(turn, async (signal) => {
    if (++turns === 2) return;
    const until = 'UTC_TIMESTAMP(3) + INTERVAL 7 SECOND';
    await query(mysqlUrl, `UPDATE x_record_lock SET owner = 'another', expires_at = ${until}`);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    signal.throwIfAborted();
  });
  t.equal(turns, 2);
});

t.test('after a process is killed while it migrates, another process waits only until the lock expires', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const set = setOf(t, { '0001_one.sql': one });
  await oneAtATime({ mysqlUrl, record: 'x_record', work: 'migrations' }, async () => {});
  const until = 'UTC_TIMESTAMP(3) + INTERVAL 1 SECOND';
  await query(mysqlUrl, `UPDATE x_record_lock SET owner = 'killed', expires_at = ${until}`);
  t.same(await migrate(mysqlUrl, set), ['0001_one.sql']);
});

t.test("a statement that fails because of another service's table is not considered done the next time", async (t) => {
  const { mysqlUrl } = await createStores(t);
  const set = setOf(t, { '0001_one.sql': `INSERT INTO {prefix}a VALUES (1);\nCREATE TABLE {prefix}b (n INT);\n` });
  await query(mysqlUrl, 'CREATE TABLE x_a (n INT)');
  const [{ name, checksum }] = set.migrations as [MigrationSet['migrations'][number]];
  await recordAs(mysqlUrl, 'x_record', { name, checksum, finished_at: null });
  await query(mysqlUrl, 'CREATE TABLE x_b (theirs INT)');
  for (let tries = 0; tries < 2; tries++) await t.rejects(migrate(mysqlUrl, set), MigrationFailed);
});

t.test('conflicting tables are reported before the first statement, and nothing is created', async (t) => {
  const { mysqlUrl } = await createStores(t);
  await query(mysqlUrl, 'CREATE TABLE x_b (theirs INT)');
  const set = setOf(t, { '0001_one.sql': one, '0002_two.sql': 'CREATE TABLE {prefix}b (n INT);\n' });
  await t.rejects(
    migrate(mysqlUrl, set),
    /^the database already has a table x_b, which is not Waypost's; nothing was changed: move$/,
  );
  t.same(
    (await query(mysqlUrl, 'SHOW TABLES')).flatMap((row) => Object.values(row)),
    ['x_b'],
  );
});

t.test('a complete set of existing tables can be adopted without changes', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const set = { ...setOf(t, { '0001_one.sql': one }), takeOver: true };
  await query(mysqlUrl, 'CREATE TABLE x_a (n INT)');
  t.same(await migrate(mysqlUrl, set), []);
  t.same(await readSchema(mysqlUrl, set), { pending: [], newer: [] });
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a'), []);
});

t.test('a database without the first migration of its set is refused, even if it has all the others', async (t) => {
  const mysqlUrl = await createUnreleased(t, 'x_record', '0001_previous.sql');
  const set = setOf(t, { '0001_one.sql': one });
  for (const look of [migrate, readSchema])
    await t.rejects(
      look(mysqlUrl, set) as Promise<unknown>,
      /created by an unreleased version, without 0001_one\.sql, .*nothing was changed/,
    );
  t.equal((await query(mysqlUrl, 'SHOW TABLES')).length, 1);
});

t.test('no migration is applied if an applied file was changed or is unknown', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const text = `-- breaks previous releases: all\n${one}`;
  const set = setOf(t, { '0001_one.sql': text });
  await migrate(mysqlUrl, set);
  await t.rejects(migrate(mysqlUrl, setOf(t, { '0001_one.sql': `${text}-- changed\n` })), /was changed after/);
  await t.rejects(migrate(mysqlUrl, { ...set, migrations: [] }), /newer release/);
});

t.test(
  "a release works with a newer release's additions, or names the release that breaking changes require",
  async (t) => {
    const { mysqlUrl } = await createStores(t);
    const previous = setOf(t, { '0001_one.sql': one });
    const additive = { ...previous, migrations: [...previous.migrations, ...added('0002_two.sql', false)] };
    t.same(await migrate(mysqlUrl, additive), ['0001_one.sql', '0002_two.sql']);
    t.same(await readSchema(mysqlUrl, previous), { pending: [], newer: ['0002_two.sql'] });
    t.same(await migrate(mysqlUrl, previous), []);

    const breaking = { ...additive, migrations: [...additive.migrations, ...added('0003_three.sql', true)] };
    t.same(await migrate(mysqlUrl, breaking), ['0003_three.sql']);
    const said = new RegExp(`does not know 0003_three\\.sql .* release ${version()} or a later one is needed`);
    await t.rejects(readSchema(mysqlUrl, previous), said);
    await t.rejects(migrate(mysqlUrl, additive), said);
    t.same(await readSchema(mysqlUrl, breaking), { pending: [], newer: [] });
  },
);

t.test('a line in a file declares that its migration breaks old releases', (t) => {
  const files = {
    '0001_a.sql': '-- About a.\n-- breaks previous releases: they read b.\nSELECT 1;\n',
    '0002_b.sql': "-- About b, which breaks previous releases' habits.\nSELECT '-- breaks previous releases';\n",
  };
  t.same(
    setOf(t, files).migrations.map(({ breaking }) => breaking),
    [true, false],
  );
  t.end();
});

t.test('a postponed migration is applied to a new database immediately, and to others only on request', async (t) => {
  const waiting = '-- contract: old releases read a.\nALTER TABLE {prefix}a DROP COLUMN n;\n';
  const files = { '0001_one.sql': 'CREATE TABLE {prefix}a (n INT, m INT);\n', '0002_two.sql': waiting };
  const set = setOf(t, files);
  const fresh = (await createStores(t)).mysqlUrl;
  t.same(await migrate(fresh, set), ['0001_one.sql', '0002_two.sql']);

  const { mysqlUrl } = await createStores(t);
  const previous = { ...set, migrations: set.migrations.slice(0, 1) };
  await migrate(mysqlUrl, previous);
  t.same(await migrate(mysqlUrl, set), []);
  t.same(await readSchema(mysqlUrl, set), { pending: [], newer: [] });
  t.same((await readSchema(mysqlUrl, { ...set, contract: true })).pending, [{ name: '0002_two.sql', started: false }]);
  t.same(await migrate(mysqlUrl, { ...set, contract: true }), ['0002_two.sql']);
  t.same(await migrate(mysqlUrl, set), []);
  await t.rejects(readSchema(mysqlUrl, previous), /does not know 0002_two\.sql/);
});

t.test('a requested migration that failed halfway is completed without another request', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const text = '-- contract: x.\nINSERT INTO {prefix}a VALUES (2);\nNONSENSE;\n';
  const set = setOf(t, { '0001_one.sql': one, '0002_two.sql': text });
  await migrate(mysqlUrl, { ...set, migrations: set.migrations.slice(0, 1) });
  await t.rejects(migrate(mysqlUrl, { ...set, contract: true }), MigrationFailed);
  const mended = setOf(t, { '0001_one.sql': one, '0002_two.sql': text.replace('NONSENSE', 'SELECT 1') });
  t.same(await migrate(mysqlUrl, mended), ['0002_two.sql']);
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a ORDER BY n'), [{ n: 1 }, { n: 2 }]);
});

const added = (name: string, breaking: boolean) => [
  { name, checksum: checksumOf(name), statements: [`INSERT INTO x_a VALUES (${Number(breaking)})`], breaking },
];

/** Creates a database from before the first release. Its record has names that no release knows. */
async function createUnreleased(t: Test, record: string, name: string): Promise<string> {
  const { mysqlUrl } = await createStores(t);
  await recordAs(mysqlUrl, record, { name, checksum: '', finished_at: new Date() });
  return mysqlUrl;
}

for (const [script, variable, lacking, record, first] of [
  [
    'daemon/server.js',
    'LINKS_PORT',
    /the database lacks people\/0001_baseline\.sql, 0001_baseline\.sql.*waypost migrate/,
    'waypost_migrations',
    '0001_links.sql',
  ],
  [
    'automations-api/server.js',
    'AUTOMATIONS_PORT',
    /the database lacks people\/0001_baseline\.sql, host\/0001_baseline\.sql, automations\/0001_baseline\.sql.*; apply them with.*waypost migrate/,
    'wp_waypost_migrations',
    'host/0001_options.sql',
  ],
] as const) {
  t.test(
    `${script} refuses a foreign schema, an unreleased version's schema and a missing database with a sentence`,
    async (t) => {
      const { mysqlUrl, redisUrl } = await createStores(t);
      const missing = new URL(mysqlUrl);
      missing.pathname = '/not_there';
      for (const [url, said] of [
        [mysqlUrl, lacking],
        [
          await createUnreleased(t, record, first),
          /created by an unreleased version, without (host\/)?0001_baseline\.sql, and cannot be upgraded.*empty database/,
        ],
        [missing.href, /Unknown database 'not_there'; create the database/],
      ] as const) {
        const env = { MYSQL_URL: url, REDIS_URL: redisUrl, LOCAL_DIR: t.testdir() };
        const started = await service(t, script, variable, env);
        started.launch();
        t.equal(await started.exited(), 1);
        t.match(started.output(), said);
        t.notMatch(started.output(), /\n\s+at /);
      }
    },
  );
}
