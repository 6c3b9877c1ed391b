/** Every wait for MySQL has a limit, and a transaction is retried only if it certainly did not commit. */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tables } from '../../../daemon/core/tables.ts';
import { inTransaction, openBeside, openDb, patient, withinMs } from '../../../shared/db/db.ts';
import { isStoreDown } from '../../../shared/errors.ts';
import { outageOf } from '../../../shared/http/outage.ts';
import { isStatement, startSilentProxy } from '../../fixtures/silent-proxy.ts';
import { createStores } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: NodeJS.ErrnoException) => `${error.code}${isStoreDown(error) ? '' : ', which is no fault of a store'}`,
  );

async function setUp(t: Test, options: Partial<Parameters<typeof openDb>[1]> = {}) {
  const { mysqlUrl } = await createStores(t);
  const proxy = await startSilentProxy(t, mysqlUrl);
  const db = openDb<Tables>(proxy.url, { poolSize: 4, queryMs: 500, ...options });
  const direct = openDb<Tables>(mysqlUrl, { poolSize: 4 });
  t.teardown(() => Promise.all([db.destroy(), direct.destroy()]));
  await sql`CREATE TABLE things (id INT PRIMARY KEY, n INT NOT NULL) ENGINE=InnoDB`.execute(direct);
  await sql`INSERT INTO things VALUES (1, 0), (2, 0)`.execute(direct);
  const one = () => sql`SELECT 1`.execute(db);
  const nOf = async (id: number) =>
    (await sql<{ n: number }>`SELECT n FROM things WHERE id = ${id}`.execute(direct)).rows[0]?.n;
  return { proxy, db, direct, one, nOf };
}

const add = (db: Db, id: number) => sql`UPDATE things SET n = n + 1 WHERE id = ${id}`.execute(db);

t.test('a statement to a silent server fails in time, and the next statement opens a new connection', async (t) => {
  const { proxy, one } = await setUp(t);
  await Promise.all([one(), one(), one(), one()]);
  const before = proxy.made();
  proxy.silence();
  t.equal(await codeOf(one()), 'QUERY_DEADLINE');
  t.equal(await codeOf(one()), 'done', 'no other old connection is tried');
  t.equal(proxy.made(), before + 1);
});

t.test(
  'a server that accepts connections but never answers causes an error within seconds, and is used again once it answers',
  async (t) => {
    const { proxy, one } = await setUp(t);
    proxy.silence(true);
    t.match(await codeOf(one()), /ETIMEDOUT|POOL_WAIT|QUERY_DEADLINE/);
    proxy.restore();
    t.equal(await codeOf(one()), 'done');
  },
);

t.test('a late answer is never given to the next statement', async (t) => {
  const { db } = await setUp(t, { poolSize: 1 });
  t.equal(await codeOf(sql`SELECT SLEEP(0.7)`.execute(db)), 'QUERY_DEADLINE');
  for (let n = 0; n < 20; n++) {
    const { rows } = await sql<{ n: number }>`SELECT ${n} AS n`.execute(db);
    t.equal(Number(rows[0]?.n), n);
    await sleep(50);
  }
});

t.test("a statement's own time limit can be longer or shorter than the default", async (t) => {
  const { db } = await setUp(t);
  const slow = (on: Db) => sql`SELECT SLEEP(0.7)`.execute(on);
  t.equal(await codeOf(slow(patient(db))), 'done');
  t.equal(await codeOf(slow(withinMs(db, 2_000))), 'done');
  t.equal(await codeOf(patient(db).connection().execute(slow)), 'done');
  t.equal(await codeOf(patient(db).transaction().execute(slow)), 'done');
  t.equal(await codeOf(sql`SELECT SLEEP(0.3)`.execute(withinMs(db, 100))), 'QUERY_DEADLINE');
});

t.test('if a COMMIT gets no answer, its outcome is reported as unknown and the COMMIT is never repeated', async (t) => {
  const { proxy, db, nOf } = await setUp(t);
  const cases = [
    ['silent-before', 1, 0],
    ['silent-after', 2, 1],
  ] as const;
  for (const [verdict, id, expected] of cases) {
    proxy.watch((packet) => (isStatement(packet, 'COMMIT') ? verdict : 'pass'));
    let runs = 0;
    const work = inTransaction(db, async (trx) => {
      runs++;
      await add(trx, id);
    });
    t.equal(await codeOf(work), 'COMMIT_UNKNOWN', verdict);
    t.equal(runs, 1);
    t.equal(await nOf(id), expected);
  }
});

