/** Queries for the deletion of workspaces and accounts: previews, marks, and the worker's batches. */
import { countRows, listIds } from '../../shared/db/results.ts';
import { deleteUserRow } from '../../shared/people/user-queries.ts';
import type { Db, Trx } from '../core/tables.ts';

type Counted = 'links' | 'members' | 'api_keys';

export const countOf = (db: Db, table: Counted, workspaceId: number): Promise<number> =>
  countRows(db.selectFrom(table).where('workspace_id', '=', workspaceId));

/** Lists a user's workspaces with their numbers of members. */
export const listMemberships = (db: Db, userId: number) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .where('members.user_id', '=', userId)
    .select((e) => [
      'workspaces.id',
      'workspaces.public_id as publicId',
      'workspaces.name',
      'workspaces.suspended_at as suspendedAt',
      'members.is_owner as isOwner',
      e
        .selectFrom('members as others')
        .whereRef('others.workspace_id', '=', 'members.workspace_id')
        .select((e) => e.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('members'),
    ])
    .orderBy('workspaces.id')
    .execute();

export type Membership = Awaited<ReturnType<typeof listMemberships>>[number];

/** Moves the ownership to another member, who becomes an admin. The old owner stays an admin. */
export async function moveOwnership(trx: Trx, workspaceId: number, fromId: number, toId: number): Promise<void> {
  const members = trx.updateTable('members').where('workspace_id', '=', workspaceId);
  await members.set({ is_owner: false }).where('id', '=', fromId).execute();
  await members.set({ is_owner: true, role: 'admin' }).where('id', '=', toId).execute();
}

export const markDeleted = (trx: Trx, id: number, now: Date) =>
  trx.updateTable('workspaces').set({ deleted_at: now, clear_at: now, updated_at: now }).where('id', '=', id).execute();

export const postponeClearing = (db: Db, id: number, until: Date) =>
  db.updateTable('workspaces').set({ clear_at: until }).where('id', '=', id).execute();

/** Lists deleted workspaces whose data is due for deletion, longest overdue first. */
export const listDueClearings = (db: Db, now: Date, limit: number): Promise<number[]> =>
  listIds(db.selectFrom('workspaces').select('id').where('clear_at', '<=', now).orderBy('clear_at').limit(limit));

export const findDeletedWorkspace = (db: Db, id: number) =>
  db
    .selectFrom('workspaces')
    .select(['id', (e) => e.ref('deleted_at').$notNull().as('deletedAt')])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();

/** Locks a batch of a workspace's links until the transaction ends. */
export const listLinksForUpdate = (trx: Trx, workspaceId: number, limit: number) =>
  trx
    .selectFrom('links')
    .select(['id', 'domain_id as domainId', 'slug'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();

/** Tables with many rows that remain after the deletion of a workspace's links. */
export const leftovers = [
  'shares',
  'tags',
  'link_search_blocks',
  'click_top_links',
  'idempotency_keys',
  'utm_templates',
  'contact_sites',
  'own_networks',
  'contact_clicks',
  'contact_links',
] as const;
/** Tables that are cleared last: deleted links, to which late clicks belong, and offences. */
export const lastRows = ['deleted_links', 'workspace_offences'] as const;

export const deleteSome = (
  db: Db,
  table: (typeof leftovers | typeof lastRows)[number],
  workspaceId: number,
  limit: number,
) => db.deleteFrom(table).where('workspace_id', '=', workspaceId).limit(limit).executeTakeFirst();

export const listImportIds = (db: Db, workspaceId: number): Promise<number[]> =>
  listIds(db.selectFrom('imports').select('id').where('workspace_id', '=', workspaceId));

/** Tables whose few remaining rows are deleted together with the workspace's row. */
const rowsOfWorkspace = [
  'members',
  'api_keys',
  'shares',
  'tags',
  'billing_accounts',
  'billing_page_links',
  'workspace_link_states',
  'link_search_blocks',
  'idempotency_keys',
] as const;

/**
 * Deletes a workspace's row. Returns `false` while one of its domains exists, because domains are deleted separately.
 * The lock prevents insertions for the workspace: they wait or, in a cluster, conflict at COMMIT.
 */
export async function deleteWorkspaceRow(trx: Trx, id: number): Promise<boolean> {
  await trx.selectFrom('workspaces').select('id').where('id', '=', id).forUpdate().execute();
  const domain = await trx
    .selectFrom('domains')
    .select('id')
    .where('workspace_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (domain) return false;
  for (const table of rowsOfWorkspace) await trx.deleteFrom(table).where('workspace_id', '=', id).execute();
  await trx.deleteFrom('workspaces').where('id', '=', id).execute();
  return true;
}

/** Deletes a locked account with its sessions, memberships and keys. */
export async function deleteUser(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('members').where('user_id', '=', id).execute();
  await trx.deleteFrom('api_keys').where('created_by', '=', id).execute();
  await deleteUserRow(trx, id);
}

export const insertErasure = (trx: Trx, email: string) =>
  trx.insertInto('address_erasures').values({ email }).execute();

export const listErasures = (db: Db, limit: number) =>
  db.selectFrom('address_erasures').select('id').orderBy('id').limit(limit).execute();

export const findErasure = (db: Db, id: number) =>
  db
    .selectFrom('address_erasures')
    .select(['id', 'email', 'searched_to as searchedTo'])
    .where('id', '=', id)
    .executeTakeFirst();

export const updateErasure = (trx: Trx, id: number, searchedTo: number) =>
  trx.updateTable('address_erasures').set({ searched_to: searchedTo }).where('id', '=', id).execute();

export const deleteErasure = (db: Db, id: number) => db.deleteFrom('address_erasures').where('id', '=', id).execute();
