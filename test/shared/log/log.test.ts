/** Log lines describe failures without personal data, and none exceeds pm2's limit. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db, Tables } from '../../../daemon/core/tables.ts';
import { inTransaction, openDb } from '../../../shared/db/db.ts';
import { ApiError } from '../../../shared/errors.ts';
import { createLog } from '../../../shared/log/log.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { insertUser } from '../../../shared/people/user-queries.ts';
import { migrateLinks } from '../../fixtures/schema.ts';
import { createStores } from '../../fixtures/stack.ts';
import { t } from '../../runner/tap.ts';

/** Opens a logger whose lines the test can read. */
function openLog() {
  const lines: string[] = [];
  return { log: createLog('test', 'trace', { write: (line) => void lines.push(line) }), lines };
}

const { mysqlUrl } = await createStores(t);
await migrateLinks(mysqlUrl);
const db = openDb<Tables>(mysqlUrl, { poolSize: 2 });
t.teardown(() => db.destroy());

const email = "ann.o'hara+news@people.example";
const nasty = `it's "quoted" \\' and \\\\ for key 'x' — ann's diary, 4111111111111111`;
const addUser = (address: string, name: string, passwordHash: string | null = null) =>
  inTransaction(db, (trx) => insertUser(trx, { email: address, name, passwordHash }, new Date()));

const failing: Record<string, { run: (db: Db) => Promise<unknown>; code: string; says: RegExp }> = {
  'a duplicate email': { run: () => addUser(email, nasty), code: 'ER_DUP_ENTRY', says: /users_email/ },
  'a duplicate of quotes': { run: () => addUser(`o'${email}`, nasty), code: 'ER_DUP_ENTRY', says: /users_email/ },
  'a value too long': {
    run: () => addUser('b@people.example', nasty.repeat(20)),
    code: 'ER_DATA_TOO_LONG',
    says: /'name' at row 1/,
  },
  'an invalid date': {
    run: (on) => sql`UPDATE users SET created_at = ${nasty}`.execute(on),
    code: 'ER_TRUNCATED_WRONG_VALUE',
    says: /created_at/,
  },
  'a value in an invalid statement': {
    run: (on) => sql`SELEKT ${nasty} FROM users WHERE email = ${email}`.execute(on),
    code: 'ER_PARSE_ERROR',
    says: /SQL syntax/,
  },
  'a value in an unknown column': {
    run: (on) => sql`UPDATE users SET nothing = ${nasty} WHERE email = ${email}`.execute(on),
    code: 'ER_BAD_FIELD_ERROR',
    says: /Unknown column 'nothing' in .*UPDATE users SET nothing = \? WHERE email = \?/,
  },
  'an unknown table': {
    run: (on) => sql`INSERT INTO nothing_here (name) VALUES (${nasty})`.execute(on),
    code: 'ER_NO_SUCH_TABLE',
    says: /nothing_here' doesn't exist/,
  },
  bytes: {
    run: (on) => sql`INSERT INTO sessions (hash, nothing) VALUES (${Buffer.from(nasty)}, 12)`.execute(on),
    code: 'ER_BAD_FIELD_ERROR',
    says: /VALUES/,
  },
};

/** Texts that must not be in any line. */
const personal = ['ann', 'hara', 'people.example', 'diary', '4111', Buffer.from('diary').toString('hex')];

t.test('a failed statement is logged without its values: alone, as a cause and in a list of errors', async (t) => {
  await addUser(email, 'Ann');
  await addUser(`o'${email}`, 'Ann');
  for (const [what, { run, code, says }] of Object.entries(failing)) {
    const error: Error & { code?: string } = await run(db).then(
      () => new Error('it worked'),
      (thrown) => thrown,
    );
    const wrapped = new ApiError('internal_error', 'something went wrong here', {
      cause: new Error(`0001_baseline.sql, statement 2: ${error.message}`, { cause: error }),
    });
    const { log, lines } = openLog();
    log.error({ err: error, requestId: 'r1' }, 'it failed');
    log.error({ err: wrapped }, 'it failed');
    log.error({ err: new AggregateError([error, wrapped], 'several') }, 'it failed');
    log.error(error);
    log.error({ err: error });
    t.equal(lines.length, 5);
    for (const line of lines) {
      t.match(line, says, what);
      t.match(line, code, what);
      for (const one of personal) t.notOk(line.toLowerCase().includes(one), `${what}: ${one}`);
    }
    t.match(JSON.parse(lines[0] as string), { err: { code, stack: /^ +at / }, requestId: 'r1', msg: 'it failed' });
  }
});

