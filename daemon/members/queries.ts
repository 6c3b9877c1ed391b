/** Members of a workspace. Changes of their number lock the workspace's row, so that limits hold under concurrency. */
import type { PlanName } from '../../shared/config/config.ts';
import { newId } from '../../shared/db/public-ids.ts';
import type { ContactsRole } from '../../shared/people/tables.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Db, Role, Trx } from '../core/tables.ts';
import { insertWorkspace } from '../workspaces/queries.ts';

export type MemberRow = {
  id: number;
  publicId: string;
  userId: number;
  userPublicId: string;
  email: string;
  name: string;
  role: Role;
  isOwner: boolean;
  createdAt: Date;
  contactsRole: ContactsRole | null;
};

const membersOf = (db: Db, workspaceId: number) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('contact_roles', (on) =>
      on
        .onRef('contact_roles.user_id', '=', 'members.user_id')
        .on('contact_roles.site_id', '=', (e) => e.selectFrom('sites').select(({ fn }) => fn.min('sites.id').as('id'))),
    )
    .where('members.workspace_id', '=', workspaceId)
    .select([
      'members.id',
      'members.public_id as publicId',
      'users.id as userId',
      'users.public_id as userPublicId',
      'users.email',
      'users.name',
      'members.role',
      'members.is_owner as isOwner',
      'members.created_at as createdAt',
      'contact_roles.role as contactsRole',
    ]);

export const listMembers = (db: Db, workspaceId: number): Promise<MemberRow[]> =>
  membersOf(db, workspaceId).orderBy('members.id').execute();

export const findMember = (db: Db, workspaceId: number, publicId: string): Promise<MemberRow | undefined> =>
  membersOf(db, workspaceId).where('members.public_id', '=', publicId).executeTakeFirst();

export const findMemberByEmail = (db: Db, workspaceId: number, email: string) =>
  membersOf(db, workspaceId).where('users.email', '=', email).executeTakeFirst();

export const findMemberByUser = (db: Db, workspaceId: number, userId: number) =>
  membersOf(db, workspaceId).where('members.user_id', '=', userId).executeTakeFirst();

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

/** Removes a member with the keys they created, even from their last workspace. */
export async function deleteMembership(trx: Trx, workspaceId: number, { id, userId }: MemberRow): Promise<void> {
  await trx.deleteFrom('api_keys').where('workspace_id', '=', workspaceId).where('created_by', '=', userId).execute();
  await trx.deleteFrom('members').where('id', '=', id).execute();
  await recordAccessChanges(trx, [{ workspaceId }, { userId }]);
}

/** The same, but a user's last workspace is replaced by a new one. */
export async function deleteMember(
  trx: Trx,
  workspaceId: number,
  member: MemberRow,
  now: Date,
  defaultPlan: PlanName,
): Promise<void> {
  const { userId, name } = member;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await deleteMembership(trx, workspaceId, member);
  const other = await trx.selectFrom('members').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  if (!other) await insertWorkspace(trx, name.slice(0, 80), userId, now, defaultPlan);
}
