/** The most requested unknown paths of custom domains, by day. */

import { sql } from 'kysely';
import { inTransaction } from '../../shared/db/db.ts';
import { changedRows } from '../../shared/db/results.ts';
import { stats } from '../../shared/limits-of-fields.ts';
import { dayMs } from '../clicks/time.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { UnknownPath } from '../redirect/unknown-paths.ts';

/** Maximum number of paths stored for a domain and day. */
export const pathsADay = 1_000;
/** Maximum number of paths that one process adds for a domain at once. The limit keeps room for other paths. */
const pathsAtOnce = 200;

/** Adds counts, and deletes the least requested paths beyond the maximum. Leaves out domains that were removed. */
export async function addUnknownPaths(db: Db, paths: UnknownPath[], now: Date): Promise<void> {
  const day = Math.floor(now.getTime() / dayMs);
  for (const domainId of new Set(paths.map((path) => path.domainId))) {
    const some = paths.filter((path) => path.domainId === domainId).slice(0, pathsAtOnce);
    await inTransaction(db, (trx) => addOfDomain(trx, domainId, day, some));
  }
}

async function addOfDomain(trx: Trx, domainId: number, day: number, paths: UnknownPath[]): Promise<void> {
  const domain = await trx
    .selectFrom('domains')
    .select('id')
    .where('id', '=', domainId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!domain) return;
  await trx
    .insertInto('unknown_paths')
    .values(
      paths.map(({ path, requests, bots, lastAt }) => ({
        ...{ domain_id: domainId, day, path, requests, bots, last_at: new Date(lastAt) },
      })),
    )
    .onDuplicateKeyUpdate({
      requests: sql`LEAST(requests + VALUES(requests), 4294967295)`,
      bots: sql`LEAST(bots + VALUES(bots), 4294967295)`,
      last_at: sql`GREATEST(last_at, VALUES(last_at))`,
    })
    .execute();
  const surplus = await trx
    .selectFrom('unknown_paths')
    .select('path')
    .where('domain_id', '=', domainId)
    .where('day', '=', day)
    .orderBy('requests', 'desc')
    .orderBy('last_at', 'desc')
    .limit(pathsADay + pathsAtOnce)
    .offset(pathsADay)
    .execute();
  if (surplus.length === 0) return;
  const names = surplus.map(({ path }) => path);
  await trx
    .deleteFrom('unknown_paths')
    .where('domain_id', '=', domainId)
    .where('day', '=', day)
    .where('path', 'in', names)
    .execute();
}

/** Lists the most requested paths of a workspace's domains over some days. Leaves out paths that now have a link. */
export async function listUnknownPaths(
  db: Db,
  workspaceId: number,
  { domainId, from, to }: { domainId: number | undefined; from: number; to: number },
) {
  const { rows } = await sql<{ domain: string; path: string; requests: string; bots: string; lastAt: Date }>`
    SELECT domains.hostname AS domain, u.path, SUM(u.requests) AS requests, SUM(u.bots) AS bots, MAX(u.last_at) AS lastAt
    FROM domains STRAIGHT_JOIN unknown_paths AS u ON u.domain_id = domains.id AND u.day BETWEEN ${from} AND ${to}
    LEFT JOIN links ON links.domain_id = u.domain_id AND links.slug = SUBSTRING(u.path, 2)
    WHERE domains.workspace_id = ${workspaceId} AND domains.removed_at IS NULL AND links.id IS NULL
      AND ${domainId === undefined ? sql`TRUE` : sql`domains.id = ${domainId}`}
    GROUP BY domains.id, domains.hostname, u.path ORDER BY SUM(u.requests - u.bots) DESC, domain, path LIMIT ${stats.unknownPaths}`.execute(
    db,
  );
  return rows.map(({ requests, bots, lastAt, ...row }) => ({
    ...row,
    requests: Number(requests) - Number(bots),
    bots: Number(bots),
    lastAt: lastAt.toISOString(),
  }));
}

/** Deletes old counts. */
export const deleteUnknownPathsBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(
    db
      .deleteFrom('unknown_paths')
      .where('day', '<', Math.floor(time.getTime() / dayMs))
      .limit(limit),
  );
