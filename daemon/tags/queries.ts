/**
 * Tags: their names, and their deletion while links still have them. The row is hidden at once; the links are updated in
 * batches. `links/core/tag-queries.ts` adds tags to links.
 */

import { sql } from 'kysely';
import { listIds } from '../../shared/db/results.ts';
import { notFound } from '../api/errors.ts';
import type { Db, Trx } from '../core/tables.ts';

/**
 * A tag. `links` is the number of links with this row; `holders` includes links with tags that are being merged into
 * it.
 */
type TagRow = { id: number; links: number; holders: number };

const ofNames = (db: Db, workspaceId: number, names: string[]) =>
  db
    .selectFrom('tags')
    .select(['id', 'name', 'link_count as links'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'name',
      'in',
      names.map((name) => Buffer.from(name)),
    )
    .orderBy('name');

async function countComing(db: Db, id: number): Promise<number> {
  const { n } = await db
    .selectFrom('tags')
    .where('replaced_by', '=', id)
    .select(sql<number>`COALESCE(SUM(link_count), 0)`.as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Returns whether any link of the workspace has a tag. */
export async function hasTag(db: Db, workspaceId: number, name: string): Promise<boolean> {
  const [tag] = await ofNames(db, workspaceId, [name]).execute();
  return tag !== undefined && (tag.links > 0 || (await countComing(db, tag.id)) > 0);
}

/** @throws `not_found` */
export async function requireTag(db: Db, workspaceId: number, name: string): Promise<void> {
  if (!(await hasTag(db, workspaceId, name))) throw notFound('tag');
}

/** Locks tags by name until the transaction ends, in the same order as all transactions. */
export async function lockTags(trx: Trx, workspaceId: number, names: string[]): Promise<Map<string, TagRow>> {
  const tags = new Map<string, TagRow>();
  for (const { id, name, links } of await ofNames(trx, workspaceId, names).forUpdate().execute()) {
    tags.set(name.toString(), { id, links, holders: links + (await countComing(trx, id)) });
  }
  return tags;
}

/** Inserts a tag without links. @throws a duplicate-key error on `tags_workspace_name` if another tag has the name */
export async function insertTag(trx: Trx, workspaceId: number, name: string): Promise<number> {
  const tag = { workspace_id: workspaceId, name, link_count: 0 };
  const { insertId } = await trx.insertInto('tags').values(tag).executeTakeFirstOrThrow();
  return Number(insertId);
}

/** Renames a tag. @throws a duplicate-key error on `tags_workspace_name` if another tag has the name */
export const updateName = (trx: Trx, id: number, name: string) =>
  trx.updateTable('tags').set({ name }).where('id', '=', id).execute();

/** Moves the share of a renamed tag to the new name, on which a share of an earlier tag can remain. */
export async function moveShare(trx: Trx, workspaceId: number, from: string, to: string): Promise<void> {
  await endShare(trx, workspaceId, to);
  await trx
    .updateTable('shares')
    .set({ tag: to })
    .where('workspace_id', '=', workspaceId)
    .where('tag', '=', Buffer.from(from))
    .execute();
}

export const endShare = (trx: Trx, workspaceId: number, tag: string) =>
  trx.deleteFrom('shares').where('workspace_id', '=', workspaceId).where('tag', '=', Buffer.from(tag)).execute();

/** Hides a locked tag and the tags being merged into it. `successorId` replaces them; undefined deletes them. */
export async function replaceTag(trx: Trx, id: number, successorId: number | undefined): Promise<void> {
  const replaced = { replaced_by: successorId ?? 0 };
  await trx.updateTable('tags').set(replaced).where('replaced_by', '=', id).execute();
  const name = sql<string>`CONCAT(X'FF', id)`;
  await trx
    .updateTable('tags')
    .set({ ...replaced, name })
    .where('id', '=', id)
    .execute();
}

/** Lists replaced tags, which can still have links. */
export const listReplacedTags = (db: Db, limit: number): Promise<number[]> =>
  listIds(db.selectFrom('tags').select('id').where('replaced_by', 'is not', null).limit(limit));

/** Locks a replaced tag. Returns its successor, 0 if it has none, or undefined if the tag is deleted. */
export const lockReplaced = (trx: Trx, id: number) =>
  trx
    .selectFrom('tags')
    .select((e) => ['workspace_id as workspaceId', e.ref('replaced_by').$notNull().as('successorId')])
    .where('id', '=', id)
    .where('replaced_by', 'is not', null)
    .forUpdate()
    .executeTakeFirst();

/** Lists some of the links with a tag. */
export async function listHolders(db: Db, id: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('link_tags')
    .select('link_id as linkId')
    .where('tag_id', '=', id)
    .limit(limit)
    .execute();
  return rows.map(({ linkId }) => linkId);
}

/** Locks links in the order of their ids, like every change of a link's tags. */
export const lockHolders = (trx: Trx, linkIds: number[]) =>
  trx.selectFrom('links').select('id').where('id', 'in', linkIds).orderBy('id').forUpdate().execute();

/** Returns the given links that have the tag. */
export async function listAmong(trx: Trx, id: number, linkIds: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('link_tags')
    .select('link_id as linkId')
    .where('tag_id', '=', id)
    .where('link_id', 'in', linkIds)
    .execute();
  return rows.map(({ linkId }) => linkId);
}

/** Replaces a tag of locked links with its successor. A link with both tags keeps the first position. */
export async function moveHolders(trx: Trx, id: number, successorId: number, linkIds: number[]): Promise<void> {
  const both = new Set(await listAmong(trx, successorId, linkIds));
  const moving = linkIds.filter((linkId) => !both.has(linkId));
  if (moving.length > 0) {
    await trx
      .updateTable('link_tags')
      .set({ tag_id: successorId })
      .where('tag_id', '=', id)
      .where('link_id', 'in', moving)
      .execute();
    await addToCount(trx, successorId, moving.length);
    await addToCount(trx, id, -moving.length);
  }
  if (both.size === 0) return;
  await sql`
    UPDATE link_tags AS kept INNER JOIN link_tags AS going ON going.link_id = kept.link_id AND going.tag_id = ${id}
    SET kept.position = LEAST(kept.position, going.position)
    WHERE kept.tag_id = ${successorId} AND kept.link_id IN (${sql.join([...both])})`.execute(trx);
  await removeHolders(trx, id, [...both]);
}

/** Removes a tag from locked links. */
export async function removeHolders(trx: Trx, id: number, linkIds: number[]): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('link_tags')
    .where('tag_id', '=', id)
    .where('link_id', 'in', linkIds)
    .executeTakeFirstOrThrow();
  await addToCount(trx, id, -Number(numDeletedRows));
}

const addToCount = (trx: Trx, id: number, by: number) =>
  trx
    .updateTable('tags')
    .set({ link_count: sql`link_count + ${by}` })
    .where('id', '=', id)
    .execute();

/** Deletes a tag that no link has. */
export const deleteTag = (trx: Trx, id: number) => trx.deleteFrom('tags').where('id', '=', id).execute();
