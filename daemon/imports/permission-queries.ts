/** Permissions of the person an import acts for, read afresh: their role or their workspace's plan may have changed. */
import { sql } from 'kysely';
import type { PlanName } from '../../shared/config/config.ts';
import { ImportFault } from '../../shared/import/target.ts';
import type { Actor } from '../../shared/people/actor.ts';
import type { Db } from '../core/tables.ts';

export type Acting = {
  workspaceId: number;
  workspacePublicId: string;
  plan: PlanName;
  hasWebhooks: boolean;
  actor: Actor;
};

/** @throws ImportFault when they may not go on */
export async function findActing(db: Db, workspaceId: number, actor: Actor): Promise<Acting> {
  const row = await db
    .selectFrom('workspaces')
    .select(['public_id', 'plan', 'suspended_at', 'deleted_at'])
    .select(
      sql<number>`EXISTS (SELECT 1 FROM webhooks WHERE webhooks.workspace_id = ${workspaceId} AND webhooks.active)`.as(
        'hears',
      ),
    )
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  if (!row || row.deleted_at) throw new ImportFault('The workspace was deleted.');
  if (row.suspended_at) throw new ImportFault('The workspace is suspended.');
  if ('userId' in actor && !(await mayImport(db, workspaceId, actor.userId))) {
    throw new ImportFault('The user who started the import can no longer create links in this workspace.');
  }
  const { public_id: workspacePublicId, plan, hears } = row;
  return { workspaceId, workspacePublicId, plan, hasWebhooks: Number(hears) === 1, actor };
}

async function mayImport(db: Db, workspaceId: number, userId: number): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member !== undefined && member.role !== 'viewer';
}

/** The plan of a workspace; the smallest one for a workspace that is deleted. */
export async function findPlan(db: Db, workspaceId: number): Promise<PlanName> {
  const row = await db.selectFrom('workspaces').select('plan').where('id', '=', workspaceId).executeTakeFirst();
  return row?.plan ?? 'free';
}