t.test('a transaction is repeated if its connection is lost before COMMIT', async (t) => {
  const { db, direct, nOf } = await setUp(t);
  let runs = 0;
  await inTransaction(db, async (trx) => {
    await add(trx, 1);
    const { rows } = await sql<{ id: number }>`SELECT CONNECTION_ID() AS id`.execute(trx);
    if (runs++ === 0) await sql`KILL ${sql.lit(Number(rows[0]?.id))}`.execute(direct);
    await add(trx, 1);
  });
  t.equal(runs, 2);
  t.equal(await nOf(1), 2);
});

const numbers: [errno: number, what: string, runs: number][] = [
  [1213, 'a deadlock', 2],
  [1205, 'a lock timeout', 2],
  [3101, 'a conflict of Group Replication', 2],
  [1047, 'a node without its cluster', 2],
  [1290, 'a server that is read-only', 2],
  [1836, 'a server that is read-only', 2],
  [1792, 'a transaction that is read-only', 2],
  [3032, 'a server in offline mode', 2],
  [1053, 'a server that ends', 2],
  [1180, 'an error during COMMIT', 1],
  [1317, 'a statement interrupted', 1],
  [1040, 'too many connections', 1],
];

t.test('conflicts, failovers and shutdowns are retried if that is safe, and otherwise get 503', async (t) => {
  const { db, nOf } = await setUp(t);
  const signal = (on: Db, errno: number) =>
    sql`SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = ${sql.lit(errno)}, MESSAGE_TEXT = 'injected'`.execute(on);
  for (const [errno, what, expected] of numbers) {
    let runs = 0;
    const before = (await nOf(1)) ?? 0;
    const work = inTransaction(db, async (trx) => {
      runs++;
      await add(trx, 1);
      if (runs === 1) await signal(trx, errno);
    });
    const ended = await codeOf(work);
    t.equal(runs, expected, `${errno}, ${what}`);
    t.equal(((await nOf(1)) ?? 0) - before, expected - 1, 'and counted once or not at all');
    if (expected === 1) t.notMatch(ended, /done|no fault/, `${errno} is a store's fault`);
    t.notMatch(await codeOf(signal(db, errno)), /done|no fault/, `${errno} is a store's fault`);
  }
  t.match(await codeOf(signal(db, 1062)), /no fault/);
});

t.test('while a row is locked, requests give up after a limited wait, and reads still get a connection', async (t) => {
  const { proxy, db, direct, one } = await setUp(t, { queryMs: 20_000, lockSeconds: 5, acquireMs: 2_000 });
  await direct.transaction().execute(async (holder) => {
    await add(holder, 1);
    let lockWaits = 0;
    const blocked = Array.from({ length: 12 }, async () => {
      const code = await codeOf(inTransaction(db, (trx) => add(trx, 1)));
      if (code === 'ER_LOCK_WAIT_TIMEOUT') lockWaits++;
      return code;
    });
    await sleep(300);
    for (let n = 0; n < 5; n++) t.equal(await codeOf(one()), 'done');
    t.equal(lockWaits, 0, 'reads do not wait for the row');
    const ends = await Promise.all(blocked);
    t.ok(
      ends.every((end) => /^(ER_LOCK_WAIT_TIMEOUT|POOL_WAIT)$/.test(end)),
      `${ends}`,
    );
  });
  t.equal(await codeOf(inTransaction(db, (trx) => add(trx, 1))), 'done');
  t.ok(proxy.made() <= 5);
});

t.test('the wait for a pool connection is limited', async (t) => {
  const { db, one } = await setUp(t, { poolSize: 1, queryMs: 20_000, acquireMs: 300 });
  const holding = sql`SELECT SLEEP(3)`.execute(db);
  await sleep(50);
  let isHeld = true;
  void holding.finally(() => {
    isHeld = false;
  });
  t.equal(await codeOf(one()), 'POOL_WAIT');
  t.ok(isHeld, 'it ends before the connection is free');
  await holding;
  t.equal(await codeOf(one()), 'done', 'a late connection is returned');
});

