/** Workspaces of a user, and what a workspace uses of its plan. */
import { sql } from 'kysely';
import type { Db, Trx } from '../../shared/db.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { dayMs } from '../clicks/time.ts';
import { listInvites } from '../members/invites.ts';
import { countMembers } from '../members/queries.ts';

export const listWorkspaces = (db: Db, userId: number) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .where('members.user_id', '=', userId)
    .select(['workspaces.public_id as id', 'workspaces.name', 'workspaces.plan', 'members.role'])
    .orderBy('members.id')
    .execute();

export const getWorkspace = (db: Db, id: number) =>
  db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** How many workspaces a user owns; makes their creations wait for each other until the transaction ends. */
export async function countOwned(trx: Trx, userId: number): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const { n } = await trx
    .selectFrom('members')
    .where('user_id', '=', userId)
    .where('is_owner', '=', true)
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const renameWorkspace = (trx: Trx, id: number, name: string, now: Date) =>
  trx.updateTable('workspaces').set({ name, updated_at: now }).where('id', '=', id).execute();

export type Usage = { links: number; clicks: number; domains: number; members: number };

/** What a workspace has used of its plan in the month that begins at `periodStart`. */
export async function getUsage(db: Db, workspaceId: number, periodStart: Date, now: Date): Promise<Usage> {
  const firstDay = Math.floor(periodStart.getTime() / dayMs);
  const days = Array.from({ length: Math.floor(now.getTime() / dayMs) - firstDay + 1 }, (_, day) => firstDay + day);
  const [state, clicks, domains, members, invites] = await Promise.all([
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
    countMembers(db, workspaceId),
    listInvites(db, workspaceId, now),
  ]);
  return {
    links: state?.used ?? 0,
    clicks: Number(clicks.n),
    domains: Number(domains.n),
    members: members + invites.length,
  };
}
