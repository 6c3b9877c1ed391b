/** Queries about the link service's health. Each uses an index or reads few rows. */
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Machine } from '../../config/shared-settings.ts';

const rowsOf = async <Row>(
  query: { execute(db: QueryExecutorProvider): Promise<{ rows: Row[] }> },
  db: QueryExecutorProvider,
) => (await query.execute(db)).rows;

export type TroubledDomain = { hostname: string; status: string; error: string | null; expiresAt: Date | null };

/** Lists custom domains that point elsewhere, or whose certificate is refused or expires before `until`. */
export const listTroubledDomains = (db: QueryExecutorProvider, until: Date) =>
  rowsOf(
    sql<TroubledDomain>`
      SELECT hostname, status, certificate_error AS error, certificate_expires_at AS expiresAt FROM domains
      WHERE removed_at IS NULL AND status IN ('verified', 'misconfigured')
        AND (status = 'misconfigured' OR certificate_status = 'failed' OR certificate_expires_at < ${until})
      ORDER BY hostname LIMIT 100`,
    db,
  );

export const listFailedOrders = (db: QueryExecutorProvider, until: Date) =>
  rowsOf(
    sql<{ hostname: string; error: string | null; expiresAt: Date | null }>`
      SELECT hostname, error, expires_at AS expiresAt FROM certificates
      WHERE error IS NOT NULL OR expires_at < ${until} ORDER BY hostname LIMIT 100`,
    db,
  );

/** Finds the storage time of the oldest click that waits for CLICKS_EXPORT_URL. */
export const findOldestUnsent = async (db: QueryExecutorProvider): Promise<Date | undefined> =>
  (await rowsOf(sql<{ at: Date }>`SELECT stored_at AS at FROM warehouse_clicks ORDER BY id LIMIT 1`, db))[0]?.at;

export type KnownList = { name: string; checkedAt: Date | null; lastError: string | null };

/** Lists threat lists, without the operator's own list, which is not downloaded. */
export const listThreatLists = (db: QueryExecutorProvider) =>
  rowsOf(
    sql<KnownList>`SELECT name, checked_at AS checkedAt, last_error AS lastError FROM safety_lists WHERE name <> 'operator' ORDER BY name LIMIT 100`,
    db,
  );

/** Lists which of these slugs links on the default short domain have. */
export const listSlugsIn = (db: QueryExecutorProvider, slugs: readonly string[]) =>
  rowsOf(
    sql<{ slug: string }>`SELECT slug FROM links WHERE domain_id = 0 AND slug IN (${sql.join(slugs)}) ORDER BY slug`,
    db,
  );

/** Reads the server's estimate of the number of links. */
export async function estimateLinks(db: QueryExecutorProvider): Promise<number> {
  const [row] = await rowsOf(
    sql<{ n: number | null }>`
      SELECT TABLE_ROWS AS n FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'links'`,
    db,
  );
  return Number(row?.n ?? 0);
}

/** Lists the machines seen since the given time, sorted by name. */
export async function listMachines(db: QueryExecutorProvider, since: Date): Promise<Machine[]> {
  const rows = await rowsOf(
    sql<{ name: string; settings: string }>`
      SELECT name, settings FROM machines WHERE seen_at > ${since} ORDER BY name LIMIT 100`,
    db,
  );
  return rows.map(({ name, settings }) => ({ name, settings: JSON.parse(settings) }));
}
