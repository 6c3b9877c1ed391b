/**
 * Queries of the link service's tables, in its database on the same server: waiting clicks, connections, and links by
 * short URL or external id. Their names have no prefix.
 */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Config } from '../../../../shared/config/config.ts';
import type { ContactClickTable, ContactLinkTable, ReadTables } from '../../../../shared/link-clicks/tables.ts';
import { digestOfSites, dropOffer, findSiteByUrl, putConnectionId } from '../../../../shared/people/site-queries.ts';
import type { PeopleTables } from '../../../../shared/people/tables.ts';
import type { Db, Trx } from '../core/tables.ts';

type Settings = Pick<Config, 'peopleDatabase'>;

type LinksTables = ReadTables & PeopleTables;

export type WaitingClick = Selectable<ContactClickTable>;

/** Opens the link service's tables. If they do not exist, queries fail with ER_NO_SUCH_TABLE. */
function linksIn(db: Db | Trx, { peopleDatabase }: Settings): Kysely<LinksTables> {
  const links = (db as { withoutPlugins(): unknown }).withoutPlugins() as Kysely<LinksTables>;
  return peopleDatabase === '' ? links : links.withSchema(peopleDatabase);
}

/** Opens the link service's tables in a transaction, which then covers both databases. */
const linksInTrx = (trx: Trx, settings: Settings) => linksIn(trx, settings) as Transaction<LinksTables>;

const noTables = new Set([
  'ER_NO_SUCH_TABLE',
  'ER_BAD_DB_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
]);

/** Returns whether a query failed because the link service's tables are not available here. */
export const isWithoutTables = (error: unknown) => noTables.has((error as NodeJS.ErrnoException).code ?? '');

/** Resolves to the query's result, or to undefined if the link service's tables do not exist. */
const orNoLinks = <T>(query: Promise<T>): Promise<T | undefined> =>
  query.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ER_NO_SUCH_TABLE') throw error;
    return undefined;
  });

/** Finds a connection in the link service, with its workspace. */
export const findSite = (db: Db, settings: Settings, siteId: number) =>
  linksIn(db, settings)
    .selectFrom('contact_sites')
    .innerJoin('workspaces', 'workspaces.id', 'contact_sites.workspace_id')
    .select(['contact_sites.secret_hash as secretHash', 'workspaces.public_id as workspaceId'])
    .where('contact_sites.id', '=', siteId)
    .executeTakeFirst();

/** Finds the record of the site with this URL; undefined without the link service. */
export const findOwnSite = (db: Db, settings: Settings, url: string) =>
  orNoLinks(findSiteByUrl(linksIn(db, settings), url));

export const forgetOffer = (db: Db, settings: Settings, sealed: string) => dropOffer(linksIn(db, settings), sealed);

export const saveConnectionId = (db: Db, settings: Settings, siteId: number, connectionId: number | null) =>
  putConnectionId(linksIn(db, settings), siteId, connectionId);

/**
 * Returns SQL for a number that changes if clicks are due or a site is connected; undefined without the link service.
 */
export async function sqlOfNews(db: Db, settings: Settings, waitSeconds: number): Promise<string | undefined> {
  const links = linksIn(db, settings);
  const found = await orNoLinks(links.selectFrom('contact_clicks').select('id').limit(1).execute());
  if (!found) return undefined;
  const database = settings.peopleDatabase === '' ? '' : `\`${settings.peopleDatabase.replaceAll('`', '``')}\`.`;
  const due = `stored_at <= UTC_TIMESTAMP(3) - INTERVAL ${waitSeconds} SECOND`;
  return `IF(EXISTS (SELECT 1 FROM ${database}contact_clicks WHERE ${due}), 1, (${digestOfSites(database)}))`;
}

