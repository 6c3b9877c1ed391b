/** Migrations: each once, in order, two at a time safe, and none changed behind our back. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import t, { type Test } from 'tap';
import { migrate, pendingMigrations, splitStatements } from '../../shared/migrate.ts';
import { service } from '../fixtures/processes.ts';
import { createStores } from '../fixtures/stack.ts';

function directoryOf(t: Test, files: Record<string, string>): string {
  const directory = path.join(t.testdir(), 'sql');
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  return directory;
}

async function query(mysqlUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const connection = await createConnection(mysqlUrl);
  const [rows] = await connection.query(statement);
  await connection.end();
  return rows as Record<string, unknown>[];
}

const one = 'CREATE TABLE {prefix}a (n INT);\n-- a comment; with a semicolon\nINSERT INTO {prefix}a VALUES (1);\n';

t.test('statements end at a semicolon that ends a line', async (t) => {
  t.same(splitStatements("A;\n-- no;\nB ';' c\n;\n\n"), ['A', "B ';' c"]);
});

t.test('applied once, in order, under the prefix, also when four start at once', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const directory = directoryOf(t, {
    '0001_one.sql': one,
    '0002_two.sql': 'INSERT INTO {prefix}a VALUES (2);\n',
    'notes.txt': 'x',
  });
  t.same(await pendingMigrations(mysqlUrl, 'x_', directory), ['0001_one.sql', '0002_two.sql']);
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(mysqlUrl, 'x_', directory)));
  t.same(applied.flat().sort(), ['0001_one.sql', '0002_two.sql']);
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a ORDER BY n'), [{ n: 1 }, { n: 2 }]);
  t.same(await pendingMigrations(mysqlUrl, 'x_', directory), []);
});

t.test('one that was interrupted goes on where it stopped', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const broken = directoryOf(t, { '0001_one.sql': `${one}NONSENSE;\nINSERT INTO {prefix}a VALUES (3);\n` });
  await t.rejects(migrate(mysqlUrl, 'x_', broken), /0001_one\.sql, statement 3/);
  await t.rejects(migrate(mysqlUrl, 'x_', broken), /statement 3/);
  t.same(await query(mysqlUrl, 'SELECT n FROM x_a'), [{ n: 1 }], 'what was done is not done again');
  t.same(await pendingMigrations(mysqlUrl, 'x_', broken), ['0001_one.sql']);
});

t.test('an applied file that was changed, or that is not known, stops everything', async (t) => {
  const { mysqlUrl } = await createStores(t);
  await migrate(mysqlUrl, 'x_', directoryOf(t, { '0001_one.sql': one }));
  await t.rejects(
    migrate(mysqlUrl, 'x_', directoryOf(t, { '0001_one.sql': `${one}-- changed\n` })),
    /was changed after/,
  );
  const newer = path.join(t.testdir(), 'empty');
  mkdirSync(newer);
  await t.rejects(migrate(mysqlUrl, 'x_', newer), /newer release/);
});

t.test('a service refuses a schema that is not its own, and says what to do', async (t) => {
  const { mysqlUrl, redisUrl } = await createStores(t);
  for (const [script, variable] of [
    ['daemon/server.js', 'LINKS_PORT'],
    ['automations-api/server.js', 'AUTOMATIONS_PORT'],
  ] as const) {
    const env = { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl, LOCAL_DIR: t.testdir() };
    const started = await service(t, script, variable, env);
    started.launch();
    t.equal(await started.exited(), 1);
    t.match(started.output(), /the database lacks 0001_links\.sql.*npm run migrate/);
  }
});
