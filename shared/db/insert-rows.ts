/**
 * Inserts of many rows with one statement. Kysely gets all rows as one parameter: with a node for each value,
 * creating nodes and finding placeholders took longer than everything else in a large INSERT.
 */
// biome-ignore-all lint/plugin: this INSERT serves every table.
import { type QueryExecutorProvider, sql } from 'kysely';

/** The server's time, for use as a value in a row. */
export const serverNow = { toSqlString: () => 'UTC_TIMESTAMP(3)' };

/**
 * Inserts rows; `rows` must not be empty. Columns that are NULL in all rows are not sent, so their default must be NULL.
 * Returns the first row's auto-increment id. The others follow in order, `@@auto_increment_increment` apart.
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