/** Lists contacts with clicks that have waited long enough, longest waiting first. The list can contain duplicates. */
export async function listDueContacts(
  db: Db,
  settings: Settings,
  siteId: number,
  { storedUntil, limit }: { storedUntil: Date; limit: number },
): Promise<number[]> {
  const rows = await linksIn(db, settings)
    .selectFrom('contact_clicks')
    .select('contact_id')
    .where('site_id', '=', siteId)
    .where('stored_at', '<=', storedUntil)
    .orderBy('stored_at')
    .limit(limit)
    .execute();
  return rows.map(({ contact_id }) => contact_id);
}

/** Lists waiting clicks of these contacts, oldest first. */
export const listWaitingClicks = (
  db: Db,
  settings: Settings,
  siteId: number,
  { contactIds, limit }: { contactIds: number[]; limit: number },
) =>
  linksIn(db, settings)
    .selectFrom('contact_clicks')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('contact_id', 'in', contactIds)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Deletes waiting clicks. Returns the ids of the clicks that it deleted. */
export async function takeWaitingClicks(trx: Trx, settings: Settings, ids: number[]): Promise<Set<number>> {
  const links = linksInTrx(trx, settings);
  const rows = await links.selectFrom('contact_clicks').select('id').where('id', 'in', ids).forUpdate().execute();
  await links.deleteFrom('contact_clicks').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes up to `limit` waiting clicks of a site. Returns their number. */
export const deleteWaiting = async (trx: Trx, settings: Settings, siteId: number, limit: number): Promise<number> =>
  Number(
    (
      await linksInTrx(trx, settings)
        .deleteFrom('contact_clicks')
        .where('site_id', '=', siteId)
        .limit(limit)
        .executeTakeFirst()
    )?.numDeletedRows ?? 0,
  );

export const deleteWaitingOfContacts = (trx: Trx, settings: Settings, siteIds: number[], contactIds: number[]) =>
  linksInTrx(trx, settings)
    .deleteFrom('contact_clicks')
    .where('site_id', 'in', siteIds)
    .where('contact_id', 'in', contactIds)
    .execute();

/**
 * Checks whether the connected workspace has the link. If there is no hostname, the link is on the default short
 * domain.
 */
export async function hasLink(
  db: Db,
  settings: Settings,
  siteId: number,
  { hostname, slug }: { hostname: string | undefined; slug: string },
): Promise<boolean> {
  const row = await linksIn(db, settings)
    .selectFrom('links')
    .innerJoin('contact_sites', 'contact_sites.workspace_id', 'links.workspace_id')
    .select('links.id')
    .where('contact_sites.id', '=', siteId)
    .where('links.slug', '=', slug)
    .where(({ eb, selectFrom }) =>
      hostname === undefined
        ? eb('links.domain_id', '=', 0)
        : eb('links.domain_id', '=', selectFrom('domains').select('domains.id').where('held_hostname', '=', hostname)),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the connected workspace's link with an external id. */
export const findLinkOfEmail = (db: Db, settings: Settings, siteId: number, externalId: string) =>
  linksIn(db, settings)
    .selectFrom('contact_sites')
    .innerJoin('links', 'links.workspace_id', 'contact_sites.workspace_id')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .select(['links.slug', 'domains.hostname'])
    .where('contact_sites.id', '=', siteId)
    .where('links.external_id', '=', Buffer.from(externalId))
    .executeTakeFirst();

/** Requests a link from the connected workspace, unless it is already requested. Resolves to the request. */
export async function requestLink(
  db: Db,
  settings: Settings,
  siteId: number,
  link: Omit<Insertable<ContactLinkTable>, 'workspace_id'>,
): Promise<Selectable<ContactLinkTable> | undefined> {
  const links = linksIn(db, settings);
  const site = await links
    .selectFrom('contact_sites')
    .select('workspace_id')
    .where('id', '=', siteId)
    .executeTakeFirst();
  if (!site) return undefined;
  const request = links
    .selectFrom('contact_links')
    .selectAll()
    .where('workspace_id', '=', site.workspace_id)
    .where('external_id', '=', link.external_id);
  const known = await request.executeTakeFirst();
  if (known) return known;
  await links
    .insertInto('contact_links')
    .ignore()
    .values({ ...link, ...site })
    .execute();
  return request.executeTakeFirst();
}
