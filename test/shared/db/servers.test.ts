/** Several hosts in MYSQL_URL: three nodes of a Galera cluster. Each node is killed, frozen or made read-only. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RowDataPacket } from 'mysql2';
import { type Connection, createConnection } from 'mysql2/promise';
import { connect, inTransaction, openDb, withDatabase } from '../../../shared/db/db.ts';
import { isStoreDown } from '../../../shared/errors.ts';
import { readSchema } from '../../../shared/migrations/migrate.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { startGalera } from '../../fixtures/galera.ts';
import { freePort } from '../../fixtures/processes.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

type Rows = { proofs: { id: number } };

const nodes = await startGalera(t, 3);
const [first, second, third] = nodes as [(typeof nodes)[0], (typeof nodes)[0], (typeof nodes)[0]];
const urlOf = (ports: number[]) => `mysql://root@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/waypost`;

const admin = await createConnection(first.url);
await admin.query('CREATE TABLE proofs (id INT NOT NULL PRIMARY KEY) ENGINE=InnoDB');
await admin.end();
await until(isWhole);

/** Returns whether every node is synced and has the table. */
async function isWhole(): Promise<boolean> {
  for (const { url } of nodes) {
    try {
      const there = await createConnection({ uri: url, connectTimeout: 2_000 });
      const [size] = await there.query<RowDataPacket[]>("SHOW STATUS LIKE 'wsrep_cluster_size'");
      const [state] = await there.query<RowDataPacket[]>("SHOW STATUS LIKE 'wsrep_local_state'");
      await there.query('SELECT 1 FROM proofs').finally(() => there.destroy());
      if (size[0]?.Value !== '3' || state[0]?.Value !== '4') return false;
    } catch {
      return false;
    }
  }
  return true;
}

const open = (t: Pick<Test, 'teardown'>, ports: number[]) => {
  const db = openDb<Rows>(urlOf(ports), { poolSize: 4, queryMs: 3_000 });
  t.teardown(() => db.destroy());
  return db;
};
type Db = ReturnType<typeof open>;

const portOf = async (db: Db) =>
  (await sql<{ port: number }>`SELECT @@port AS port`.execute(db)).rows[0]?.port as number;
const insert = (db: Db, id: number) =>
  inTransaction(db, (trx) => trx.insertInto('proofs').values({ id }).executeTakeFirst());

let next = 0;
/** Writes rows until stopped. Every error must be one that clients see as 503. */
function writeOn(t: Test, db: Db) {
  const acknowledged: number[] = [];
  let isOver = false;
  const lane = async () => {
    while (!isOver) {
      const id = ++next;
      try {
        await insert(db, id);
        acknowledged.push(id);
      } catch (error) {
        if (!isStoreDown(error)) t.fail(String(error));
        await sleep(20);
      }
    }
  };
  const lanes = Promise.all([lane(), lane(), lane()]);
  const end = async () => {
    isOver = true;
    await lanes;
  };
  t.teardown(end);
  return {
    acknowledged,
    more: (count: number) => {
      const wanted = acknowledged.length + count;
      return until(() => Promise.resolve(acknowledged.length >= wanted));
    },
    end,
  };
}

async function allThere(t: Test, db: Db, ids: number[]): Promise<void> {
  const rows = await db.selectFrom('proofs').select('id').execute();
  const found = new Set(rows.map(({ id }) => id));
  t.same(
    ids.filter((id) => !found.has(id)),
    [],
  );
}

t.test('if the first host is down at the start, pools and single connections use the next host', async (t) => {
  const url = urlOf([await freePort(), second.port]);
  const db = openDb<Rows>(url, { poolSize: 2 });
  t.teardown(() => db.destroy());
  t.equal(await portOf(db), second.port);
  const connection = await connect(withDatabase(url, 'waypost'));
  t.equal(connection.config.port, second.port);
  await connection.end();
  t.equal((await readSchema(url)).newer.length, 0);
});

t.test("the manual's example of a URL with several hosts works", async (t) => {
  const page = await readFile(path.join(projectRoot, '.github/docs/machines.md'), 'utf8');
  const shown = /MYSQL_URL=(mysql:\S+,\S+)/.exec(page)?.[1] as string;
  const ports = [await freePort(), second.port, third.port];
  const url = shown
    .replace(/\/\/[^@]*@/, '//root@')
    .replace(/db(\d)\.internal:3306/g, (_, n) => `127.0.0.1:${ports[Number(n) - 1]}`);
  const db = openDb<Rows>(url, { poolSize: 1 });
  t.teardown(() => db.destroy());
  t.equal(await portOf(db), second.port);
});

