/** A workspace's usage of its plan, counted over the folders that use it up. */
import { sql } from 'kysely';
import { countInvites } from '../../shared/people/invite-queries.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { dayMs } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';

/** Seats of the plan that are taken: by members and by open invitations. */
export async function countSeats(db: Db, workspaceId: number, now: Date): Promise<number> {
  const members = db
    .selectFrom('members')
    .where('workspace_id', '=', workspaceId)
    .select((e) => e.fn.countAll().as('n'));
  const [{ n }, invites] = await Promise.all([members.executeTakeFirstOrThrow(), countInvites(db, workspaceId, now)]);
  return Number(n) + invites;
}

export type Usage = { links: number; clicks: number; domains: number; members: number };

/** The workspace's usage in the month that begins at `periodStart`. */
export async function getUsage(db: Db, workspaceId: number, periodStart: Date, now: Date): Promise<Usage> {
  const firstDay = Math.floor(periodStart.getTime() / dayMs);
  const days = Array.from({ length: Math.floor(now.getTime() / dayMs) - firstDay + 1 }, (_, day) => firstDay + day);
  const [state, clicks, domains, members] = await Promise.all([
    db
      .selectFrom('workspace_link_states')
      .where('workspace_id', '=', workspaceId)
      .where('period', '=', periodStart.toISOString().slice(0, 7))
      .select('used')
      .executeTakeFirst(),
    db
      .selectFrom('click_days')
      .where('workspace_id', '=', workspaceId)
      .where('day', 'in', days)
      .where('link_id', '=', wholeWorkspace)
      .select(sql<number>`COALESCE(SUM(clicks), 0)`.as('n'))
      .executeTakeFirstOrThrow(),
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
    clicks: Number(clicks.n),
    domains: Number(domains.n),
    members,
  };
}
