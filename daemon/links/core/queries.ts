/**
 * Links in MySQL. Every query on a workspace's rows takes the workspace as an argument. Every write adds the changed keys
 * of the slug map to the change feed, last in its transaction.
 */
import { type Selectable, sql, type Updateable } from 'kysely';
import { insertRows } from '../../../shared/db/insert-rows.ts';
import { memberName } from '../../../shared/people/user-queries.ts';
import { notFound } from '../../api/errors.ts';
import { recordLinkChanges, type SlugKey } from '../../change-feed/changes.ts';
import { keepDeletedLinks } from '../../clicks/link-owner-queries.ts';
import type { Db, LinkScanTable, LinkTable, Trx } from '../../core/tables.ts';
import { type FieldColumns, fieldColumns } from './fields.ts';
import { recordFreedSlugs } from './slug-queries.ts';
import { detachTags, listTagsOfLinks } from './tag-queries.ts';

export type StoredLink = Selectable<LinkTable> & FieldColumns;
/** A link's row with the hostname of its custom domain (null on the default domain) and its tags in order. */
export type LinkRow = StoredLink & {
  hostname: string | null;
  tags: string[];
  creator_name?: string | null;
} & Partial<HealthColumns>;
/**
 * The columns of a link's last scan. They are undefined in the row of a link that was just created, and null before
 * its first scan.
 */
type HealthColumns = { [name in HealthColumn]: Selectable<LinkScanTable>[name] | null };
type HealthColumn = 'health' | 'health_since' | 'http_status' | 'scanned_at';
/** The data of a new link. */
export type NewLink = Omit<
  StoredLink,
  'id' | 'archived' | 'banned' | 'uses' | 'updated_at' | 'clicks' | 'last_click_at'
>;

const withHostname = (db: Db) =>
  db
    .selectFrom('links')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .leftJoin('link_scans', 'link_scans.link_id', 'links.id')
    .selectAll('links')
    .select(['domains.hostname', 'health', 'health_since', 'http_status', 'scanned_at', creatorName.as('creator_name')])
    .$castTo<StoredLink & { hostname: string | null; creator_name: string | null } & HealthColumns>();

/** The current name of a link's creator: NULL for users who left the workspace, and for deleted keys and imports. */
const creatorName = sql<string | null>`COALESCE(
  ${memberName({ publicId: sql`links.created_by`, workspaceId: sql`links.workspace_id` })},
  (SELECT name FROM api_keys WHERE public_id = links.created_by AND workspace_id = links.workspace_id),
  (SELECT file_name FROM imports WHERE public_id = links.created_by AND workspace_id = links.workspace_id))`;

/** References that identify one link of a workspace. */
export type LinkReference = { publicId: string } | SlugKey | { externalId: string };

export async function findLink(db: Db, workspaceId: number, name: LinkReference): Promise<LinkRow | undefined> {
  let query = withHostname(db).where('links.workspace_id', '=', workspaceId);
  if ('publicId' in name) query = query.where('links.public_id', '=', name.publicId);
  else if ('externalId' in name) query = query.where('links.external_id', '=', Buffer.from(name.externalId));
  else query = query.where('links.domain_id', '=', name.domainId).where('links.slug', '=', name.slug);
  const row = await query.executeTakeFirst();
  return row && { ...row, tags: (await listTagsOfLinks(db, [row.id])).get(row.id) ?? [] };
}

/** Finds the link in a path. @throws `not_found` */
export async function requireLink(db: Db, workspaceId: number, publicId: string): Promise<LinkRow> {
  const link = await findLink(db, workspaceId, { publicId });
  if (!link) throw notFound('link');
  return link;
}

