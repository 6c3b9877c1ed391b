/** Queries for the audit log. Both services add entries; each shows its own. */

import { type Insertable, sql, type Updateable } from 'kysely';
import { insertRows } from '../db/insert-rows.ts';
import { changedRows } from '../db/results.ts';
import type { AuditEntryTable, Db, Trx } from './tables.ts';

export const insertEntries = (trx: Trx, rows: Insertable<AuditEntryTable>[]) =>
  insertRows(
    trx,
    'audit_entries',
    ['workspace_id', 'site_id', 'action', 'object_id', 'actor', 'user_id', 'key_public_id', 'details', 'created_at'],
    { rows },
  );

export async function insertEntry(trx: Trx, row: Insertable<AuditEntryTable>): Promise<number> {
  const { insertId } = await trx.insertInto('audit_entries').values(row).executeTakeFirstOrThrow();
  return Number(insertId);
}

export const findEntryForUpdate = (trx: Trx, id: number) =>
  trx
    .selectFrom('audit_entries')
    .select(['object_id as objectId', 'details'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updateEntry = (trx: Trx, id: number, values: Updateable<AuditEntryTable>) =>
  trx.updateTable('audit_entries').set(values).where('id', '=', id).execute();

export const deleteEntries = (trx: Trx, ids: number[]) =>
  trx.deleteFrom('audit_entries').where('id', 'in', ids).execute();

export type EntryFilter = {
  /** The ids between which entries are listed, both excluded. */
  afterId?: number | undefined;
  beforeId?: number | undefined;
  /** A noun and a verb, or only a noun. */
  action?: string | undefined;
  objectId?: string | undefined;
  userPublicId?: string | undefined;
  /** The period: `from` is inclusive, `to` is exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
};

const latestId = Number.MAX_SAFE_INTEGER;

/** Matches the entries about an object, including entries about many objects, whose ids are in the details. */
const isAbout = (objectId: string) =>
  sql<boolean>`(entries.object_id = ${objectId} OR (entries.object_id = '*' AND
    LOCATE(CAST(${JSON.stringify(objectId)} AS BINARY), CAST(entries.details AS BINARY)) > 0))`;

/** Lists matching entries of a workspace, newest first. */
export const listEntries = (db: Db, workspaceId: number, filter: EntryFilter, limit: number) =>
  db
    .selectFrom('audit_entries as entries')
    .leftJoin('users', 'users.id', 'entries.user_id')
    .where('entries.workspace_id', '=', workspaceId)
    .where('entries.id', '>', filter.afterId ?? 0)
    .where('entries.id', '<', filter.beforeId ?? latestId)
    .where((e) =>
      e.and([
        ...(filter.action?.includes('.') ? [e('entries.action', '=', filter.action)] : []),
        ...(filter.action?.includes('.') === false ? [e('entries.action', 'like', `${filter.action}.%`)] : []),
        ...(filter.objectId === undefined ? [] : [isAbout(filter.objectId)]),
        ...(filter.userPublicId === undefined ? [] : [e('users.public_id', '=', filter.userPublicId)]),
        ...(filter.from === undefined ? [] : [e('entries.created_at', '>=', filter.from)]),
        ...(filter.to === undefined ? [] : [e('entries.created_at', '<', filter.to)]),
      ]),
    )
    .select([
      'entries.id',
      'entries.action',
      'entries.object_id as objectId',
      'entries.actor',
      'users.public_id as userPublicId',
      'users.email',
      'entries.key_public_id as keyPublicId',
      'entries.details',
      'entries.created_at as createdAt',
    ])
    .orderBy('entries.id', 'desc')
    .limit(limit)
    .execute();

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export type SiteEntryFilter = {
  actions: string[];
  by?: { actor: AuditEntryTable['actor']; userId?: number | undefined } | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  /** The last entry of the previous page. */
  after?: { at: Date; id: number } | undefined;
};

/** Lists matching entries of a contacts' site, newest first, with the numbers and names of their actors and objects. */
export const listEntriesOfSite = (
  db: Db,
  siteId: number,
  { actions, by, from, until, after }: SiteEntryFilter,
  limit: number,
) =>
  db
    .selectFrom('audit_entries as entries')
    .leftJoin('users as actors', 'actors.id', 'entries.user_id')
    .leftJoin('users as objects', 'objects.public_id', 'entries.object_id')
    .where('entries.site_id', '=', siteId)
    .where((e) =>
      e.and([
        ...(actions.length > 0 ? [e('entries.action', 'in', actions)] : []),
        ...(by ? [e('entries.actor', '=', by.actor)] : []),
        ...(by?.userId === undefined ? [] : [e('entries.user_id', '=', by.userId)]),
        ...(from ? [e('entries.created_at', '>=', from)] : []),
        ...(until ? [e('entries.created_at', '<', until)] : []),
        ...(after
          ? [
              e('entries.created_at', '<=', after.at),
              e.or([e('entries.created_at', '<', after.at), e('entries.id', '<', after.id)]),
            ]
          : []),
      ]),
    )
    .select(['entries.id', 'entries.action', 'entries.object_id as objectId', 'objects.id as objectUserId'])
    .select(['entries.actor', 'entries.user_id as userId', 'actors.name as actorName'])
    .select(['entries.details', 'entries.created_at as at'])
    .orderBy('entries.created_at', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(limit)
    .execute();

/** Finds the present names of users and the email addresses of invitations, keyed by their public ids. */
export async function findObjectNames(db: Db, publicIds: string[]): Promise<Map<string, string>> {
  if (publicIds.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['public_id as id', 'name', 'email'])
    .where('public_id', 'in', publicIds)
    .execute();
  const invites = await db
    .selectFrom('invites')
    .select(['public_id as id', 'email'])
    .where('public_id', 'in', publicIds)
    .execute();
  return new Map([
    ...users.map(({ id, name, email }) => [id, name || email] as const),
    ...invites.map(({ id, email }) => [id, email] as const),
  ]);
}

export type SiteEntryRow = Awaited<ReturnType<typeof listEntriesOfSite>>[number];

/**
 * Finds the id of the workspace's entry that has `count` entries between it and `beforeId`; `undefined` if there are
 * too few.
 */
export async function findEntryIdBefore(
  db: Db,
  workspaceId: number,
  beforeId: number | undefined,
  count: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '<', beforeId ?? latestId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(count)
    .executeTakeFirst();
  return row?.id;
}

/** Finds the first entry created at or after `time`. */
export async function findEntryIdAt(db: Db, time: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('created_at', '>=', time)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function findLastEntryId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('audit_entries')
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return Number(id ?? 0);
}

/** Removes an email address from the details of the entries after `from`, up to `to`. */
export const eraseEmail = (trx: Trx, email: string, from: number, to: number) =>
  trx
    .updateTable('audit_entries')
    .set({ details: sql`JSON_SET(details, '$.email', NULL)` })
    .where('id', '>', from)
    .where('id', '<=', to)
    .where(sql<boolean>`LOCATE(CAST(${JSON.stringify({ email }).slice(1, -1)} AS BINARY), CAST(details AS BINARY)) > 0`)
    .execute();

/** Deletes entries older than `time` in batches. Returns the number deleted. */
export const deleteEntriesBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('audit_entries').where('created_at', '<', time).limit(limit));
