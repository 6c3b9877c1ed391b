/**
 * Foreign keys that refuse instead of cascading: which databases have them, and that no deletion leaves an orphaned
 * row.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tables, Trx } from '../../../daemon/core/tables.ts';
import { deleteLink } from '../../../daemon/links/core/queries.ts';
import { deleteUser, deleteWorkspaceRow } from '../../../daemon/ownership/queries.ts';
import { insertWorkspace } from '../../../daemon/workspaces/queries.ts';
import { readConfig } from '../../../shared/config/config.ts';
import { inTransaction, openDb } from '../../../shared/db/db.ts';
import { migrateServices } from '../../../shared/local/migrate-services.ts';
import { getUserForUpdate, insertUser } from '../../../shared/people/user-queries.ts';
import { putLink } from '../../fixtures/redirects.ts';
import { countLockWaits } from '../../fixtures/sessions.ts';
import { createStores, patientLimits } from '../../fixtures/stack.ts';
import { rowsOf } from '../../fixtures/tables.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

const cascades = (mysqlUrl: string) =>
  rowsOf(
    mysqlUrl,
    `SELECT CONSTRAINT_NAME AS name FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()
     AND (DELETE_RULE NOT IN ('RESTRICT', 'NO ACTION') OR UPDATE_RULE NOT IN ('RESTRICT', 'NO ACTION'))`,
  );

t.test('a new database works in a replication group that accepts writes on every member', async (t) => {
  const { mysqlUrl } = await createStores(t);
  const { failed } = await migrateServices(readConfig({ MYSQL_URL: mysqlUrl }), mysqlUrl);
  t.same(failed, []);
  t.same(await cascades(mysqlUrl), [], 'no foreign key cascades');
  const withoutKey = await rowsOf(
    mysqlUrl,
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT IN
     (SELECT TABLE_NAME FROM information_schema.TABLE_CONSTRAINTS
      WHERE CONSTRAINT_SCHEMA = DATABASE() AND CONSTRAINT_TYPE = 'PRIMARY KEY')`,
  );
  t.same(withoutKey, [], 'every table has a primary key');
  const engines = "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND ENGINE <> 'InnoDB'";
  t.same(await rowsOf(mysqlUrl, engines), []);
});

type Deletable = 'users' | 'workspaces' | 'links';

/** Functions that create a row of each table, and delete it as the service does. */
const parents: Record<Deletable, { make(db: Db): Promise<number>; remove(trx: Trx, id: number): Promise<unknown> }> = {
  users: {
    make: (db) => inTransaction(db, makeUser),
    async remove(trx, id) {
      await getUserForUpdate(trx, id);
      await deleteUser(trx, id);
    },
  },
  workspaces: {
    make: (db) =>
      inTransaction(
        db,
        async (trx) =>
          (await insertWorkspace(trx, 'w', await makeUser(trx), { now: new Date(), requestedPlan: 'free' })).id,
      ),
    remove: deleteWorkspaceRow,
  },
  links: {
    async make(db) {
      const workspace_id = await parents.workspaces.make(db);
      return putLink(db, { slug: randomBytes(6).toString('hex'), workspace_id });
    },
    async remove(trx, id) {
      const link = await trx.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      await deleteLink(trx, link.workspace_id, link.public_id, new Date());
    },
  },
};

const makeUser = async (trx: Trx) => {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  return (await insertUser(trx, { email, name: 'n', passwordHash: null, verified: true }, new Date())).id;
};

type Key = { child: string; column: string; parent: string };

const listKeys = (mysqlUrl: string) =>
  rowsOf(
    mysqlUrl,
    `SELECT TABLE_NAME AS child, COLUMN_NAME AS \`column\`, REFERENCED_TABLE_NAME AS parent
     FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL`,
  ) as Promise<Key[]>;

/** Columns whose rows are deleted in batches before the workspace's row. */
const clearedBefore = new Set(['links.workspace_id', 'domains.workspace_id']);

