/**
 * The current names of the objects in the audit log. They are not stored in the log, so that they do not survive the
 * objects.
 */
import { listInvitesByPublicIds } from '../../shared/people/invite-queries.ts';
import { listUsersByPublicIds, withUsers } from '../../shared/people/user-queries.ts';
import type { Db } from '../core/tables.ts';

/** The objects of one kind: their public ids and names. */
type Named = { id: string; name: string };
/** The workspace of the objects; `undefined` for the objects of all workspaces. */
type Of = number | undefined;

const listKeys = (db: Db, of: Of, ids: string[]): Promise<Named[]> =>
  db
    .selectFrom('api_keys')
    .$if(of !== undefined, (query) => query.where('workspace_id', '=', of as number))
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'name'])
    .execute();

const listDomains = (db: Db, of: Of, ids: string[]): Promise<Named[]> =>
  db
    .selectFrom('domains')
    .$if(of !== undefined, (query) => query.where('workspace_id', '=', of as number))
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'hostname as name'])
    .execute();

const listWebhooks = async (db: Db, of: Of, ids: string[]): Promise<Named[]> => {
  const rows = await db
    .selectFrom('webhooks')
    .$if(of !== undefined, (query) => query.where('workspace_id', '=', of as number))
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'url'])
    .execute();
  return rows.map(({ id, url }) => ({ id, name: new URL(url).host }));
};

const listMembers = async (db: Db, of: Of, ids: string[]): Promise<Named[]> => {
  const rows = await db
    .selectFrom('members')
    .$if(of !== undefined, (query) => query.where('workspace_id', '=', of as number))
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'user_id as userId'])
    .execute();
  return (await withUsers(db, rows)).flatMap(({ id, user }) => (user ? [{ id, name: user.name || user.email }] : []));
};

const listInvites = async (db: Db, of: Of, ids: string[]): Promise<Named[]> =>
  (await listInvitesByPublicIds(db, ids))
    .filter(({ workspaceId }) => of === undefined || workspaceId === of)
    .map(({ publicId: id, email: name }) => ({ id, name }));

/** Lists users; if there is a workspace, only its members. */
const listUsers = async (db: Db, of: Of, ids: string[]): Promise<Named[]> => {
  const users = await listUsersByPublicIds(db, ids);
  const members = of === undefined ? users : await listMembersAmong(db, of, users);
  const shown = new Set(members.map(({ id }) => id));
  return users.flatMap(({ id, publicId, name, email }) =>
    shown.has(id) ? [{ id: publicId, name: name || email }] : [],
  );
};

const listMembersAmong = async (db: Db, workspaceId: number, users: { id: number }[]): Promise<{ id: number }[]> =>
  users.length === 0
    ? []
    : db
        .selectFrom('members')
        .where('workspace_id', '=', workspaceId)
        .where(
          'user_id',
          'in',
          users.map(({ id }) => id),
        )
        .select('user_id as id')
        .execute();

const listWorkspaces = (db: Db, of: Of, ids: string[]): Promise<Named[]> =>
  db
    .selectFrom('workspaces')
    .$if(of !== undefined, (query) => query.where('id', '=', of as number))
    .where('public_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select(['public_id as id', 'name'])
    .execute();

const listImports = (db: Db, of: Of, ids: string[]): Promise<Named[]> =>
  db
    .selectFrom('imports')
    .$if(of !== undefined, (query) => query.where('workspace_id', '=', of as number))
    .where('public_id', 'in', ids)
    .select(['public_id as id', 'file_name as name'])
    .execute();

/** The queries, keyed by the noun in an id. */
export const nameQueries = {
  key: listKeys,
  dom: listDomains,
  whk: listWebhooks,
  mem: listMembers,
  inv: listInvites,
  usr: listUsers,
  ws: listWorkspaces,
  imp: listImports,
};

/** Finds slug and host of links. */
export const listSlugs = (db: Db, of: Of, ids: string[]) =>
  db
    .selectFrom('links')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .$if(of !== undefined, (query) => query.where('links.workspace_id', '=', of as number))
    .where('links.public_id', 'in', ids)
    .select(['links.public_id as id', 'links.slug', 'domains.hostname'])
    .execute();
