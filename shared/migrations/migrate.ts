/**
 * Migrations, each applied once. Statements run one by one, and the number of completed ones is recorded, because DDL
 * cannot be rolled back: an interrupted migration continues where it stopped. If two processes start at once, the second
 * waits for the first. Conflicting tables of other programs are reported before anything is created.
 */

import path from 'node:path';
import type { Connection } from 'mysql2/promise';
import { connect } from '../db/db.ts';
import { elementOf } from '../elements.ts';
import { projectRoot } from '../paths.ts';
import {
  type AppliedMigration,
  checksumOfDone,
  createRecord,
  existingTables,
  readApplied,
  recordDone,
  recordFinish,
  recordStart,
  restoreMark,
} from './migration-record.ts';
import { createdTable, type Migration, type MigrationSet, readMigrations, tablesToCreate } from './migration-set.ts';
import { oneAtATime } from './migration-turn.ts';

/** `started`: parts were applied, or the first statement failed or was interrupted. */
export type PendingMigration = { name: string; started: boolean };

/**
 * The difference between a database and this release, by migration names with scope. `newer`: migrations of a newer
 * release that older releases can run with.
 */
export type Schema = { pending: PendingMigration[]; newer: string[] };

/** An error for a refused statement. Earlier statements stay applied, and the next attempt continues there. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed';
}

/** Returns the link service's own migrations. */
const linkMigrations = (): MigrationSet => ({
  record: 'waypost_migrations',
  scope: '',
  migrations: readMigrations(path.join(projectRoot, 'sql')),
  remedy: 'give the link service a database of its own with PEOPLE_DATABASE, or another one with MYSQL_URL',
});

/** Returns the migrations for both services' users, in the link service's database, whose tables refer to them. */
export const peopleMigrations = (): MigrationSet => ({
  record: 'waypost_people_migrations',
  scope: 'people/',
  migrations: readMigrations(path.join(projectRoot, 'shared/people/migrations')),
  remedy: 'give the link service a database of its own with PEOPLE_DATABASE, or another one with MYSQL_URL',
});

/** Lists all sets of the link service's database, in their order. */
export const linkSets = ({ contract = false } = {}): MigrationSet[] => [
  peopleMigrations(),
  { ...linkMigrations(), contract },
];

/** A connection with exclusive access to a set's migrations. */
type Turn = { connection: Connection; set: MigrationSet; signal: AbortSignal };

/**
 * Applies the pending migrations in the URL's database and returns their names, scope included. @throws if an applied
 * file was changed or is missing, if other programs' tables conflict, and MigrationFailed if a statement fails
 */
export async function migrate(
  mysqlUrl: string,
  sets: MigrationSet | readonly MigrationSet[] = linkSets(),
): Promise<string[]> {
  const done: string[] = [];
  for (const set of [sets].flat()) done.push(...(await migrateSet(mysqlUrl, set)));
  return done;
}

async function migrateSet(mysqlUrl: string, set: MigrationSet): Promise<string[]> {
  const connection = await connect(mysqlUrl);
  const done: string[] = [];
  try {
    const { pending } = await inspect(connection, set);
    if (pending.length === 0) return done;
    await oneAtATime({ mysqlUrl, record: set.record, work: 'migrations' }, async (signal) => {
      for await (const name of applyPending({ connection, set, signal })) done.push(set.scope + name);
    });
    return done;
  } finally {
    await connection.end();
  }
}

/** Inspects the database again, because another process may have changed it. Yields each applied migration's name. */
async function* applyPending(turn: Turn): AsyncGenerator<string> {
  const { connection, set } = turn;
  const { applied, pending, takenOver } = await inspect(connection, set);
  await createRecord(connection, set.record);
  for (const migration of pending) {
    if (takenOver) {
      await recordStart(connection, set, migration, true);
    } else {
      await apply(turn, migration, applied.get(migration.name));
      yield migration.name;
    }
  }
}

/** Compares the URL's database with this release, without changing it. @throws the errors of `migrate`'s checks */
export async function readSchema(
  mysqlUrl: string,
  sets: MigrationSet | readonly MigrationSet[] = linkSets(),
): Promise<Schema> {
  const connection = await connect(mysqlUrl);
  const schema: Schema = { pending: [], newer: [] };
  try {
    for (const set of [sets].flat()) {
      const { applied, pending, newer } = await inspect(connection, set);
      schema.pending.push(...pending.map(({ name }) => ({ name: set.scope + name, started: applied.has(name) })));
      schema.newer.push(...newer.map((name) => set.scope + name));
    }
    return schema;
  } finally {
    await connection.end();
  }
}