/** Lists links in the order of the ids, without deleted links. */
export async function listLinksByIds(db: Db, workspaceId: number, ids: number[]): Promise<LinkRow[]> {
  if (ids.length === 0) return [];
  const [rows, tags] = await Promise.all([
    withHostname(db).where('links.workspace_id', '=', workspaceId).where('links.id', 'in', ids).execute(),
    listTagsOfLinks(db, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, { ...row, tags: tags.get(row.id) ?? [] }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists links by public id, without their tags. Leaves out unknown ids. */
export async function listLinksByPublicIds(db: Db, workspaceId: number, publicIds: string[]): Promise<LinkRow[]> {
  if (publicIds.length === 0) return [];
  const rows = await withHostname(db)
    .where('links.workspace_id', '=', workspaceId)
    .where('links.public_id', 'in', publicIds)
    .execute();
  return rows.map((row) => ({ ...row, tags: [] }));
}

/** Lists links' public ids in the order of the ids, without deleted links. */
export async function listPublicIds(db: Db, workspaceId: number, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('links')
    .select(['id', 'public_id as publicId'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map(({ id, publicId }) => [id, publicId]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const ownColumns = [
  ...['public_id', 'workspace_id', 'domain_id', 'slug', 'password_hash', 'archived', 'banned'],
  ...['created_by', 'created_at', 'updated_at'],
] as (keyof StoredLink)[];
const newColumns = [...ownColumns, ...fieldColumns];

/**
 * Inserts links without tags. @throws a duplicate-key error on `links_domain_slug` or `links_external_id` if a slug
 * or external id is taken
 */
export const insertLinks = (trx: Trx, links: StoredLink[]) => insertRows(trx, 'links', newColumns, { rows: links });

/** Finds a link of the workspace, and locks it until the transaction ends. */
export const findLinkForUpdate = (trx: Trx, workspaceId: number, publicId: string) =>
  trx
    .selectFrom('links')
    .selectAll()
    .$castTo<StoredLink>()
    .where('workspace_id', '=', workspaceId)
    .where('public_id', '=', publicId)
    .forUpdate()
    .executeTakeFirst();

/** @throws a duplicate-key error on `links_domain_slug` or `links_external_id` if the new value is taken */
export const updateLink = (
  trx: Trx,
  workspaceId: number,
  linkId: number,
  changes: Updateable<LinkTable> & Partial<FieldColumns>,
) => trx.updateTable('links').set(changes).where('workspace_id', '=', workspaceId).where('id', '=', linkId).execute();

/** Deletes a link and returns its key in the slug map. Returns undefined if there is no such link. */
export async function deleteLink(trx: Trx, workspaceId: number, publicId: string, now: Date) {
  const link = await findLinkForUpdate(trx, workspaceId, publicId);
  if (!link) return undefined;
  const key = { domainId: link.domain_id, slug: link.slug };
  await deleteLinks(trx, workspaceId, [{ id: link.id, ...key }], now);
  return key;
}

/**
 * Deletes links of one workspace, and records the deletion in the change feed. The transaction has locked the links.
 */
export async function deleteLinks(trx: Trx, workspaceId: number, links: (SlugKey & { id: number })[], now: Date) {
  const ids = links.map(({ id }) => id);
  await detachTags(trx, workspaceId, ids);
  await keepDeletedLinks(trx, ids, now);
  await recordFreedSlugs(trx, workspaceId, links, now);
  await trx.deleteFrom('shares').where('link_id', 'in', ids).execute();
  await trx.deleteFrom('links').where('id', 'in', ids).execute();
  await recordLinkChanges(trx, links);
}

/** Locks links until the transaction ends. Leaves out deleted links. */
export const lockLinksByPublicIds = (trx: Trx, workspaceId: number, publicIds: string[]) =>
  publicIds.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('links')
        .select(['id', 'public_id as publicId', 'domain_id as domainId', 'slug'])
        .where('workspace_id', '=', workspaceId)
        .where('public_id', 'in', publicIds)
        .orderBy('id')
        .forUpdate()
        .execute();

/** Lists the next links of a domain, and locks them until the transaction ends. */
export const listDomainLinksForUpdate = (trx: Trx, domainId: number, limit: number) =>
  trx
    .selectFrom('links')
    .select(['id', 'public_id as publicId', 'workspace_id as workspaceId', 'domain_id as domainId', 'slug'])
    .where('domain_id', '=', domainId)
    .orderBy('slug')
    .limit(limit)
    .forUpdate()
    .execute();

/** Finds a verified custom domain of the workspace. */
export const findVerifiedDomain = (db: Db, workspaceId: number, hostname: string) =>
  db
    .selectFrom('domains')
    .select(['id', 'hostname'])
    .where('workspace_id', '=', workspaceId)
    .where('held_hostname', '=', hostname)
    .where('status', '=', 'verified')
    .executeTakeFirst();

/** Finds the id of a domain of the workspace, verified or not. */
export async function findDomainId(db: Db, workspaceId: number, hostname: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('held_hostname', '=', hostname)
    .executeTakeFirst();
  return row?.id;
}
