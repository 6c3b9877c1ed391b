/** Queries for connected contact automation sites, the short links that these sites request, and the names of links. */
import { insertedId } from '../../shared/db/results.ts';
import type { Db, Trx } from '../core/tables.ts';

export type ConnectedSite = { id: number; workspaceId: number; secret: string; previousSecret: string | null };

const columns = ['id', 'workspace_id as workspaceId', 'secret', 'previous_secret as previousSecret'] as const;

export const listSites = (db: Db): Promise<ConnectedSite[]> =>
  db.selectFrom('contact_sites').select(columns).orderBy('id').execute();

export const findSiteForUpdate = (trx: Trx, workspaceId: number): Promise<ConnectedSite | undefined> =>
  trx
    .selectFrom('contact_sites')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();

/** Finds the connection of a workspace. */
export const findSite = (db: Db, workspaceId: number) =>
  db
    .selectFrom('contact_sites')
    .select(['id', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();

export const listSitesToShow = (db: Db) =>
  db
    .selectFrom('contact_sites')
    .innerJoin('workspaces', 'workspaces.id', 'contact_sites.workspace_id')
    .select(({ eb }) => [
      'contact_sites.id',
      'workspaces.public_id as workspaceId',
      'workspaces.name',
      eb('contact_sites.previous_secret', 'is not', null).as('takesPreviousKey'),
      'contact_sites.created_at as createdAt',
      'contact_sites.updated_at as updatedAt',
    ])
    .orderBy('contact_sites.id')
    .execute();

type SiteSecret = { secret: string; hash: Buffer };

export const insertSite = (trx: Trx, workspaceId: number, { secret, hash }: SiteSecret, now: Date): Promise<number> =>
  insertedId(
    trx
      .insertInto('contact_sites')
      .values({ workspace_id: workspaceId, secret, secret_hash: hash, created_at: now, updated_at: now }),
  );

export const replaceSecret = (
  trx: Trx,
  id: number,
  { secret, hash, previous }: SiteSecret & { previous: string | null },
  now: Date,
) =>
  trx
    .updateTable('contact_sites')
    .set({ secret, secret_hash: hash, previous_secret: previous, updated_at: now })
    .where('id', '=', id)
    .execute();

export async function deleteSite(trx: Trx, { id, workspaceId }: ConnectedSite): Promise<void> {
  await trx.deleteFrom('contact_sites').where('id', '=', id).execute();
  await trx.deleteFrom('contact_clicks').where('site_id', '=', id).execute();
  await trx.deleteFrom('contact_links').where('workspace_id', '=', workspaceId).execute();
}

/** Lists workspaces for which links in emails are requested. */
export async function listRequesting(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('contact_links')
    .select('workspace_id')
    .distinct()
    .where('fault', 'is', null)
    .limit(limit)
    .execute();
  return rows.map((row) => row.workspace_id);
}

/** A short link that a site needs for its emails. */
export type LinkRequest = { externalId: string; url: string; title: string };

export const listLinkRequests = (db: Db, workspaceId: number, limit: number): Promise<LinkRequest[]> =>
  db
    .selectFrom('contact_links')
    .select(['external_id as externalId', 'url', 'title'])
    .where('workspace_id', '=', workspaceId)
    .where('fault', 'is', null)
    .limit(limit)
    .execute();

export const deleteLinkRequest = (trx: Trx, workspaceId: number, externalId: string) =>
  trx
    .deleteFrom('contact_links')
    .where('workspace_id', '=', workspaceId)
    .where('external_id', '=', externalId)
    .execute();

/** Stores the reason why a link cannot be created. */
export const setLinkFault = (db: Db, workspaceId: number, externalId: string, fault: string) =>
  db
    .updateTable('contact_links')
    .set({ fault: fault.slice(0, 255) })
    .where('workspace_id', '=', workspaceId)
    .where('external_id', '=', externalId)
    .execute();

export type NamedLink = { id: number; publicId: string; hostname: string | null; slug: string };

/** Lists the names of links, including deleted links. */
export async function listLinkNames(db: Db, ids: number[]): Promise<NamedLink[]> {
  const living = await db
    .selectFrom('links')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .select(['links.id', 'links.public_id as publicId', 'domains.hostname', 'links.slug'])
    .where('links.id', 'in', ids)
    .execute();
  const found = new Set(living.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return living;
  const deleted = await db
    .selectFrom('deleted_links')
    .select(['id', 'public_id as publicId', 'hostname', 'slug'])
    .where('id', 'in', missing)
    .execute();
  return [...living, ...deleted];
}
