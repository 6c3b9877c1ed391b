/** Workspaces in MySQL: their owners, plans and states. */
import { sql } from 'kysely';
import type { PlanName } from '../../shared/config/config.ts';
import { newId } from '../../shared/db/public-ids.ts';
import { isOperator } from '../../shared/people/operator-queries.ts';
import { getUserForUpdate } from '../../shared/people/user-queries.ts';
import { forbidden, workspaceDeleted } from '../api/errors.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Db, Trx } from '../core/tables.ts';
import { isHigherPlan } from './plans.ts';

/** Lists a user's workspaces in the order in which the user joined them, with the role in each. */
export const listWorkspaces = (db: Db, userId: number) => membershipsOf(db, userId).orderBy('members.id').execute();

const membershipsOf = (db: Db, userId: number) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .where('members.user_id', '=', userId)
    .select(['workspaces.public_id as publicId', 'workspaces.name', 'workspaces.plan', 'members.role']);

export const getWorkspace = (db: Db, id: number) =>
  db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const nextLock = sql<number>`locks + 1`;

/** Counts the workspaces that a user owns. Locks the user, so that concurrent creations wait for each other. */
export async function countOwned(trx: Trx, userId: number): Promise<number> {
  await getUserForUpdate(trx, userId);
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

/** Inserts a workspace with its creator as owner and admin. An operator's workspace never has limits. */
export async function insertWorkspace(
  trx: Trx,
  name: string,
  ownerId: number,
  { now, requestedPlan = 'free' }: { now: Date; requestedPlan?: PlanName },
) {
  const publicId = newId('ws');
  const plan = (await isOperator(trx, ownerId)) ? 'unlimited' : requestedPlan;
  const { insertId } = await trx
    .insertInto('workspaces')
    .values({ public_id: publicId, name, plan, created_at: now, updated_at: now })
    .executeTakeFirstOrThrow();
  const id = Number(insertId);
  await trx
    .insertInto('members')
    .values({
      public_id: newId('mem'),
      workspace_id: id,
      user_id: ownerId,
      role: 'admin',
      is_owner: true,
      created_at: now,
    })
    .execute();
  return { id, publicId, plan };
}

/**
 * Locks a workspace until the transaction ends. So changes to its members, invitations, domains, webhooks and keys
 * wait for each other. On different servers of a cluster they conflict at COMMIT instead, because each writes the
 * row. @throws `not_found` if the workspace is deleted
 */
export async function lockWorkspace(trx: Trx, workspaceId: number) {
  await trx.updateTable('workspaces').set({ locks: nextLock }).where('id', '=', workspaceId).execute();
  const workspace = await trx
    .selectFrom('workspaces')
    .select(['id', 'public_id as publicId', 'name', 'plan'])
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workspace) throw workspaceDeleted();
  return workspace;
}

/** Finds the workspace that a user joined first, with the user's role in it. */
export const findFirstWorkspace = (db: Db, userId: number) =>
  membershipsOf(db, userId).orderBy('members.id').limit(1).executeTakeFirst();

/** Returns a user's membership in a workspace. @throws `forbidden` if the user is not a member */
export const getMembership = (db: Db, userId: number, workspaceId: number) =>
  membershipsOf(db, userId)
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow(() => forbidden('You are not a member of this workspace.'));

export const findWorkspace = (db: Db, publicId: string) =>
  db
    .selectFrom('workspaces')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Returns the user who owns a workspace. */
export const getOwner = (db: Db, workspaceId: number) =>
  db
    .selectFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('is_owner', '=', true)
    .select(['user_id as userId', 'role'])
    .executeTakeFirstOrThrow();

/** Sets a workspace's plan in all processes. After a downgrade the highest earlier plan is kept in `previous_plan`. */
export async function updatePlan(trx: Trx, workspaceId: number, plan: PlanName, now: Date) {
  const before = await trx
    .selectFrom('workspaces')
    .select(['plan', 'previous_plan as previousPlan', 'downgraded_at as downgradedAt'])
    .where('id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const highest =
    before.previousPlan && isHigherPlan(before.previousPlan, before.plan) ? before.previousPlan : before.plan;
  const isBelow = isHigherPlan(highest, plan);
  const isDowngrade = isHigherPlan(before.plan, plan);
  await trx
    .updateTable('workspaces')
    .set({
      plan,
      previous_plan: isBelow ? highest : null,
      downgraded_at: isBelow ? (isDowngrade ? now : before.downgradedAt) : null,
      updated_at: now,
    })
    .where('id', '=', workspaceId)
    .execute();
  await recordAccessChanges(trx, [{ workspaceId }]);
}

/** Suspends or restores a workspace in all processes. */
export async function updateSuspension(trx: Trx, workspaceId: number, suspended: boolean, now: Date) {
  await trx
    .updateTable('workspaces')
    .set({ suspended_at: suspended ? now : null, updated_at: now })
    .where('id', '=', workspaceId)
    .execute();
  await recordAccessChanges(trx, [{ workspaceId }]);
}
