/**
 * The current names of the objects in the audit log. They are not stored in the log, so that they do not survive the
 * objects.
 */
import { withUsers } from '../../shared/people/user-queries.ts';
import type { Db } from '../core/tables.ts';

/** The objects of one kind in a workspace: their public ids and names. */
type Named = { id: string; name: string };

const listKeys = (db: Db, workspaceId: number, ids: string[]): Promise<Named[]> =>
  db
    .selectFrom('api_keys')
    .where('workspace_id', '=', workspaceId)
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'name'])
    .execute();

const listDomains = (db: Db, workspaceId: number, ids: string[]): Promise<Named[]> =>
  db
    .selectFrom('domains')
    .where('workspace_id', '=', workspaceId)
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'hostname as name'])
    .execute();

const listWebhooks = async (db: Db, workspaceId: number, ids: string[]): Promise<Named[]> => {
  const rows = await db
    .selectFrom('webhooks')
    .where('workspace_id', '=', workspaceId)
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'url'])
    .execute();
  return rows.map(({ id, url }) => ({ id, name: new URL(url).host }));
};

const listMembers = async (db: Db, workspaceId: number, ids: string[]): Promise<Named[]> => {
  const rows = await db
    .selectFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'user_id as userId'])
    .execute();
  return (await withUsers(db, rows)).flatMap(({ id, user }) => (user ? [{ id, name: user.name || user.email }] : []));
};

const listImports = (db: Db, workspaceId: number, ids: string[]): Promise<Named[]> =>
  db
    .selectFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'file_name as name'])
    .execute();

/** The queries, keyed by the noun in an id. */
export const nameQueries = { key: listKeys, dom: listDomains, whk: listWebhooks, mem: listMembers, imp: listImports };

/** Finds slug and host of a workspace's links. */
export const listSlugs = (db: Db, workspaceId: number, ids: string[]) =>
  db
    .selectFrom('links')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .where('links.workspace_id', '=', workspaceId)
    .where('links.public_id', 'in', ids)
    .select(['links.public_id as id', 'links.slug', 'domains.hostname'])
    .execute();
