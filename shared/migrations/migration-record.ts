/**
 * The record of applied migrations: one row each, with how many of its statements are done. While a statement runs
 * the count is negative: its number had begun, and a process killed then cannot have told whether it ended. Each also says whether a
 * release that does not know it can go on, so that a former one learns it from the database alone.
 */
import type { ResultSetHeader, RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { version } from '../installation.ts';
import { checksumOf, type Migration, type MigrationSet } from './migration-set.ts';

/**
 * In the record of the link service, and in that of contact automation's host, while a backup is being restored: nothing serves such a
 * database, and a former release takes it for a migration that it does not know.
 */
export const restoreMark = 'restore-under-way';

type Row = RowDataPacket & {
  name: string;
  checksum: string;
  done: number;
  finished_at: Date | null;
  /** These are absent from a record that was made before there were any. */
  additive?: number;
  applied_by?: string;
  done_as?: string;
};

/** `next` is the index of the first statement not known to be done; `begun`: it may be done all the same. */
export type AppliedMigration = {
  checksum: string;
  finished: boolean;
  next: number;
  begun: boolean;
  inherited: boolean;
  /** Releases that do not know it can go on. */
  additive: boolean;
  /** The release that applied it; '' where nobody noted it. */
  appliedBy: string;
  /** The checksum of the statements that are done or may be; '' where nobody noted it. */
  doneAs: string;
};

/** What the record, or an inherited one, says of the set's names. An absent table says nothing. */
export async function readApplied(connection: Connection, set: MigrationSet): Promise<Map<string, AppliedMigration>> {
  const rows = await readRows(connection, set.record);
  const own = rows.filter(({ name }) => (set.scope === '' ? !name.includes('/') : name.startsWith(set.scope)));
  const applied = new Map(own.map((row) => [row.name.slice(set.scope.length), toApplied(row, false)]));
  const { inherited } = set;
  const missing = [...(inherited?.names ?? [])].filter(([name]) => !applied.has(name));
  if (!inherited || missing.length === 0) return applied;
  if ((await existingTables(connection, [inherited.proof])).length === 0) return applied;
  const older = new Map((await readRows(connection, inherited.record)).map((row) => [row.name, row]));
  for (const [name, formerName] of missing) {
    const row = older.get(formerName);
    if (row) applied.set(name, toApplied(row, true));
  }
  return applied;
}

const toApplied = (
  { checksum, done, finished_at, additive, applied_by, done_as }: Row,
  inherited: boolean,
): AppliedMigration => ({
  checksum,
  finished: finished_at !== null,
  next: done < 0 ? -done - 1 : done,
  begun: done < 0,
  inherited,
  additive: additive === 1,
  appliedBy: applied_by ?? '',
  doneAs: done_as ?? '',
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

/** Which of the tables there are in the connection's database. */
export async function existingTables(connection: Connection, tables: string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN (?)',
    [tables],
  );
  return rows.map(({ name }) => String(name)).sort();
}

const declared =
  "additive TINYINT NOT NULL DEFAULT 0, applied_by VARCHAR(40) NOT NULL DEFAULT '', done_as VARCHAR(64) NOT NULL DEFAULT ''";

/** Also brings one of a former release into the form of today. */
export async function createRecord(connection: Connection, table: string): Promise<void> {
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ?? (
       name VARCHAR(100) NOT NULL PRIMARY KEY, checksum CHAR(64) NOT NULL, done INT NOT NULL,
       started_at DATETIME NOT NULL, finished_at DATETIME NULL, ${declared}
     ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`,
    [table],
  );
  const [columns] = await connection.query<RowDataPacket[]>("SHOW COLUMNS FROM ?? LIKE 'additive'", [table]);
  if (columns.length === 0) await connection.query(`ALTER TABLE ?? ADD COLUMN (${declared})`, [table]);
}

/** Makes the row of a migration, or brings it up to one that was mended; what is inherited keeps its count. */
export const recordStart = (
  connection: Connection,
  { record, scope }: MigrationSet,
  { name, checksum, breaking }: Migration,
  { next = 0, finished = false }: Partial<AppliedMigration> = {},
) =>
  connection.query(
    'INSERT INTO ?? (name, checksum, done, started_at, finished_at, additive, applied_by) ' +
      'VALUES (?, ?, ?, UTC_TIMESTAMP(), IF(?, UTC_TIMESTAMP(), NULL), ?, ?) ' +
      'ON DUPLICATE KEY UPDATE checksum = VALUES(checksum), additive = VALUES(additive), applied_by = VALUES(applied_by)',
    [record, scope + name, checksum, next, finished, !breaking, version()],
  );

/** The checksum of the statements that a count says are done, and of the one that had begun. */
export const checksumOfDone = ({ statements }: Migration, done: number) =>
  checksumOf(statements.slice(0, Math.abs(done)).join(';\n'));

/**
 * Moves the count on. @throws when it is not the expected one: another process took this one for dead and goes on
 * where it was. In a transaction this undoes a statement that the other has run.
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
  if (affectedRows === 0)
    throw new Error(`${scope}${migration.name} is being applied by another process as well; try again`);
}

export const recordFinish = (connection: Connection, { record, scope }: MigrationSet, name: string) =>
  connection.query('UPDATE ?? SET finished_at = UTC_TIMESTAMP() WHERE name = ?', [record, scope + name]);

export async function hasScope(connection: Connection, record: string, scope: string): Promise<boolean> {
  return (await readRows(connection, record)).some(({ name }) => name.startsWith(scope));
}

/** Takes a scope's rows out, and says how many there were. */
export async function deleteScope(connection: Connection, record: string, scope: string): Promise<number> {
  const [{ affectedRows }] = await connection.query<ResultSetHeader>('DELETE FROM ?? WHERE LEFT(name, ?) = ?', [
    record,
    scope.length,
    scope,
  ]);
  return affectedRows;
}
