/**
 * The record of applied migrations: one row each, with the number of completed statements. The number is negative while
 * a statement runs, because the outcome is unknown if the process is killed. Each row also records whether releases
 * without the migration can keep running, and the tables that it creates, so that an older release can read both from the
 * database.
 */
import type { ResultSetHeader, RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { version } from '../installation.ts';
import { checksumOf, type Migration, type MigrationSet, namedTables } from './migration-set.ts';

/**
 * The mark in the records of the link service and of contact automation's host during a restore. No service uses a
 * database with this mark, and an older release treats the mark as an unknown migration.
 */
export const restoreMark = 'restore-under-way';

type Row = RowDataPacket & {
  name: string;
  checksum: string;
  done: number;
  finished_at: Date | null;
  additive: number;
  applied_by: string;
  done_as: string;
};

/** `next` is the index of the first statement without a recorded end. `begun`: that statement may have completed. */
export type AppliedMigration = {
  checksum: string;
  finished: boolean;
  next: number;
  begun: boolean;
  /** True if releases that do not know the migration can keep running. */
  additive: boolean;
  /** The release that applied the migration. */
  appliedBy: string;
  /** The checksum of the statements that have or may have completed; '' before the first. */
  doneAs: string;
};

/** Reads the set's entries in the record, keyed by name; empty if the table is missing. */
export async function readApplied(connection: Connection, set: MigrationSet): Promise<Map<string, AppliedMigration>> {
  const rows = await readRows(connection, set.record);
  const own = rows.filter(({ name }) => (set.scope === '' ? !name.includes('/') : name.startsWith(set.scope)));
  return new Map(own.map((row) => [row.name.slice(set.scope.length), toApplied(row)]));
}

const toApplied = ({ checksum, done, finished_at, additive, applied_by, done_as }: Row): AppliedMigration => ({
  checksum,
  finished: finished_at !== null,
  next: done < 0 ? -done - 1 : done,
  begun: done < 0,
  additive: additive === 1,
  appliedBy: applied_by,
  doneAs: done_as,
});

async function readRows(connection: Connection, table: string): Promise<Row[]> {
  try {
    const [rows] = await connection.query<Row[]>('SELECT * FROM ??', [table]);
    return rows;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ER_NO_SUCH_TABLE') return [];
    throw error;
  }
}

/** Lists the given tables that exist in the connection's database. */
export async function existingTables(connection: Connection, tables: string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN (?)',
    [tables],
  );
  return rows.map(({ name }) => String(name)).sort();
}

export const createRecord = (connection: Connection, table: string) =>
  connection.query(
    `CREATE TABLE IF NOT EXISTS ?? (
       name VARCHAR(100) NOT NULL PRIMARY KEY, checksum CHAR(64) NOT NULL, done INT NOT NULL,
       started_at DATETIME NOT NULL, finished_at DATETIME NULL, additive TINYINT NOT NULL DEFAULT 0,
       applied_by VARCHAR(40) NOT NULL DEFAULT '', done_as VARCHAR(64) NOT NULL DEFAULT '',
       created TEXT NULL
     ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`,
    [table],
  );

/** Inserts a migration's row, or updates it after a correction of the migration. */
export const recordStart = (
  connection: Connection,
  { record, scope }: MigrationSet,
  { name, checksum, statements, breaking }: Migration,
  finished = false,
) =>
  connection.query(
    'INSERT INTO ?? (name, checksum, done, started_at, finished_at, additive, applied_by, created) ' +
      'VALUES (?, ?, 0, UTC_TIMESTAMP(), IF(?, UTC_TIMESTAMP(), NULL), ?, ?, ?) ' +
      'ON DUPLICATE KEY UPDATE checksum = VALUES(checksum), additive = VALUES(additive), applied_by = VALUES(applied_by), ' +
      'created = VALUES(created)',
    [record, scope + name, checksum, finished, !breaking, version(), namedTables(statements).join(' ')],
  );

/** Lists the tables of all applied migrations, also of migrations that this release does not know. */
export async function recordedTables(connection: Connection, record: string): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>('SELECT created FROM ?? WHERE created > ?', [record, '']);
  return rows.flatMap(({ created }) => String(created).split(' '));
}

/** Computes the checksum of the first `done` statements; a negative number includes the statement that was started. */
export const checksumOfDone = ({ statements }: Migration, done: number) =>
  checksumOf(statements.slice(0, Math.abs(done)).join(';\n'));

/**
 * Changes the count from `expected` to `done`. @throws if the count differs: another process assumed that this one had
 * died, and took over. In a transaction, the error undoes this statement, which the other process has already run
 */
export async function recordDone(
  connection: Connection,
  { record, scope }: MigrationSet,
  migration: Migration,
  [expected, done]: [number, number],
): Promise<void> {
  const [{ affectedRows }] = await connection.query<ResultSetHeader>(
    'UPDATE ?? SET done = ?, done_as = ? WHERE name = ? AND done = ?',
    [record, done, checksumOfDone(migration, done), scope + migration.name, expected],
  );
  if (affectedRows === 0) throw new Error(`another process is also applying ${scope}${migration.name}; try again`);
}

export const recordFinish = (connection: Connection, { record, scope }: MigrationSet, name: string) =>
  connection.query('UPDATE ?? SET finished_at = UTC_TIMESTAMP() WHERE name = ?', [record, scope + name]);

export async function hasScope(connection: Connection, record: string, scope: string): Promise<boolean> {
  return (await readRows(connection, record)).some(({ name }) => name.startsWith(scope));
}

/** Deletes a scope's rows and returns their number. */
export async function deleteScope(connection: Connection, record: string, scope: string): Promise<number> {
  const [{ affectedRows }] = await connection.query<ResultSetHeader>('DELETE FROM ?? WHERE LEFT(name, ?) = ?', [
    record,
    scope.length,
    scope,
  ]);
  return affectedRows;
}
