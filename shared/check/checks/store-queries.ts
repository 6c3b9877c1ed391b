/** Queries about the server itself, for MySQL and MariaDB. */
import { type QueryExecutorProvider, sql } from 'kysely';

export type ServerFacts = {
  version: string;
  comment: string;
  maxConnections: number;
  used: number;
  flush: number;
  sqlMode: string;
  charset: string;
  dataDir: string;
};

export async function readServerFacts(db: QueryExecutorProvider): Promise<ServerFacts> {
  const status = await sql<{ Value: string }>`SHOW GLOBAL STATUS LIKE 'Threads_connected'`.execute(db);
  const { rows } = await sql<Omit<ServerFacts, 'used'>>`
    SELECT VERSION() AS version, @@version_comment AS comment, @@max_connections AS maxConnections,
      @@innodb_flush_log_at_trx_commit AS flush, @@GLOBAL.sql_mode AS sqlMode,
      @@character_set_database AS charset, @@datadir AS dataDir`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the server does not report its state');
  return { ...facts, used: Number(status.rows[0]?.Value) };
}

/** Reads the server's clock. */
export async function readNow(db: QueryExecutorProvider): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT UTC_TIMESTAMP(3) AS now`.execute(db);
  return (rows[0] as { now: Date }).now;
}