/** Inserts a row with the given references and any values in its other columns. */
async function insertChild(trx: Trx, mysqlUrl: string, child: string, references: Record<string, number>) {
  const columns = (await rowsOf(
    mysqlUrl,
    `SELECT COLUMN_NAME AS name, DATA_TYPE AS type FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
     AND TABLE_NAME = '${child}' AND IS_NULLABLE = 'NO' AND COLUMN_DEFAULT IS NULL AND EXTRA NOT LIKE '%auto_increment%'`,
  )) as { name: string; type: string }[];
  const anyValue = ({ name, type }: { name: string; type: string }) => {
    if (name in references) return references[name];
    if (/int/.test(type)) return 1;
    if (/datetime/.test(type)) return new Date();
    return randomBytes(3).toString('hex');
  };
  const values = columns.map((column) => sql`${anyValue(column)}`);
  const names = columns.map(({ name }) => sql.id(name));
  await sql`INSERT INTO ${sql.table(child)} (${sql.join(names)}) VALUES (${sql.join(values)})`.execute(trx);
}

const orphans = (mysqlUrl: string, { child, column, parent }: Key) =>
  rowsOf(
    mysqlUrl,
    `SELECT c.${column} FROM ${child} c LEFT JOIN ${parent} p ON p.id = c.${column} WHERE p.id IS NULL LIMIT 1`,
  );

t.test('a row added while its account, workspace or link is deleted is deleted too, or refused', async (t) => {
  const { mysqlUrl } = await createStores(t);
  await migrateServices(readConfig({ MYSQL_URL: mysqlUrl }), mysqlUrl, ['links']);
  const db = openDb<Tables>(mysqlUrl, { poolSize: 8, ...patientLimits });
  t.teardown(() => db.destroy());
  const keys = await listKeys(mysqlUrl);
  const isDeletable = (parent: string): parent is Deletable => parent in parents;
  let tried = 0;
  for (const key of keys) {
    const { child, column, parent } = key;
    if (!isDeletable(parent) || clearedBefore.has(`${child}.${column}`)) continue;
    tried++;
    const { make, remove } = parents[parent];
    const others: Record<string, number> = {};
    for (const one of keys) {
      if (one.child !== child || one.column === column) continue;
      if (isDeletable(one.parent)) others[one.column] = await parents[one.parent].make(db);
      else {
        const tag = {
          workspace_id: await parents.workspaces.make(db),
          name: randomBytes(4).toString('hex'),
          link_count: 1,
        };
        others[one.column] = Number((await db.insertInto('tags').values(tag).executeTakeFirstOrThrow()).insertId);
      }
    }

    const first = await make(db);
    let removal: Promise<unknown> | undefined;
    await db.transaction().execute(async (trx) => {
      await insertChild(trx, mysqlUrl, child, { ...others, [column]: first });
      removal = inTransaction(db, (other) => remove(other, first));
      await until(() => countLockWaits(mysqlUrl));
    });
    await removal;
    t.same(await orphans(mysqlUrl, key), [], `${child} before ${parent}`);
    const { rows } = await sql`SELECT id FROM ${sql.table(parent)} WHERE id = ${first}`.execute(db);
    t.same(rows, [], `the row of ${parent} is deleted although ${child} had got another one`);

    const second = await make(db);
    let late: Promise<unknown> | undefined;
    await db.transaction().execute(async (trx) => {
      await remove(trx, second);
      late = db
        .transaction()
        .execute((other) => insertChild(other, mysqlUrl, child, { ...others, [column]: second }))
        .then(
          () => 'inserted',
          (error: NodeJS.ErrnoException) => error.errno,
        );
      await until(() => countLockWaits(mysqlUrl));
    });
    t.equal(await late, 1452, `${child} after ${parent}`);
    t.same(await orphans(mysqlUrl, key), []);
  }
  t.ok(tried >= 12, `${tried} keys`);
});
