/**
 * Members of a workspace. A change to their number locks the workspace's row, so that concurrent changes respect the
 * limit.
 */
import type { PlanName } from '../../shared/config/config.ts';
import { newId } from '../../shared/db/public-ids.ts';
import { listRolesOf } from '../../shared/people/contact-role-queries.ts';
import { findUserByEmail, getUserForUpdate, withUsers } from '../../shared/people/user-queries.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Db, Role, Trx } from '../core/tables.ts';
import { insertWorkspace } from '../workspaces/queries.ts';

const membersOf = (db: Db, workspaceId: number) =>
  db
    .selectFrom('members')
    .where('workspace_id', '=', workspaceId)
    .select(['id', 'public_id as publicId', 'user_id as userId', 'role', 'is_owner as isOwner'])
    .select('created_at as createdAt');

type Membership = Awaited<ReturnType<ReturnType<typeof membersOf>['execute']>>[number];

/** Adds users' accounts and roles in contacts to memberships. */
async function withAccounts(db: Db, memberships: Membership[]) {
  const userIds = memberships.map(({ userId }) => userId);
  const [members, roles] = await Promise.all([withUsers(db, memberships), listRolesOf(db, userIds)]);
  return members.flatMap(({ user, ...member }) => {
    if (!user) return [];
    const { publicId: userPublicId, email, name } = user;
    return { ...member, userPublicId, email, name, contactsRole: roles.get(user.id) ?? null };
  });
}

export type MemberRow = Awaited<ReturnType<typeof withAccounts>>[number];

export const listMembers = async (db: Db, workspaceId: number): Promise<MemberRow[]> =>
  withAccounts(db, await membersOf(db, workspaceId).orderBy('id').execute());

export async function findMember(db: Db, workspaceId: number, publicId: string): Promise<MemberRow | undefined> {
  const [member] = await withAccounts(db, await membersOf(db, workspaceId).where('public_id', '=', publicId).execute());
  return member;
}

export async function findMemberByUser(db: Db, workspaceId: number, userId: number): Promise<MemberRow | undefined> {
  const [member] = await withAccounts(db, await membersOf(db, workspaceId).where('user_id', '=', userId).execute());
  return member;
}

export async function findMemberByEmail(db: Db, workspaceId: number, email: string): Promise<MemberRow | undefined> {
  const user = await findUserByEmail(db, email);
  return user && findMemberByUser(db, workspaceId, user.id);
}

export const countMembers = async (db: Db, workspaceId: number) =>
  Number(
    (
      await db
        .selectFrom('members')
        .where('workspace_id', '=', workspaceId)
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

export const insertMember = (
  trx: Trx,
  { workspaceId, userId, role }: { workspaceId: number; userId: number; role: Role },
  now: Date,
) =>
  trx
    .insertInto('members')
    .values({
      public_id: newId('mem'),
      workspace_id: workspaceId,
      user_id: userId,
      role,
      is_owner: false,
      created_at: now,
    })
    .execute();

export async function updateRole(trx: Trx, { id }: { id: number }, workspaceId: number, role: Role): Promise<void> {
  await trx.updateTable('members').set({ role }).where('id', '=', id).execute();
  await recordAccessChanges(trx, [{ workspaceId }]);
}

/** Removes a member and the keys they created. The user can be left without a workspace. */
export async function deleteMembership(trx: Trx, workspaceId: number, { id, userId }: MemberRow): Promise<void> {
  await trx.deleteFrom('api_keys').where('workspace_id', '=', workspaceId).where('created_by', '=', userId).execute();
  await trx.deleteFrom('members').where('id', '=', id).execute();
  await recordAccessChanges(trx, [{ workspaceId }, { userId }]);
}

/** Removes a member. If it was the user's last workspace, creates a new one. */
export async function deleteMember(
  trx: Trx,
  workspaceId: number,
  member: MemberRow,
  { now, defaultPlan }: { now: Date; defaultPlan: PlanName },
): Promise<void> {
  const { userId, name } = member;
  await getUserForUpdate(trx, userId);
  await deleteMembership(trx, workspaceId, member);
  const other = await trx.selectFrom('members').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  if (!other) await insertWorkspace(trx, name.slice(0, 80), userId, { now, requestedPlan: defaultPlan });
}
