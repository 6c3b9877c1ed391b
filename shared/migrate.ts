/**
 * Applies migrations, each once. Statements run one by one and the count done is kept, because DDL cannot be rolled
 * back: what was interrupted goes on where it stopped. Two processes may start at once; the second waits for the
 * first. Tables of others that are in the way are named before anything is made.
 */
import path from 'node:path';
import { type Connection, createConnection } from 'mysql2/promise';
import { connectionOptions } from './db.ts';
import {
  type AppliedMigration,
  createRecord,
  existingTables,
  readApplied,
  recordDone,
  recordFinish,
  recordStart,
} from './migration-record.ts';
import { createdTable, type Migration, type MigrationSet, readMigrations, tablesToCreate } from './migration-set.ts';
import { lockDatabase } from './mysql-lock.ts';
import { projectRoot } from './paths.ts';

/** `started`: some of it was applied, or its first statement failed. */
export type PendingMigration = { name: string; started: boolean };

/** A statement that the server refused: what was done before it stays, and the next try goes on with it. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed';
}

/** The link service's own. Contact automation's first migration was among them before it became a plugin's. */
const linkMigrations = (directory = path.join(projectRoot, 'sql')): MigrationSet => ({
  record: 'waypost_migrations',
  scope: '',
  migrations: readMigrations(directory),
  retired: ['0002_automations.sql'],
  remedy: 'give the link service a database of its own with LINKS_DATABASE, or another one with MYSQL_URL',
});

/**
 * Applies what is pending in the URL's database and returns the names, scope included.
 * @throws when an applied file was changed or is not there, when tables of others are in the way, and
 * MigrationFailed when a statement fails.
 */
export async function migrate(mysqlUrl: string, set: MigrationSet = linkMigrations()): Promise<string[]> {
  const connection = await createConnection(connectionOptions(mysqlUrl));
  try {
    await lockDatabase(connection, 'migrations');
    const { applied, pending, takenOver } = await inspect(connection, set);
    if (pending.length > 0 || [...applied.values()].some(({ inherited }) => inherited)) {
      await createRecord(connection, set.record);
    }
    for (const migration of set.migrations) {
      const row = applied.get(migration.name);
      if (row?.inherited) await recordStart(connection, set, migration, row);
    }
    if (takenOver) {
      for (const migration of pending) await recordStart(connection, set, migration, { finished: true });
      return [];
    }
    for (const migration of pending) await apply(connection, set, migration, applied.get(migration.name));
    return pending.map(({ name }) => set.scope + name);
  } finally {
    await connection.end();
  }
}

/** What a start would have to wait for, scope included. @throws as `migrate` does before its first statement. */
export async function pendingMigrations(
  mysqlUrl: string,
  set: MigrationSet = linkMigrations(),
): Promise<PendingMigration[]> {
  const connection = await createConnection(connectionOptions(mysqlUrl));
  try {
    const { applied, pending } = await inspect(connection, set);
    return pending.map(({ name }) => ({ name: set.scope + name, started: applied.has(name) }));
  } finally {
    await connection.end();
  }
}

async function inspect(connection: Connection, set: MigrationSet) {
  const applied = await readApplied(connection, set);
  const pending = findPending(set, applied);
  const { wanted, existing } = await findTakenTables(connection, set, pending, applied);
  const takenOver = set.takeOver && existing.length === wanted.length;
  if (existing.length > 0 && !takenOver) throw new Error(inTheWay(existing, set.remedy));
  return { applied, pending, takenOver };
}

function findPending({ migrations, retired = [] }: MigrationSet, applied: Map<string, AppliedMigration>): Migration[] {
  const known = new Set([...retired, ...migrations.map(({ name }) => name)]);
  const newer = [...applied.keys()].find((name) => !known.has(name));
  if (newer) throw new Error(`the database was migrated by a newer release: ${newer} is not known here`);
  const changed = migrations.find(({ name, checksum }) => (applied.get(name)?.checksum ?? checksum) !== checksum);
  if (changed) throw new Error(`${changed.name} was changed after it had been applied; add a new migration instead`);
  return migrations.filter(({ name }) => !applied.get(name)?.finished);
}

/** Only what has not begun is looked at: the tables of a migration that was interrupted are its own. */
async function findTakenTables(
  connection: Connection,
  { given = [] }: MigrationSet,
  pending: Migration[],
  applied: Map<string, AppliedMigration>,
) {
  const statements = pending.filter(({ name }) => !applied.has(name)).flatMap((migration) => migration.statements);
  const wanted = tablesToCreate(statements).filter((table) => !given.includes(table));
  return { wanted, existing: await existingTables(connection, wanted) };
}

function inTheWay(tables: string[], remedy: string): string {
  const [one, are] = tables.length === 1 ? ['a table', 'is'] : ['tables', 'are'];
  return `the database has ${one} ${tables.join(', ')} already, which ${are} not Waypost's; nothing was changed: ${remedy}`;
}

async function apply(
  connection: Connection,
  set: MigrationSet,
  migration: Migration,
  { next = 0, begun = false }: Partial<AppliedMigration> = {},
): Promise<void> {
  const { name, statements } = migration;
  await recordStart(connection, set, migration);
  for (const [index, statement] of statements.entries()) {
    if (index < next) continue;
    const isGiven = set.given?.includes(createdTable(statement) ?? '');
    if (isGiven) await recordDone(connection, set, name, index + 1);
    else await run(connection, set, name, index, statement, begun && index === next);
  }
  await recordFinish(connection, set, name);
}

/** What is not DDL commits together with its count. */
async function run(
  connection: Connection,
  set: MigrationSet,
  name: string,
  index: number,
  statement: string,
  mayBeDone: boolean,
): Promise<void> {
  await recordDone(connection, set, name, -index - 1);
  await connection.beginTransaction();
  await connection.query(statement).catch(async (cause: Error) => {
    if (mayBeDone && isDoneAlready(cause)) return;
    await connection.rollback();
    await recordDone(connection, set, name, index);
    throw new MigrationFailed(`${set.scope}${name}, statement ${index + 1}: ${cause.message}`, { cause });
  });
  await recordDone(connection, set, name, index + 1);
  await connection.commit();
}

const doneAlready = new Set([
  'ER_TABLE_EXISTS_ERROR',
  'ER_BAD_TABLE_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_FK_DUP_NAME',
  'ER_CANT_DROP_FIELD_OR_KEY',
]);

const isDoneAlready = (error: unknown) => doneAlready.has((error as NodeJS.ErrnoException).code ?? '');
