/** The current permissions of an import's user. The role or the workspace's plan may have changed since the start. */
import { sql } from 'kysely';
import type { PlanName } from '../../shared/config/config.ts';
import { ImportFault } from '../../shared/import/target.ts';
import type { Actor } from '../../shared/people/actor.ts';
import type { Db } from '../core/tables.ts';
import type { Creator } from '../identity/auth.ts';

export type Acting = {
  workspaceId: number;
  workspacePublicId: string;
  plan: PlanName;
  hasWebhooks: boolean;
  creator: Creator;
};

/** @throws ImportFault if the import must stop */
export async function findActing(db: Db, workspaceId: number, actor: Actor, creator: Creator): Promise<Acting> {
  const row = await db
    .selectFrom('workspaces')
    .select(['public_id', 'plan', 'suspended_at', 'deleted_at'])
    .select(
      sql<number>`EXISTS (SELECT 1 FROM webhooks WHERE webhooks.workspace_id = ${workspaceId} AND webhooks.active)`.as(
        'notifies',
      ),
    )
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  if (!row || row.deleted_at) throw new ImportFault('The workspace was deleted.');
  if (row.suspended_at) throw new ImportFault('The workspace is suspended.');
  if ('userId' in actor && !(await canImport(db, workspaceId, actor.userId))) {
    throw new ImportFault('The user who started the import can no longer create links in this workspace.');
  }
  const { public_id: workspacePublicId, plan, notifies } = row;
  return { workspaceId, workspacePublicId, plan, hasWebhooks: Number(notifies) === 1, creator };
}

async function canImport(db: Db, workspaceId: number, userId: number): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member !== undefined && member.role !== 'viewer';
}

/** Finds a workspace's plan. Returns the smallest plan for a deleted workspace. */
export async function findPlan(db: Db, workspaceId: number): Promise<PlanName> {
  const row = await db.selectFrom('workspaces').select('plan').where('id', '=', workspaceId).executeTakeFirst();
  return row?.plan ?? 'free';
}
