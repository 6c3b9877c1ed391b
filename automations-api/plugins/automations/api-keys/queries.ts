/** Queries for API keys. A key is 32 hex digits; only its SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../core/tables.ts';

export const permissions = ['read', 'write', 'full'] as const;
export type Permission = (typeof permissions)[number];
export type ApiKey = { id: number; permission: Permission; description: string; active: boolean };

/** The form of every key. */
export const keyForm = /^[0-9a-f]{32}$/;

/** Hashes a key without salt, so that it can be looked up: keys are long and random. */
const hashKey = (key: string) => createHash('sha256').update(key).digest();

/** Inserts a new key. The returned text is the only copy of the key. */
export async function insertApiKey(db: Db, permission: Permission, description: string, now: Date) {
  const key = randomBytes(16).toString('hex');
  const { insertId } = await db
    .insertInto('automations_api_keys')
    .values({ hash: hashKey(key), permission, description, created_at: now })
    .executeTakeFirstOrThrow();
  return { id: Number(insertId), key, permission, description };
}

/** Inserts a key from another system, unless it exists. Returns its id; undefined if the key exists or is malformed. */
export async function insertKnownKey(
  db: Db,
  { key, isActive, ...own }: { key: string; permission: Permission; description: string; isActive: boolean },
  now: Date,
): Promise<number | undefined> {
  if (!keyForm.test(key)) return undefined;
  const { insertId, numInsertedOrUpdatedRows } = await db
    .insertInto('automations_api_keys')
    .ignore()
    .values({ ...own, hash: hashKey(key), active: isActive, created_at: now })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? Number(insertId) : undefined;
}

export const findApiKey = (db: Db, key: string): Promise<ApiKey | undefined> =>
  db
    .selectFrom('automations_api_keys')
    .select(['id', 'permission', 'description', 'active'])
    .where('hash', '=', hashKey(key))
    .executeTakeFirst();

export const listApiKeys = (db: Db) =>
  db
    .selectFrom('automations_api_keys')
    .select(['id', 'permission', 'description', 'active', 'created_at', 'last_used_at'])
    .orderBy('id')
    .execute();

/**
 * Revokes a key. The row is kept, so that a revoked key gets a different error from an unknown one. Returns undefined
 * if the key does not exist.
 */
export async function revokeApiKey(db: Db, id: number): Promise<{ description: string } | undefined> {
  const key = await db.selectFrom('automations_api_keys').select('description').where('id', '=', id).executeTakeFirst();
  if (key) await db.updateTable('automations_api_keys').set({ active: false }).where('id', '=', id).execute();
  return key;
}

export const updateLastUse = (db: Db, id: number, now: Date) =>
  db.updateTable('automations_api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
