/** Users, and what every account starts with: a workspace, its owner, an API key. */
import type { Db, Trx } from '../../shared/db.ts';
import type { Role, WorkspaceTable } from '../../shared/tables.ts';
import { hashSecret, newApiKey, newId } from '../ids.ts';

export const countUsers = async (db: Db) =>
  Number(
    (
      await db
        .selectFrom('users')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

export type NewUser = { email: string; name: string; passwordHash: string | null };

/** @throws a duplicate on `users_email` when the address is taken. */
export async function insertUser(trx: Trx, { email, name, passwordHash }: NewUser, now: Date) {
  const publicId = newId('usr');
  const { insertId } = await trx
    .insertInto('users')
    .values({ public_id: publicId, email, name, password_hash: passwordHash, created_at: now, updated_at: now })
    .executeTakeFirstOrThrow();
  return { id: Number(insertId), publicId };
}

/** A workspace on the free plan, with its creator as owner and admin. */
export async function insertWorkspace(trx: Trx, name: string, ownerId: number, now: Date) {
  const publicId = newId('ws');
  const { insertId } = await trx
    .insertInto('workspaces')
    .values({ public_id: publicId, name, plan: 'free', created_at: now, updated_at: now })
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
  return { id, publicId };
}

export const findWorkspace = (db: Db, publicId: string) =>
  db.selectFrom('workspaces').selectAll().where('public_id', '=', publicId).executeTakeFirst();

/** The user who owns a workspace. */
export const getOwner = (db: Db, workspaceId: number) =>
  db
    .selectFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('is_owner', '=', true)
    .select(['user_id as userId', 'role'])
    .executeTakeFirstOrThrow();

export type NewKey = { workspaceId: number; createdBy: number; role: Role; name: string };

/** Makes a key; the returned text is its only copy. */
export async function insertApiKey(db: Db, { workspaceId, createdBy, role, name }: NewKey, now: Date) {
  const key = newApiKey();
  const publicId = newId('key');
  await db
    .insertInto('api_keys')
    .values({
      public_id: publicId,
      workspace_id: workspaceId,
      created_by: createdBy,
      name,
      role,
      prefix: key.slice(0, 12),
      hash: hashSecret(key),
      created_at: now,
    })
    .execute();
  return { publicId, key };
}

export const updatePlan = (db: Db, workspaceId: number, plan: WorkspaceTable['plan'], now: Date) =>
  db.updateTable('workspaces').set({ plan, updated_at: now }).where('id', '=', workspaceId).execute();

export const updateSuspension = (db: Db, workspaceId: number, suspended: boolean, now: Date) =>
  db
    .updateTable('workspaces')
    .set({ suspended_at: suspended ? now : null, updated_at: now })
    .where('id', '=', workspaceId)
    .execute();
