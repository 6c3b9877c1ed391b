/**
 * The tags of links, in a table of their own. A tag's count of links changes in the transaction that changes
 * link_tags; tags are taken in name order, so that two writers never wait for each other in a ring.
 */
import { sql } from 'kysely';
import type { Db, Trx } from '../../shared/db.ts';

/** Gives a new link its tags, in their order; repeated ones count once. */
export async function attachTags(trx: Trx, workspaceId: number, linkId: number, tags: string[]): Promise<void> {
  const names = [...new Set(tags)];
  if (names.length === 0) return;
  const inLockOrder = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  await trx
    .insertInto('tags')
    .values(inLockOrder.map((name) => ({ workspace_id: workspaceId, name, link_count: 1 })))
    .onDuplicateKeyUpdate({ link_count: sql`link_count + 1` })
    .execute();
  const rows = await trx
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'name',
      'in',
      inLockOrder.map((name) => Buffer.from(name)),
    )
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name.toString(), id]));
  await trx
    .insertInto('link_tags')
    .values(names.map((name, position) => ({ link_id: linkId, tag_id: ids.get(name) as number, position })))
    .execute();
}

/** Takes every tag off a link. A tag that no link has keeps its row, at zero. */
export async function detachTags(trx: Trx, linkId: number): Promise<void> {
  const rows = await trx
    .selectFrom('link_tags')
    .innerJoin('tags', 'tags.id', 'link_tags.tag_id')
    .select('tags.id')
    .where('link_tags.link_id', '=', linkId)
    .orderBy('tags.name')
    .execute();
  for (const { id } of rows) {
    await trx.updateTable('tags').set({ link_count: sql`link_count - 1` }).where('id', '=', id).execute();
  }
  await trx.deleteFrom('link_tags').where('link_id', '=', linkId).execute();
}

/** The tags of some links, each link's in its order; a link without tags is not in the map. */
export async function listTagsOfLinks(db: Db, linkIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('link_tags')
    .innerJoin('tags', 'tags.id', 'link_tags.tag_id')
    .select(['link_tags.link_id as linkId', 'tags.name'])
    .where('link_tags.link_id', 'in', linkIds)
    .orderBy('link_tags.link_id')
    .orderBy('link_tags.position')
    .execute();
  const tags = new Map<number, string[]>();
  for (const { linkId, name } of rows) {
    const sofar = tags.get(linkId);
    if (sofar) sofar.push(name.toString());
    else tags.set(linkId, [name.toString()]);
  }
  return tags;
}
