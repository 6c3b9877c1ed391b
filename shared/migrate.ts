/**
 * Schema migrations: the files of `sql/`, in order of their numbers, each applied once and never edited after.
 * Statements run one by one and the count done is kept, because DDL cannot be rolled back: an interrupted file goes
 * on where it stopped. Two processes may start at once; the second waits for the first.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RowDataPacket } from 'mysql2';
import { type Connection, createConnection } from 'mysql2/promise';
import { connectionOptions } from './db.ts';
import { projectRoot } from './paths.ts';

export type Migration = { name: string; checksum: string; statements: string[] };
type Applied = RowDataPacket & { name: string; checksum: string; done: number; finished_at: Date | null };

const lockName = 'waypost_migrations';

/** Reads the migrations; `{prefix}` becomes the WordPress table prefix. The checksum is of the file as written. */
export function readMigrations(tablePrefix: string, directory = path.join(projectRoot, 'sql')): Migration[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}_[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(directory, name), 'utf8');
      return {
        name,
        checksum: createHash('sha256').update(text).digest('hex'),
        statements: splitStatements(text.replaceAll('{prefix}', tablePrefix)),
      };
    });
}

/** A statement ends with `;` at the end of a line; `--` lines are comments. */
export const splitStatements = (text: string) =>
  text
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);

/** Applies what is pending and returns the names. @throws when an applied file was changed or is not there. */
export async function migrate(mysqlUrl: string, tablePrefix: string, directory?: string): Promise<string[]> {
  const connection = await createConnection(connectionOptions(mysqlUrl));
  try {
    await connection.query('SELECT GET_LOCK(?, 600)', [lockName]);
    await connection.query(
      `CREATE TABLE IF NOT EXISTS waypost_migrations (
         name VARCHAR(100) NOT NULL PRIMARY KEY, checksum CHAR(64) NOT NULL, done INT NOT NULL,
         started_at DATETIME NOT NULL, finished_at DATETIME NULL
       ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`,
    );
    const pending = await findPending(connection, tablePrefix, directory);
    for (const { migration, done } of pending) await apply(connection, migration, done);
    return pending.map(({ migration }) => migration.name);
  } finally {
    await connection.end();
  }
}

/** The names of migrations a start would have to wait for; throws as `migrate` does. */
export async function pendingMigrations(mysqlUrl: string, tablePrefix: string, directory?: string): Promise<string[]> {
  const connection = await createConnection(connectionOptions(mysqlUrl));
  try {
    return (await findPending(connection, tablePrefix, directory)).map(({ migration }) => migration.name);
  } finally {
    await connection.end();
  }
}

async function findPending(connection: Connection, tablePrefix: string, directory?: string) {
  const applied = new Map((await readApplied(connection)).map((row) => [row.name, row]));
  const migrations = readMigrations(tablePrefix, directory);
  const known = new Set(migrations.map(({ name }) => name));
  const foreign = [...applied.keys()].find((name) => !known.has(name));
  if (foreign) throw new Error(`the database was migrated by a newer release: ${foreign} is not known here`);
  return migrations.flatMap((migration) => {
    const row = applied.get(migration.name);
    if (row && row.checksum !== migration.checksum) {
      throw new Error(`${migration.name} was changed after it had been applied; add a new migration instead`);
    }
    return row?.finished_at ? [] : [{ migration, done: row?.done ?? 0 }];
  });
}

async function readApplied(connection: Connection): Promise<Applied[]> {
  try {
    const [rows] = await connection.query<Applied[]>(
      'SELECT name, checksum, done, finished_at FROM waypost_migrations',
    );
    return rows;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ER_NO_SUCH_TABLE') return [];
    throw error;
  }
}

async function apply(connection: Connection, { name, checksum, statements }: Migration, done: number): Promise<void> {
  await connection.query(
    'INSERT IGNORE INTO waypost_migrations (name, checksum, done, started_at) VALUES (?, ?, 0, UTC_TIMESTAMP())',
    [name, checksum],
  );
  for (const [index, statement] of statements.entries()) {
    if (index < done) continue;
    await connection.query(statement).catch((cause: Error) => {
      throw new Error(`${name}, statement ${index + 1}: ${cause.message}`, { cause });
    });
    await connection.query('UPDATE waypost_migrations SET done = ? WHERE name = ?', [index + 1, name]);
  }
  await connection.query('UPDATE waypost_migrations SET finished_at = UTC_TIMESTAMP() WHERE name = ?', [name]);
}
