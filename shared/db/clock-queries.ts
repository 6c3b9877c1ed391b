/** The clock of the database server, which all machines share: everything that deletes by age goes by it. */
import { type QueryExecutorProvider, sql } from 'kysely';

/** The server's time. A worker whose own clock is wrong would delete too much. */
export async function getNow(db: QueryExecutorProvider): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT UTC_TIMESTAMP(3) AS now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database server did not return its time');
  return row.now;
}
