/** Queries that delete clicks beyond a workspace's retention, a limited number of rows at a time. */
import type { PlanName } from '../../shared/config/config.ts';
import type { Db, Trx } from '../core/tables.ts';
import { levels } from './block-queries.ts';
import { addNotes, takeFromLinks } from './link-total-queries.ts';
import { hoursADay } from './time.ts';

/** Lists the plans that workspaces have or had before a downgrade. The lowest plan is always in the list. */
export async function listPlans(db: Db): Promise<PlanName[]> {
  const present = await db.selectFrom('workspaces').select('plan').distinct().execute();
  const previous = await db.selectFrom('workspaces').select('previous_plan as plan').distinct().execute();
  return ['free', ...[...present, ...previous].flatMap(({ plan }) => (plan ? [plan] : []))];
}

/** Lists the next workspaces with an id above `after`, with the data that determines their retention. */
export const listRetentions = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'plan', 'previous_plan as previousPlan', 'downgraded_at as downgradedAt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Lists the days before `before` on which a workspace has clicks. */
export async function listDaysBefore(db: Db, workspaceId: number, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('click_days')
    .select('day')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('day', '<', before)
    .execute();
  return rows.map(({ day }) => day);
}

export const deleteSomeBlocks = (db: Db, workspaceId: number, day: number, limit: number) =>
  db
    .deleteFrom('click_blocks')
    .where('day', '=', day)
    .where('level', 'in', levels)
    .where('workspace_id', '=', workspaceId)
    .limit(limit)
    .executeTakeFirst();

export const deleteSomeHours = (db: Db, workspaceId: number, day: number, limit: number) =>
  db
    .deleteFrom('click_hours')
    .where('workspace_id', '=', workspaceId)
    .where('hour', '>=', day * hoursADay)
    .where('hour', '<', (day + 1) * hoursADay)
    .limit(limit)
    .executeTakeFirst();

/** Deletes some counts by day, and subtracts them from the links' totals. */
export async function deleteSomeDays(trx: Trx, workspaceId: number, day: number, limit: number) {
  const rows = await trx
    .selectFrom('click_days')
    .select(['link_id as linkId', 'clicks'])
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .orderBy('link_id')
    .limit(limit)
    .forUpdate()
    .execute();
  if (rows.length === 0) return undefined;
  // All noted clicks must be added to the links first, because only then can the day's clicks be subtracted.
  while (await addNotes(trx));
  await takeFromLinks(trx, workspaceId, rows);
  const linkIds = rows.map(({ linkId }) => linkId);
  return trx
    .deleteFrom('click_days')
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .where('link_id', 'in', linkIds)
    .executeTakeFirst();
}
