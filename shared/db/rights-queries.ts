/** A check of the database user's rights, with statements that change no row. */
import { type QueryExecutorProvider, sql } from 'kysely';

const denials = new Set(['ER_DBACCESS_DENIED_ERROR', 'ER_TABLEACCESS_DENIED_ERROR', 'ER_COLUMNACCESS_DENIED_ERROR']);

/** A small table of a service, one of its columns, and the setting with the database user. */
export type Tried = { table: string; column: string; setting?: string };

export const triedTables = {
  links: { table: 'heartbeats', column: 'id' },
  contacts: (tablePrefix: string) => ({ table: `${tablePrefix}waypost_options`, column: 'name' }),
} as const;

/**
 * Returns a sentence about missing rights; `undefined` if none is missing. @throws if a statement fails for any other
 * reason
 */
export async function lackOfMysql(db: QueryExecutorProvider, tried: Tried): Promise<string | undefined> {
  const [table, column] = [sql.table(tried.table), sql.ref(tried.column)];
  const statements = {
    SELECT: sql`SELECT ${column} FROM ${table} LIMIT 0`,
    INSERT: sql`INSERT INTO ${table} SELECT * FROM ${table} WHERE FALSE`,
    UPDATE: sql`UPDATE ${table} SET ${column} = ${column} WHERE FALSE`,
    DELETE: sql`DELETE FROM ${table} WHERE FALSE`,
  };
  const missing: string[] = [];
  for (const [right, statement] of Object.entries(statements)) {
    await statement.execute(db).catch((error: NodeJS.ErrnoException) => {
      if (!denials.has(error.code ?? '')) throw error;
      missing.push(right);
    });
  }
  if (missing.length === 0) return undefined;
  return `the user of ${tried.setting ?? 'MYSQL_URL'} lacks the right to ${missing.join(', ')} in the database`;
}