t.test(
  "at the account's connection limit, statements wait for open connections, and more are opened later",
  async (t) => {
    const { mysqlUrl } = await createStores(t);
    const root = openDb<Tables>(mysqlUrl, { poolSize: 1 });
    const url = new URL(mysqlUrl);
    url.username = `few_${Date.now()}`;
    const account = sql.raw(`'${url.username}'@'${url.searchParams.has('socketPath') ? 'localhost' : '%'}'`);
    await sql`CREATE USER ${account} IDENTIFIED BY '' WITH MAX_USER_CONNECTIONS 2`.execute(root);
    await sql`GRANT ALL ON ${sql.raw(url.pathname.slice(1))}.* TO ${account}`.execute(root);
    t.teardown(async () => {
      await sql`DROP USER ${account}`.execute(root);
      await root.destroy();
    });
    const [db, other] = [openDb<Tables>(url.href, { poolSize: 8 }), openDb<Tables>(url.href, { poolSize: 2 })];
    t.teardown(() => Promise.all([db.destroy(), other.destroy()]));
    const connectionOf = async () =>
      Number((await sql<{ id: number }>`SELECT CONNECTION_ID() AS id, SLEEP(0.05)`.execute(db)).rows[0]?.id);
    const connections = async (count: number) =>
      new Set(await Promise.all(Array.from({ length: count }, connectionOf)));
    t.equal((await connections(30)).size, 2);
    t.match(await codeOf(sql`SELECT 1`.execute(other)), /^ER_[A-Z_]+$/, 'a pool without a connection does not wait');
    await sql`ALTER USER ${account} WITH MAX_USER_CONNECTIONS 0`.execute(root);
    await until(async () => (await connections(8)).size > 2);
  },
);

t.test('closing a pool does not wait for a silent server', async (t) => {
  const { proxy, db, one } = await setUp(t, { queryMs: 30_000 });
  await one();
  const beside = openBeside(db, 1);
  await sql`SELECT 1`.execute(beside);
  proxy.silence();
  const asking = codeOf(one());
  const startedAt = Date.now();
  await Promise.all([db.destroy(), beside.destroy()]);
  t.ok(Date.now() - startedAt < 20_000);
  void asking;
});

t.test('a database error gets 503 with a text that suggests a remedy', async (t) => {
  const { db } = await setUp(t);
  const raise = (errno: number) =>
    sql`SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = ${sql.lit(errno)}, MESSAGE_TEXT = 'a text'`.execute(db);
  const none = db.selectFrom(sql<object>`(SELECT id FROM things WHERE id = 9)`.as('none')).selectAll();
  const cases: [what: string, work: () => Promise<unknown>, said: RegExp | undefined][] = [
    [
      'a statement over its time limit',
      () => sql`SELECT SLEEP(2)`.execute(withinMs(db, 100)),
      /in time.* request less/,
    ],
    ['one that the server ended', () => raise(1969), /in time.* request less/],
    ['a disk that is full', () => raise(1114), /disk is full/],
    ['a table that is being restored', () => sql`SELECT 1 FROM nothing`.execute(db), /being restored/],
    ['a column that is being made', () => sql`SELECT nothing FROM things`.execute(db), /being restored/],
    ['a database that is dropped', () => raise(1049), /being restored/],
    ['a row that does not exist yet', () => none.executeTakeFirstOrThrow(), /being restored/],
    ['a row whose parent does not exist yet', () => raise(1452), /being restored/],
    ['a row with dependent rows', () => raise(1451), /being restored/],
    ['no id available for a row', () => raise(1467), /Temporarily unavailable/],
    ['an invalid statement', () => sql`SELEKT 1`.execute(db), undefined],
  ];
  for (const [what, work, said] of cases) {
    const error = await work().then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    t.ok(error, what);
    const answer = outageOf(error);
    t.equal(answer === undefined, said === undefined, what);
    if (said) t.match(answer, { code: 'unavailable', message: said, headers: { 'Retry-After': /^\d+$/ } }, what);
  }
});
