/**
 * Tags themselves: their names, and their deletion while links still have them. The row is hidden at once; the links follow in
 * parts. `links/tag-queries.ts` writes which links have them.
 */
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';

/** `links`: how many hold this very row; `holders`: those of tags on their way into it, too. */
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

/** Whether a workspace has a tag, so that some link shows it. */
export async function hasTag(db: Db, workspaceId: number, name: string): Promise<boolean> {
  const [tag] = await ofNames(db, workspaceId, [name]).execute();
  return tag !== undefined && (tag.links > 0 || (await countComing(db, tag.id)) > 0);
}

/** Tags by their names, locked until the transaction ends in the order in which all take them. */
export async function lockTags(trx: Trx, workspaceId: number, names: string[]): Promise<Map<string, TagRow>> {
  const tags = new Map<string, TagRow>();
  for (const { id, name, links } of await ofNames(trx, workspaceId, names).forUpdate().execute()) {
    tags.set(name.toString(), { id, links, holders: links + (await countComing(trx, id)) });
  }
  return tags;
}

/** A tag that no link holds yet. @throws a duplicate on `tags_workspace_name` when another was given the name meanwhile. */
export async function insertTag(trx: Trx, workspaceId: number, name: string): Promise<number> {
  const tag = { workspace_id: workspaceId, name, link_count: 0 };
  const { insertId } = await trx.insertInto('tags').values(tag).executeTakeFirstOrThrow();
  return Number(insertId);
}

/** @throws a duplicate on `tags_workspace_name` when another was given the name meanwhile. */
export const updateName = (trx: Trx, id: number, name: string) =>
  trx.updateTable('tags').set({ name }).where('id', '=', id).execute();

/** Takes a locked tag out of sight, and what was on its way into it: `successorId` stands in its place, or nothing. */
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

/** Tags on their way out, each with links left or not. */
export async function listReplacedTags(db: Db, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('tags').select('id').where('replaced_by', 'is not', null).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** The tag that one on its way out became, locked: 0 for none; undefined when it is gone. */
export const lockReplaced = (trx: Trx, id: number) =>
  trx
    .selectFrom('tags')
    .select((e) => ['workspace_id as workspaceId', e.ref('replaced_by').$notNull().as('successorId')])
    .where('id', '=', id)
    .where('replaced_by', 'is not', null)
    .forUpdate()
    .executeTakeFirst();

/** Some of the links that hold a tag. */
export async function listHolders(db: Db, id: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('link_tags')
    .select('link_id as linkId')
    .where('tag_id', '=', id)
    .limit(limit)
    .execute();
  return rows.map(({ linkId }) => linkId);
}

/** Changes of a link's tags lock its row. */
export const lockHolders = (trx: Trx, linkIds: number[]) =>
  trx.selectFrom('links').select('id').where('id', 'in', linkIds).orderBy('id').forUpdate().execute();

/** The links among these that have a tag. */
export async function listAmong(trx: Trx, id: number, linkIds: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('link_tags')
    .select('link_id as linkId')
    .where('tag_id', '=', id)
    .where('link_id', 'in', linkIds)
    .execute();
  return rows.map(({ linkId }) => linkId);
}

/** Gives locked links that hold a tag its successor in its place; one that has both keeps the first place. */
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

/** Takes a tag from locked links. */
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

/** For a tag without links. */
export const deleteTag = (trx: Trx, id: number) => trx.deleteFrom('tags').where('id', '=', id).execute();
