/**
 * The tags of links, in a table of their own. A tag's count of links changes in the transaction that changes
 * link_tags; tags are taken in the order of their workspace and name, so that two writers never wait for each other in
 * a ring.
 */
import { sql } from 'kysely';
import type { Db, Trx } from '../../shared/db.ts';

/** A link whose tags are written, with what link_tags repeats of it. */
export type TaggedLink = { id: number; workspaceId: number; archived: boolean; createdAt: Date; tags: string[] };

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Gives links that have no tags theirs, in their order. No link names a tag twice. */
export async function attachTags(trx: Trx, links: TaggedLink[]): Promise<void> {
  const workspaces = [...new Set(links.map(({ workspaceId }) => workspaceId))].sort((a, b) => a - b);
  const ids = new Map<string, number>();
  for (const workspaceId of workspaces) {
    const counts = new Map<string, number>();
    for (const link of links) {
      if (link.workspaceId !== workspaceId) continue;
      for (const tag of link.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    if (counts.size === 0) continue;
    await changeCounts(trx, workspaceId, counts);
    for (const { id, name } of await listTagIds(trx, workspaceId, [...counts.keys()])) {
      ids.set(`${workspaceId} ${name}`, id);
    }
  }
  const rows = links.flatMap(({ id, workspaceId, archived, createdAt, tags }) =>
    tags.map((tag, position) => ({
      link_id: id,
      tag_id: ids.get(`${workspaceId} ${tag}`) as number,
      position,
      archived,
      created_at: createdAt,
    })),
  );
  if (rows.length > 0) await trx.insertInto('link_tags').values(rows).execute();
}

/** Gives a link other tags: its counts move by the difference. */
export async function replaceTags(trx: Trx, link: TaggedLink): Promise<void> {
  const before = (await listTagsOfLinks(trx, [link.id])).get(link.id) ?? [];
  const changes = new Map<string, number>();
  for (const tag of before) changes.set(tag, -1);
  for (const tag of link.tags) changes.set(tag, (changes.get(tag) ?? 0) + 1);
  for (const [tag, by] of changes) if (by === 0) changes.delete(tag);
  await changeCounts(trx, link.workspaceId, changes);
  await trx.deleteFrom('link_tags').where('link_id', '=', link.id).execute();
  if (link.tags.length === 0) return;
  const ids = new Map((await listTagIds(trx, link.workspaceId, link.tags)).map(({ id, name }) => [name, id]));
  await trx
    .insertInto('link_tags')
    .values(
      link.tags.map((tag, position) => ({
        link_id: link.id,
        tag_id: ids.get(tag) as number,
        position,
        archived: link.archived,
        created_at: link.createdAt,
      })),
    )
    .execute();
}

/** Moves a link to or from the archived runs of its tags. */
export const archiveTags = (trx: Trx, linkId: number, archived: boolean) =>
  trx.updateTable('link_tags').set({ archived }).where('link_id', '=', linkId).execute();

/** Takes all tags from some links. */
export async function detachTags(trx: Trx, workspaceId: number, linkIds: number[]): Promise<void> {
  const changes = new Map<string, number>();
  for (const tags of (await listTagsOfLinks(trx, linkIds)).values()) {
    for (const tag of tags) changes.set(tag, (changes.get(tag) ?? 0) - 1);
  }
  if (changes.size === 0) return;
  await changeCounts(trx, workspaceId, changes);
  await trx.deleteFrom('link_tags').where('link_id', 'in', linkIds).execute();
}

/** Adds to the counts of tags, in name order. A tag that no link has keeps its row, at zero. */
async function changeCounts(trx: Trx, workspaceId: number, changes: Map<string, number>): Promise<void> {
  for (const tag of [...changes.keys()].sort(byBytes)) {
    const by = changes.get(tag) as number;
    const { numUpdatedRows } = await trx
      .updateTable('tags')
      .set({ link_count: sql`link_count + ${by}` })
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', Buffer.from(tag))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) continue;
    await trx
      .insertInto('tags')
      .values({ workspace_id: workspaceId, name: tag, link_count: by })
      .onDuplicateKeyUpdate({ link_count: sql`link_count + ${by}` })
      .execute();
  }
}

async function listTagIds(trx: Trx, workspaceId: number, tags: string[]) {
  const rows = await trx
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'name',
      'in',
      tags.map((tag) => Buffer.from(tag)),
    )
    .execute();
  return rows.map(({ id, name }) => ({ id, name: name.toString() }));
}

/** The tags of some links, each link's in its order; a link without tags is not in the map. */
export async function listTagsOfLinks(db: Db, linkIds: number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (linkIds.length === 0) return tags;
  const rows = await db
    .selectFrom('link_tags')
    // Every row has its tag; a left join keeps the server from starting at the tags and reading all of their links.
    .leftJoin('tags', 'tags.id', 'link_tags.tag_id')
    .select(['link_tags.link_id as linkId', (e) => e.ref('tags.name').$notNull().as('name')])
    .where('link_tags.link_id', 'in', linkIds)
    .orderBy('link_tags.link_id')
    .orderBy('link_tags.position')
    .execute();
  for (const { linkId, name } of rows) {
    const sofar = tags.get(linkId);
    if (sofar) sofar.push(name.toString());
    else tags.set(linkId, [name.toString()]);
  }
  return tags;
}

/** A workspace's tags with their numbers of links, by name; those no link has are left out. */
export async function listTags(db: Db, workspaceId: number): Promise<{ tag: string; count: number }[]> {
  const rows = await db
    .selectFrom('tags')
    .select(['name', 'link_count as count'])
    .where('workspace_id', '=', workspaceId)
    .where('link_count', '>', 0)
    .orderBy('name')
    .execute();
  return rows.map(({ name, count }) => ({ tag: name.toString(), count }));
}

/** A tag's id; undefined for one the workspace never used. */
export async function findTagId(db: Db, workspaceId: number, tag: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('tags')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', Buffer.from(tag))
    .executeTakeFirst();
  return row?.id;
}