t.test('email addresses, IP addresses, tokens and keys are removed from every part of a line', async (t) => {
  const { log, lines } = openLog();
  const found = [
    'ann@people.example',
    'ANN+tag@mail.people.example',
    'änn@people.example',
    'ann%40people.example',
    '203.0.113.9',
    '2001:db8::77',
    '2001:0DB8:0:0:0:0:0:77',
    '::ffff:203.0.113.9',
    'fst_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    'fks_0123456789abcdefghijABCDEFGHIJ0123456789',
    'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ];
  for (const text of found) {
    const err = Object.assign(new Error(`said <${text}> and\n${text}, to [${text}]:443`), {
      rejected: [text],
      response: text,
      cause: text,
    });
    log.warn({ err, url: `/x?q=${text}&token=secret1`, deep: { list: [text], [text]: 1 } }, `for ${text}.`);
  }
  log.info(
    { url: 'https://x/join?token=secret1&b=2', path: '/y?api_key=secret1', email: 'x', token: 'secret1' },
    'Bearer secret1secret1',
  );
  log.info({ redis: 'redis://user:secret1@store.example:6379/0' }, 'mysql://root:secret1@10.1.2.3/db');
  for (const line of lines) {
    for (const text of [...found, 'secret1']) t.notOk(line.includes(text), text);
    JSON.parse(line);
  }
  t.match(lines.at(-2), 'join?token=[redacted]&b=2');
});

t.test('other text stays readable', async (t) => {
  const { log, lines } = openLog();
  const err = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:3306'), { code: 'ECONNREFUSED', port: 3306 });
  log.warn(
    { err, ms: 12, at: '10:11:12', version: '8.0.36-1' },
    'MySQL cannot be reached at 12:30:45; see node:internal/x.js:10:5',
  );
  t.match(JSON.parse(lines[0] as string), {
    err: {
      message: 'connect ECONNREFUSED 127.0.0.1:3306',
      code: 'ECONNREFUSED',
      port: 3306,
      stack: /log\.test\.ts:\d+:\d+/,
    },
    ms: 12,
    at: '10:11:12',
    version: '8.0.36-1',
    msg: 'MySQL cannot be reached at 12:30:45; see node:internal/x.js:10:5',
    time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  });
});

t.test('a stack trace shows lines of the sources, not of the build', async (t) => {
  const { log, lines } = openLog();
  log.error({ err: new Error('here') }, 'it failed');
  const [, line] = /test\/shared\/log\/log\.test\.ts:(\d+):\d+/.exec(lines[0] as string) ?? [];
  const sources = await readFile(path.join(projectRoot, 'test/shared/log/log.test.ts'), 'utf8');
  t.match(sources.split('\n')[Number(line) - 1], "new Error('here')");
});

t.test('no line is longer than pm2 accepts, and a shortened line is marked as shortened', async (t) => {
  const { log, lines } = openLog();
  const long = '€'.repeat(200_000);
  let nested = new Error(long);
  for (let depth = 0; depth < 20; depth++) nested = new Error(long, { cause: nested });
  nested.stack = `Error\n${'    at somewhere (file.js:1:1)\n'.repeat(20_000)}`;
  log.error({ err: nested, requestId: 'r1' }, long);
  log.error({ list: Array.from({ length: 100_000 }, (_, n) => n), text: long, requestId: 'r2' }, 'many');
  log.error({ err: Object.assign(new Error(long), { sql: `SELECT '${'x'.repeat(3_000_000)}'` }) }, 'sql');
  for (const line of lines) {
    t.ok(Buffer.byteLength(line) < 64 * 1_024, `${Buffer.byteLength(line)} bytes`);
    t.ok(line.endsWith('\n'));
    t.match(line, /characters cut|cutBytes/);
    t.match(JSON.parse(line), { level: 'error', name: 'test' });
  }
  t.match(JSON.parse(lines[0] as string), { requestId: 'r1', err: { type: 'Error', message: /^€/ } });
});

t.test('every log line is JSON within the size limit', async () => {
  const { log, lines } = openLog();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.object({ maxDepth: 3 }), (text, object) => {
      lines.length = 0;
      log.info({ ...object, err: new Error(text, { cause: text }) }, text);
      JSON.parse(lines[0] as string);
      return lines.length === 1;
    }),
    { numRuns: 500 },
  );
});
