/**
 * Inserts many rows with one statement. All of them are one parameter to Kysely and to its compiler: a node for each
 * value, and the search for its placeholder, took longer than everything else about a large INSERT.
 */
// biome-ignore-all lint/plugin: it is the INSERT of every table.
import { type QueryExecutorProvider, sql } from 'kysely';

/** The server's time, as a value of a row. */
export const serverNow = { toSqlString: () => 'UTC_TIMESTAMP(3)' };

/**
 * Columns that are NULL in all rows are not sent: their default has to be NULL. `rows` is not empty. Returns the first row's
 * auto-increment id; the others follow it in their order, `@@auto_increment_increment` apart.
 */
export async function insertRows<Row extends object>(
  db: QueryExecutorProvider,
  table: string,
  columns: readonly (keyof Row & string)[],
  { rows, ignore = false }: { rows: readonly Row[]; ignore?: boolean },
): Promise<number> {
  const given = columns.filter((column) => rows.some((row) => row[column] != null));
  const values = rows.map((row) => given.map((column) => row[column]));
  const { insertId } = await sql`
    INSERT ${sql.raw(ignore ? 'IGNORE ' : '')}INTO ${sql.table(table)} (${sql.join(given.map((name) => sql.ref(name)))})
    VALUES ${sql.val(values)}`.execute(db);
  return Number(insertId);
}