/** Reads the tables before the record, so that tables of a concurrent migration do not conflict. */
async function inspect(connection: Connection, set: MigrationSet) {
  const there = await existingTables(connection, tablesNamed(set));
  const applied = await readApplied(connection, set);
  const newer = findNewer(set, applied);
  const pending = findPending(set, applied);
  const wanted = findWantedTables(pending, applied);
  const existing = wanted.filter((table) => there.includes(table)).sort();
  const takenOver = set.takeOver && existing.length === wanted.length;
  if (existing.length > 0 && !takenOver) throw new Error(inTheWay(existing, set.remedy));
  return { applied, pending, newer, takenOver };
}

const tablesNamed = ({ migrations }: MigrationSet) =>
  migrations.flatMap(({ statements }) => statements.flatMap((statement) => createdTable(statement) ?? []));

/** Lists names of migrations that this release does not know. @throws if this release cannot run with one of them */
function findNewer({ migrations, scope }: MigrationSet, applied: Map<string, AppliedMigration>) {
  if (applied.has(restoreMark))
    throw new Error('a restore of this database is incomplete: run `waypost restore` again');
  const [first] = migrations;
  if (first && applied.size > 0 && !applied.has(first.name)) throw new Error(madeUnreleased(scope + first.name));
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...applied].filter(([name]) => !known.has(name));
  const [breaking] = newer.filter(([, { additive }]) => !additive).at(-1) ?? [];
  if (breaking) {
    const { appliedBy } = applied.get(breaking) as AppliedMigration;
    throw new Error(
      `the database was migrated by a newer release: this release does not know ${scope}${breaking} and cannot run with it` +
        `${appliedBy && `; release ${appliedBy} or a later one is needed`}`,
    );
  }
  return newer.map(([name]) => name);
}

function findPending({ migrations, contract }: MigrationSet, applied: Map<string, AppliedMigration>): Migration[] {
  const changed = migrations.find((migration) => isChanged(migration, applied.get(migration.name)));
  if (changed) throw new Error(`${changed.name} was changed after it was applied; add a new migration instead`);
  // No older release uses an empty database.
  const includesContract = contract || applied.size === 0;
  return migrations.filter(
    (one) => !applied.get(one.name)?.finished && (includesContract || !one.contract || applied.has(one.name)),
  );
}

/** Returns whether applied statements were changed. A partly applied migration can have corrections in its other statements. */
function isChanged(migration: Migration, row: AppliedMigration | undefined): boolean {
  if (!row || row.checksum === migration.checksum) return false;
  return row.finished || row.doneAs !== checksumOfDone(migration, row.begun ? row.next + 1 : row.next);
}

/** Lists the tables of migrations that were not started. Existing tables of an interrupted migration are its own. */
const findWantedTables = (pending: Migration[], applied: Map<string, AppliedMigration>) =>
  tablesToCreate(pending.filter(({ name }) => !applied.has(name)).flatMap(({ statements }) => statements));

const madeUnreleased = (first: string) =>
  `the database was created by an unreleased version, without ${first}, and cannot be upgraded; nothing was changed: start ` +
  'with an empty database, through another MYSQL_URL or, without one, another LOCAL_DIR';

function inTheWay(tables: string[], remedy: string): string {
  const [one, are] = tables.length === 1 ? ['a table', 'is'] : ['tables', 'are'];
  return `the database already has ${one} ${tables.join(', ')}, which ${are} not Waypost's; nothing was changed: ${remedy}`;
}

async function apply(
  turn: Turn,
  migration: Migration,
  { next = 0, begun = false }: Partial<AppliedMigration> = {},
): Promise<void> {
  const { connection, set, signal } = turn;
  await recordStart(connection, set, migration);
  for (let index = next; index < migration.statements.length; index++) {
    signal.throwIfAborted();
    await run(turn, migration, index, begun && index === next);
  }
  await recordFinish(connection, set, migration.name);
}

/** Runs a statement and records it. Statements other than DDL commit together with their count. */
async function run({ connection, set }: Turn, migration: Migration, index: number, mayBeDone: boolean): Promise<void> {
  const begun = -index - 1;
  await recordDone(connection, set, migration, [mayBeDone ? begun : index, begun]);
  await connection.beginTransaction();
  await connection.query(elementOf(migration.statements, index)).catch(async (cause: Error) => {
    if (mayBeDone && isDoneAlready(cause)) return;
    await connection.rollback();
    await recordDone(connection, set, migration, [begun, index]);
    throw new MigrationFailed(`${set.scope}${migration.name}, statement ${index + 1}: ${cause.message}`, { cause });
  });
  await recordDone(connection, set, migration, [begun, index + 1]);
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
