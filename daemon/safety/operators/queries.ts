/** Queries for operators, across all users' links and workspaces. */
import { sql } from 'kysely';
import { contains } from '../../../shared/db/like.ts';
import { mayBeId } from '../../../shared/db/public-ids.ts';
import { hasEmailWith } from '../../../shared/people/user-queries.ts';
import type { SlugKey } from '../../change-feed/changes.ts';
import type { Db } from '../../core/tables.ts';

/** A position in an order by time. */
export type TimePlace = { at: Date; id: number };

const linksWithBans = (db: Db) =>
  db
    .selectFrom('links')
    .innerJoin('workspaces', 'workspaces.id', 'links.workspace_id')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .leftJoin('link_bans', (join) =>
      join.onRef('link_bans.link_id', '=', 'links.id').on('link_bans.source', '<>', 'pardon'),
    )
    .select([
      'links.id',
      'links.public_id as linkId',
      'links.workspace_id as ownerId',
      'workspaces.public_id as workspaceId',
      'domains.hostname',
      'links.slug',
      'links.url',
      'links.title',
      'links.archived',
      'links.banned',
      'links.created_at as createdAt',
      'link_bans.source',
      'link_bans.reason',
      'link_bans.field',
      'link_bans.detail',
      'link_bans.words',
      'link_bans.banned_at as bannedAt',
    ]);

export type SafetyLinkRow = Awaited<ReturnType<typeof listLinks>>[number];

/** Lists links in the order of `ids`. */
export async function listLinks(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await linksWithBans(db).where('links.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const findLinkByPublicId = (db: Db, publicId: string): Promise<SafetyLinkRow | undefined> =>
  linksWithBans(db).where('links.public_id', '=', publicId).executeTakeFirst();

export const findLinkBySlug = (db: Db, { domainId, slug }: SlugKey): Promise<SafetyLinkRow | undefined> =>
  linksWithBans(db).where('links.domain_id', '=', domainId).where('links.slug', '=', slug).executeTakeFirst();

/** Lists current bans, newest first, from the index in this order. */
export async function listBans(db: Db, after: TimePlace | undefined, limit: number): Promise<TimePlace[]> {
  const isOnPage = after ? isBefore('banned_at', 'link_id', after) : sql`TRUE`;
  const { rows } = await sql<TimePlace>`
    SELECT link_id AS id, banned_at AS at FROM link_bans FORCE INDEX (link_bans_banned_at)
    WHERE source <> 'pardon' AND ${isOnPage}
    ORDER BY banned_at DESC, link_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

const isBefore = (time: string, id: string, after: TimePlace) =>
  sql<boolean>`(${sql.ref(time)} <= ${after.at} AND (${sql.ref(time)} < ${after.at} OR ${sql.ref(id)} < ${after.id}))`;

/**
 * Lists links by the prefix of an expression of their destinations, newest first: all, or only those with an id below
 * `before`.
 */
export async function listLinkIdsByPrefix(db: Db, prefix: number, before: number | undefined, limit: number) {
  const rows = await db
    .selectFrom('link_expressions')
    .select('link_id as id')
    .where('prefix', '=', prefix)
    .$if(before !== undefined, (query) => query.where('link_id', '<', before as number))
    .orderBy('link_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists a workspace's links, newest first. */
export const listLinksOfWorkspace = (
  db: Db,
  workspaceId: string,
  after: TimePlace | undefined,
  limit: number,
): Promise<TimePlace[]> =>
  db
    .selectFrom('links')
    .innerJoin('workspaces', 'workspaces.id', 'links.workspace_id')
    .where('workspaces.public_id', '=', workspaceId)
    .$if(after !== undefined, (query) => query.where(isBefore('links.created_at', 'links.id', after as TimePlace)))
    .select(['links.id', 'links.created_at as at'])
    .orderBy('links.created_at', 'desc')
    .orderBy('links.id', 'desc')
    .limit(limit)
    .execute();

const columns = [
  'workspaces.id',
  'workspaces.public_id as publicId',
  'workspaces.name',
  'workspaces.plan',
  'workspaces.suspended_at as suspendedAt',
  'workspaces.created_at as createdAt',
  'o.bans',
  'o.flagged_at as flaggedAt',
  'members.user_id as userId',
] as const;

/** The condition that joins the owner's membership. Each workspace has exactly one owner. */
const withOwner = sql<boolean>`members.workspace_id = workspaces.id AND members.is_owner`;

const workspacesWithOwners = (db: Db) =>
  db
    .selectFrom('workspaces')
    .leftJoin('workspace_offences as o', 'o.workspace_id', 'workspaces.id')
    .leftJoin('members', (join) => join.on(withOwner))
    .where('workspaces.deleted_at', 'is', null)
    .select(columns);

export type SafetyWorkspaceRow = NonNullable<Awaited<ReturnType<typeof findSafetyWorkspace>>>;

export const findSafetyWorkspace = (db: Db, id: number) =>
  workspacesWithOwners(db).where('workspaces.id', '=', id).executeTakeFirst();

const orders = {
  all: { time: undefined, id: 'workspaces.id' },
  flagged: { time: 'o.flagged_at', id: 'o.workspace_id' },
  suspended: { time: 'workspaces.suspended_at', id: 'workspaces.id' },
} as const;

export type WorkspaceFilter = { state: keyof typeof orders; q?: string | undefined };

/** Matches a part of the name or of the owner's email address, or the whole id. */
const isFound = (q: string) => sql<boolean>`(workspaces.public_id = ${mayBeId(q) ? q : ''} OR
  workspaces.name LIKE ${contains(q)} OR ${hasEmailWith(q, 'members.user_id')})`;

/** Lists workspaces, latest first: in the order of their creation, or by the time of the state. */
export const listWorkspacesIn = (
  db: Db,
  { state, q = '' }: WorkspaceFilter,
  after: TimePlace | undefined,
  limit: number,
): Promise<SafetyWorkspaceRow[]> => {
  const { time, id } = orders[state];
  let query = workspacesWithOwners(db);
  if (q !== '') query = query.where(isFound(q));
  if (after) query = query.where(time ? isBefore(time, id, after) : sql<boolean>`${sql.ref(id)} < ${after.id}`);
  if (time) query = query.where(time, 'is not', null).orderBy(time, 'desc');
  return query.orderBy(id, 'desc').limit(limit).execute();
};
