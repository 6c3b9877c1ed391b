/** The database server's clock, which all machines share. All deletions by age use it. */
import { type QueryExecutorProvider, sql } from 'kysely';

/** Reads the server's time: a worker with a wrong clock could delete too much. */
export async function getNow(db: QueryExecutorProvider): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT UTC_TIMESTAMP(3) AS now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database server did not return its time');
  return row.now;
}
