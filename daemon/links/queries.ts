/**
 * Links in MySQL. The workspace is an argument of every query on owned rows. Every write adds the slug map keys it
 * touched to the change feed, last in its transaction.
 */
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../shared/db.ts';
import type { LinkTable } from '../../shared/tables.ts';
import { recordChanges } from '../redirect/changes.ts';
import { attachTags, detachTags, listTagsOfLinks } from './tags.ts';

/** A link's row with the hostname of its custom domain (null on the default one) and its tags in order. */
export type LinkRow = Selectable<LinkTable> & { hostname: string | null; tags: string[] };
/** What a caller gives of a new link; it starts neither archived nor banned. */
export type NewLink = Omit<Selectable<LinkTable>, 'id' | 'archived' | 'banned' | 'updated_at'>;

/** @throws a duplicate on `links_domain_slug` when the slug is taken. */
export async function insertLink(trx: Trx, link: NewLink, tags: string[]): Promise<number> {
  const { insertId } = await trx
    .insertInto('links')
    .values({ ...link, archived: false, banned: false, updated_at: link.created_at })
    .executeTakeFirstOrThrow();
  const id = Number(insertId);
  await attachTags(trx, link.workspace_id, id, tags);
  await recordChanges(trx, [{ domainId: link.domain_id, slug: link.slug }], link.created_at);
  return id;
}

export async function findLink(db: Db, workspaceId: number, publicId: string): Promise<LinkRow | undefined> {
  const row = await db
    .selectFrom('links')
    .leftJoin('domains', 'domains.id', 'links.domain_id')
    .selectAll('links')
    .select('domains.hostname')
    .where('links.workspace_id', '=', workspaceId)
    .where('links.public_id', '=', publicId)
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...row, tags: (await listTagsOfLinks(db, [row.id])).get(row.id) ?? [] };
}

/** Deletes a link and returns its slug map key; undefined when the workspace has no such link. */
export async function deleteLink(trx: Trx, workspaceId: number, publicId: string, now: Date) {
  const link = await trx
    .selectFrom('links')
    .select(['id', 'domain_id as domainId', 'slug'])
    .where('workspace_id', '=', workspaceId)
    .where('public_id', '=', publicId)
    .forUpdate()
    .executeTakeFirst();
  if (!link) return undefined;
  await detachTags(trx, link.id);
  await trx.deleteFrom('links').where('id', '=', link.id).execute();
  await recordChanges(trx, [link], now);
  return link;
}

/** A verified custom domain of the workspace. */
export const findVerifiedDomain = (db: Db, workspaceId: number, hostname: string) =>
  db
    .selectFrom('domains')
    .select(['id', 'hostname'])
    .where('workspace_id', '=', workspaceId)
    .where('hostname', '=', hostname)
    .where('status', '=', 'verified')
    .executeTakeFirst();

/** Bans a link or lifts its ban, whatever its workspace: the operator's act. False when there is no such link. */
export async function setBanned(trx: Trx, publicId: string, banned: boolean, now: Date): Promise<boolean> {
  const link = await trx
    .selectFrom('links')
    .select(['id', 'domain_id as domainId', 'slug'])
    .where('public_id', '=', publicId)
    .forUpdate()
    .executeTakeFirst();
  if (!link) return false;
  await trx.updateTable('links').set({ banned }).where('id', '=', link.id).execute();
  await recordChanges(trx, [link], now);
  return true;
}
