/** Uses of links in MySQL: the clicks that count towards a link's limit. They are stored in the link's own row. */
import { sql } from 'kysely';
import { recordLinkChanges } from '../change-feed/changes.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { Click } from './core/click.ts';
import { listClicksByDay } from './made-day-queries.ts';
import { dayOf } from './time.ts';

const linksAStatement = 500;

/**
 * Adds the uses among the clicks that are being stored, and records used-up links in the change feed. Call it last in
 * the transaction.
 */
export async function addLimitCounts(trx: Trx, clicks: Click[]): Promise<void> {
  const uses = new Map<number, number>();
  for (const { linkId, use } of clicks) if (use) uses.set(linkId, (uses.get(linkId) ?? 0) + 1);
  const ids = [...uses.keys()].sort((a, b) => a - b);
  for (let from = 0; from < ids.length; from += linksAStatement) {
    const part = ids.slice(from, from + linksAStatement);
    const more = sql.join(
      part.map((id) => sql`WHEN ${id} THEN ${uses.get(id)}`),
      sql` `,
    );
    await trx
      .updateTable('links')
      .set({ uses: sql<number>`uses + CASE id ${more} ELSE 0 END` })
      .where('id', 'in', part)
      .execute();
  }
  for (let from = 0; from < ids.length; from += linksAStatement) {
    const usedUp = await listUsedUp(trx, ids.slice(from, from + linksAStatement));
    if (usedUp.length > 0) await recordLinkChanges(trx, usedUp);
  }
}

const listUsedUp = (trx: Trx, ids: number[]) =>
  trx
    .selectFrom('links')
    .select(['domain_id as domainId', 'slug'])
    .where('id', 'in', ids)
    .whereRef('uses', '>=', 'max_clicks')
    .execute();

/** Finds links' uses, keyed by link id. */
export async function findLimitCounts(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom('links').select(['id', 'uses']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, uses }) => [id, uses]));
}

/** Adds up a link's clicks in analytics since `createdAt`. Rows are looked up by their full keys. */
export async function sumKeptClicks(
  db: Db,
  { createdAt, ...link }: { workspaceId: number; linkId: number; createdAt: Date },
  now: Date,
): Promise<number> {
  const first = dayOf(createdAt.getTime());
  const days = Array.from({ length: Math.max(1, dayOf(now.getTime()) - first + 1) }, (_, after) => first + after);
  return (await listClicksByDay(db, [link], days)).reduce((sum, { clicks }) => sum + clicks, 0);
}