t.test('if no host answers, the error reports that the database is down', async (t) => {
  const db = open(t, [await freePort(), await freePort()]);
  await t.rejects(portOf(db), { code: 'ECONNREFUSED' });
});

t.test('every pool leaves a node that becomes read-only, whether or not it has written before', async (t) => {
  const ports = [first.port, second.port];
  const [db, other] = [open(t, ports), open(t, ports)];
  t.equal(await portOf(db), first.port);
  t.equal(await portOf(other), first.port);
  const root = await createConnection(first.url);
  t.teardown(() => root.end());
  await root.query('SET GLOBAL read_only = 1');
  // A new connection detects a read-only node even without a write.
  await Promise.all(Array.from({ length: 4 }, () => portOf(db)));
  t.equal(await portOf(db), second.port);
  t.equal(await portOf(other), second.port, 'the pools of a process agree');
  t.equal(await portOf(open(t, ports)), second.port);
  await root.query('SET GLOBAL read_only = 0');
  t.equal(await portOf(db), second.port, 'a host that serves is kept');
});

t.test('every pool leaves a node that accepts no new connections, even if open connections still work', async (t) => {
  const db = open(t, [third.port, second.port]);
  t.equal(await portOf(db), third.port);
  const root = await createConnection(third.url);
  const others: Connection[] = [];
  t.teardown(async () => {
    for (const other of others) other.destroy();
    await root.query('SET GLOBAL max_connections = 200');
    await root.end();
  });
  await root.query('SET GLOBAL max_connections = 10');
  await t.rejects(
    (async () => {
      for (;;) others.push(await createConnection(third.url));
    })(),
    { code: 'ER_CON_COUNT_ERROR' },
  );
  await Promise.all(Array.from({ length: 8 }, () => sql`SELECT SLEEP(0.1)`.execute(db)));
  t.equal(await portOf(db), second.port);
  const connection = await connect(urlOf([third.port, second.port]));
  t.equal(connection.config.port, second.port);
  await connection.end();
});

t.test('every pool leaves a node on which a write gets no answer', async (t) => {
  const db = open(t, [second.port, third.port]);
  t.equal(await portOf(db), second.port);
  const root = await createConnection(second.url);
  t.teardown(() => root.end());
  await root.query('FLUSH TABLES WITH READ LOCK');
  await t.rejects(insert(db, ++next), { code: 'QUERY_DEADLINE' });
  await insert(db, ++next);
  t.equal(await portOf(db), third.port);
  await root.query('UNLOCK TABLES');
  await until(isWhole);
});

t.test('reads continue while no host accepts writes, and writes resume when one does', async (t) => {
  const db = open(t, [first.port, third.port]);
  const roots = await Promise.all([first, third].map(({ url }) => createConnection(url)));
  t.teardown(() => Promise.all(roots.map((root) => root.end())));
  for (const root of roots) await root.query('SET GLOBAL read_only = 1');
  t.equal(await portOf(db), first.port);
  await roots[1]?.query('SET GLOBAL read_only = 0');
  await until(async () => (await portOf(db)) === third.port);
  await roots[0]?.query('SET GLOBAL read_only = 0');
});

t.test(
  'if the node in use is frozen, writes continue on the next node, and no acknowledged write is lost',
  async (t) => {
    const db = open(t, [first.port, second.port]);
    const writes = writeOn(t, db);
    await writes.more(20);
    await first.freeze();
    await writes.more(20);
    t.equal(await portOf(db), second.port);
    await writes.end();
    await first.thaw();
    await until(isWhole);
    await allThere(t, db, writes.acknowledged);
  },
);

t.test(
  'if the node in use is killed, writes continue on the next node, and no acknowledged write is lost',
  async (t) => {
    const db = open(t, [second.port, first.port, third.port]);
    const writes = writeOn(t, db);
    await writes.more(50);
    await second.kill('SIGKILL');
    await writes.more(50);
    await writes.end();
    t.not(await portOf(db), second.port);
    await allThere(t, db, writes.acknowledged);
  },
);
