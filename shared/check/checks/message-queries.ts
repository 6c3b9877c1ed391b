/**
 * Queries about a service's pending and failed messages and jobs. `prefix` is TABLE_PREFIX plus the common start of its
 * table names.
 */
import { type QueryExecutorProvider, sql } from 'kysely';

export type Mails = { late: number; failed: number };

/** Counts emails pending since before `late`, and emails that failed permanently since `since`. */
export async function countMails(db: QueryExecutorProvider, prefix: string, late: Date, since: Date): Promise<Mails> {
  const mails = sql.table(`${prefix}mails`);
  const { rows } = await sql<Mails>`
    SELECT (SELECT COUNT(*) FROM ${mails} WHERE status = 'waiting' AND created_at < ${late}) AS late,
      (SELECT COUNT(*) FROM ${mails} WHERE status = 'failed' AND created_at >= ${since}) AS failed`.execute(db);
  return rows[0] as Mails;
}

export type TroubledWebhook = { url: string; active: number | boolean; failingSince: Date | null; dead: number };

/** Lists webhooks that currently fail, or that have dead deliveries since `since`. */
export async function listTroubledWebhooks(
  db: QueryExecutorProvider,
  prefix: string,
  since: Date,
): Promise<TroubledWebhook[]> {
  const [webhooks, deliveries] = ['webhooks', 'webhook_deliveries'].map((name) => sql.table(prefix + name));
  // Only the link service marks webhooks as deleted before their rows are removed.
  const isThere = prefix === '' ? sql`w.deleted_at IS NULL` : sql`TRUE`;
  const { rows } = await sql<TroubledWebhook>`
    SELECT w.url, w.active, w.failing_since AS failingSince,
      (SELECT COUNT(*) FROM ${deliveries} d
       WHERE d.webhook_id = w.id AND d.status = 'dead' AND d.attempted_at >= ${since}) AS dead
    FROM ${webhooks} w WHERE ${isThere} HAVING failingSince IS NOT NULL OR dead > 0 LIMIT 100`.execute(db);
  return rows;
}

export type Jobs = { late: number; failed: number };

/** Counts contact jobs open since before `late`, and jobs since `since` that could not change every contact. */
export async function countJobs(db: QueryExecutorProvider, prefix: string, late: Date, since: Date): Promise<Jobs> {
  const jobs = sql.table(`${prefix}jobs`);
  const { rows } = await sql<Jobs>`
    SELECT (SELECT COUNT(*) FROM ${jobs} WHERE ended_at IS NULL AND created_at < ${late}) AS late,
      (SELECT COUNT(*) FROM ${jobs} WHERE ended_at >= ${since} AND failed > 0) AS failed`.execute(db);
  return rows[0] as Jobs;
}
