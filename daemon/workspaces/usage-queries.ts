/** A workspace's usage of its plan. */
import { sql } from 'kysely';
import { countInvites } from '../../shared/people/invite-queries.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { dayOf } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';

/** Counts the plan's used seats: members and open invitations. */
export async function countSeats(db: Db, workspaceId: number, now: Date): Promise<number> {
  const members = db
    .selectFrom('members')
    .where('workspace_id', '=', workspaceId)
    .select((e) => e.fn.countAll().as('n'));
  const [{ n }, invites] = await Promise.all([members.executeTakeFirstOrThrow(), countInvites(db, workspaceId, now)]);
  return Number(n) + invites;
}

/** Maximum number of days in a statement. MariaDB builds a table for a list of a thousand values or more. */
const daysPerStatement = 900;

/** Counts a workspace's clicks between two days, both inclusive. Rows are looked up by their full keys. */
export async function countClicks(db: Db, workspaceId: number, fromDay: number, toDay: number): Promise<number> {
  let clicks = 0;
  for (let from = fromDay; from <= toDay; from += daysPerStatement) {
    const days = Array.from({ length: Math.min(daysPerStatement, toDay - from + 1) }, (_, index) => from + index);
    const { n } = await db
      .selectFrom('click_days')
      .where('workspace_id', '=', workspaceId)
      .where('day', 'in', days)
      .where('link_id', '=', wholeWorkspace)
      .select(sql<number>`COALESCE(SUM(clicks), 0)`.as('n'))
      .executeTakeFirstOrThrow();
    clicks += Number(n);
  }
  return clicks;
}

/** Returns the links that workspaces created in the month that starts at `periodStart`, and their clicks, by workspace. */
export async function listUsages(db: Db, ids: number[], periodStart: Date, now: Date) {
  if (ids.length === 0) return new Map<number, Pick<Usage, 'links' | 'clicks'>>();
  const first = dayOf(periodStart.getTime());
  const days = Array.from({ length: dayOf(now.getTime()) - first + 1 }, (_, n) => first + n);
  const [links, clicks] = await Promise.all([
    db
      .selectFrom('workspace_link_states')
      .where('workspace_id', 'in', ids)
      .where('period', '=', periodStart.toISOString().slice(0, 7))
      .select(['workspace_id as id', 'used as n'])
      .execute(),
    db
      .selectFrom('click_days')
      .where('workspace_id', 'in', ids)
      .where('day', 'in', days)
      .where('link_id', '=', wholeWorkspace)
      .groupBy('workspace_id')
      .select(['workspace_id as id', (e) => e.fn.sum('clicks').as('n')])
      .execute(),
  ]);
  const numberOf = (rows: { id: number; n: unknown }[], id: number) =>
    Number(rows.find((row) => row.id === id)?.n ?? 0);
  return new Map(ids.map((id) => [id, { links: numberOf(links, id), clicks: numberOf(clicks, id) }]));
}

export type Usage = { links: number; clicks: number; domains: number; members: number };

/** Returns a workspace's usage in the month that starts at `periodStart`. */
export async function getUsage(db: Db, workspaceId: number, periodStart: Date, now: Date): Promise<Usage> {
  const [state, clicks, domains, members] = await Promise.all([
    db
      .selectFrom('workspace_link_states')
      .where('workspace_id', '=', workspaceId)
      .where('period', '=', periodStart.toISOString().slice(0, 7))
      .select('used')
      .executeTakeFirst(),
    countClicks(db, workspaceId, dayOf(periodStart.getTime()), dayOf(now.getTime())),
    db
      .selectFrom('domains')
      .where('workspace_id', '=', workspaceId)
      .where('removed_at', 'is', null)
      .select((e) => e.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
    countSeats(db, workspaceId, now),
  ]);
  return {
    links: state?.used ?? 0,
    clicks,
    domains: Number(domains.n),
    members,
  };
}
