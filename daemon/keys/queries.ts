/** API keys in MySQL, which stores only a key's hash and first characters. */
import { newId } from '../../shared/db/public-ids.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Db, Role, Trx } from '../core/tables.ts';
import { newApiKey } from '../identity/secrets.ts';

export type KeyRow = {
  id: number;
  publicId: string;
  name: string;
  prefix: string;
  role: Role;
  userId: number;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  parentPublicId: string | null;
};

const keysOf = (db: Db, workspaceId: number) =>
  db
    .selectFrom('api_keys')
    .leftJoin('api_keys as parents', 'parents.id', 'api_keys.parent_id')
    .where('api_keys.workspace_id', '=', workspaceId)
    .select([
      'api_keys.id',
      'api_keys.public_id as publicId',
      'api_keys.name',
      'api_keys.prefix',
      'api_keys.role',
      'api_keys.created_by as userId',
      'api_keys.created_at as createdAt',
      'api_keys.last_used_at as lastUsedAt',
      'api_keys.expires_at as expiresAt',
      'parents.public_id as parentPublicId',
    ]);

/** Lists keys, newest first. With `createdBy`, lists only one user's keys. */
export function listKeys(db: Db, workspaceId: number, createdBy?: number): Promise<KeyRow[]> {
  const keys = keysOf(db, workspaceId).orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc');
  return (createdBy === undefined ? keys : keys.where('api_keys.created_by', '=', createdBy)).execute();
}

export const findKey = (db: Db, workspaceId: number, publicId: string): Promise<KeyRow | undefined> =>
  keysOf(db, workspaceId).where('api_keys.public_id', '=', publicId).executeTakeFirst();

export const countKeys = async (db: Db, workspaceId: number) =>
  Number(
    (
      await db
        .selectFrom('api_keys')
        .where('workspace_id', '=', workspaceId)
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

export type NewKey = {
  workspaceId: number;
  createdBy: number;
  role: Role;
  name: string;
  /** The time at which the key expires; by default it never does. */
  expiresAt?: Date | null;
  /** The key that created this one. Revoking the parent also revokes this key. */
  parentId?: number | null;
};

/** Inserts a key. Returns the key itself, which is stored only as a hash. */
export async function insertApiKey(
  db: Db,
  { workspaceId, createdBy, role, name, expiresAt = null, parentId = null }: NewKey,
  now: Date,
) {
  const key = newApiKey();
  const publicId = newId('key');
  const prefix = key.slice(0, 12);
  await db
    .insertInto('api_keys')
    .values({
      public_id: publicId,
      workspace_id: workspaceId,
      created_by: createdBy,
      parent_id: parentId,
      name,
      role,
      prefix,
      hash: hashSecret(key),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { publicId, prefix, key };
}

/** Deletes a user's keys in all workspaces and returns them. The caller writes to the change feed. */
export async function deleteKeysOfUser(trx: Trx, userId: number) {
  const keys = await trx
    .selectFrom('api_keys')
    .where('created_by', '=', userId)
    .select(['public_id as publicId', 'workspace_id as workspaceId', 'name'])
    .forUpdate()
    .execute();
  if (keys.length > 0) await trx.deleteFrom('api_keys').where('created_by', '=', userId).execute();
  return keys;
}

/**
 * Deletes a key and, recursively, the keys that it created. All processes refuse them within a second. Returns the deleted
 * keys, or none if the key was already deleted. The caller must lock the workspace, as for creating keys.
 */
export async function deleteKey(trx: Trx, workspaceId: number, id: number) {
  const keys = await trx
    .withRecursive('family', (e) =>
      e
        .selectFrom('api_keys')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .unionAll(
          e.selectFrom('api_keys').innerJoin('family', 'family.id', 'api_keys.parent_id').select('api_keys.id'),
        ),
    )
    .selectFrom('api_keys')
    .innerJoin('family', 'family.id', 'api_keys.id')
    .select(['api_keys.id', 'api_keys.public_id as publicId', 'api_keys.name'])
    .orderBy('api_keys.id')
    .execute();
  if (keys.length > 0) {
    const ids = keys.map((key) => key.id);
    await trx.deleteFrom('api_keys').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute();
  }
  await recordAccessChanges(trx, [{ workspaceId }]);
  return keys;
}
