/**
 * The few tables of the link service that this plugin touches, in that service's database on the same server: the clicks that are
 * handed over, and, to read, what a short URL names. None of them has the site's prefix.
 */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Config } from '../../../../shared/config/config.ts';
import type { ContactClickTable, ReadTables } from '../../../../shared/link-clicks/tables.ts';
import { digestOfSites, dropOffer, findSiteByUrl, putBindingId } from '../../../../shared/people/site-queries.ts';
import type { PeopleTables } from '../../../../shared/people/tables.ts';
import type { Db, Trx } from '../core/tables.ts';

type Settings = Pick<Config, 'peopleDatabase'>;

type LinksTables = ReadTables & PeopleTables;

export type HandedOver = Selectable<ContactClickTable>;

/** Queries fail with ER_NO_SUCH_TABLE without the link service. */
function linksIn(db: Db | Trx, { peopleDatabase }: Settings): Kysely<LinksTables> {
  const links = (db as { withoutPlugins(): unknown }).withoutPlugins() as Kysely<LinksTables>;
  return peopleDatabase === '' ? links : links.withSchema(peopleDatabase);
}

/** The same in a transaction, which then spans both databases. */
const linksInTrx = (trx: Trx, settings: Settings) => linksIn(trx, settings) as Transaction<LinksTables>;

/** Resolves to undefined without the link service's tables. */
const orNoLinks = <T>(query: Promise<T>): Promise<T | undefined> =>
  query.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ER_NO_SUCH_TABLE') throw error;
    return undefined;
  });

/** The binding that the link service has under a number, with its workspace. */
export const findSite = (db: Db, settings: Settings, siteId: number) =>
  linksIn(db, settings)
    .selectFrom('contact_sites')
    .innerJoin('workspaces', 'workspaces.id', 'contact_sites.workspace_id')
    .select(['contact_sites.secret_hash as secretHash', 'workspaces.public_id as workspaceId'])
    .where('contact_sites.id', '=', siteId)
    .executeTakeFirst();

/** The record of the site at a URL; undefined without one, or where the link service has no tables. */
export const findOwnSite = (db: Db, settings: Settings, url: string) =>
  orNoLinks(findSiteByUrl(linksIn(db, settings), url));

export const forgetOffer = (db: Db, settings: Settings, sealed: string) => dropOffer(linksIn(db, settings), sealed);

export const tellBindingId = (db: Db, settings: Settings, siteId: number, bindingId: number | null) =>
  putBindingId(linksIn(db, settings), siteId, bindingId);

/** SQL of a number that changes when clicks are due or a site is connected; undefined without the link service. */
export async function sqlOfNews(db: Db, settings: Settings, waitSeconds: number): Promise<string | undefined> {
  const links = linksIn(db, settings);
  const found = await orNoLinks(links.selectFrom('contact_clicks').select('id').limit(1).execute());
  if (!found) return undefined;
  const database = settings.peopleDatabase === '' ? '' : `\`${settings.peopleDatabase.replaceAll('`', '``')}\`.`;
  const due = `stored_at <= UTC_TIMESTAMP(3) - INTERVAL ${waitSeconds} SECOND`;
  return `IF(EXISTS (SELECT 1 FROM ${database}contact_clicks WHERE ${due}), 1, (${digestOfSites(database)}))`;
}

/** Contacts whose clicks have waited long enough, those that waited longest first; a contact may be named twice. */
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

/** Waiting clicks of these contacts, oldest first. */
export const listHandedOver = (
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

/** Takes clicks out; those of them that nobody took before. */
export async function takeHandedOver(trx: Trx, settings: Settings, ids: number[]): Promise<Set<number>> {
  const links = linksInTrx(trx, settings);
  const rows = await links.selectFrom('contact_clicks').select('id').where('id', 'in', ids).forUpdate().execute();
  await links.deleteFrom('contact_clicks').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Drops some that wait for a site; how many. */
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

/** Whether a workspace has the link; without a hostname, on the default short domain. */
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
