/**
 * Links' tags, in their own table. A tag's number of links changes in the transaction that changes link_tags. Tags
 * are locked in the order of workspace and name, to prevent deadlocks. A tag that was deleted or merged into another
 * (`daemon/tags`) keeps its row until no link has it. Readers see the tag that replaced it, or nothing.
 */
import { sql } from 'kysely';
import { insertRows } from '../../../shared/db/insert-rows.ts';
import { valueIn } from '../../../shared/elements.ts';
import type { Db, Trx } from '../../core/tables.ts';

/** A link whose tags are written, with the columns that link_tags copies. A link without `totals` has no clicks. */
export type TaggedLink = {
  id: number;
  workspaceId: number;
  archived: boolean;
  createdAt: Date;
  title: string | null;
  totals?: Totals;
  tags: string[];
};
type Totals = { clicks: number; lastClickAt: Date | null };

const linkTagColumns = [
  'link_id',
  'tag_id',
  'position',
  'archived',
  'created_at',
  'title',
  'clicks',
  'last_click_at',
] as const;

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Adds tags, in order and without duplicates, to links that have none. */
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
    const changes = [...counts].map(([name, by]) => ({ name, by }));
    for (const [name, id] of await changeCounts(trx, workspaceId, changes)) ids.set(`${workspaceId} ${name}`, id);
  }
  const rows = links.flatMap((link) =>
    link.tags.map((tag, position) => toRow(link, valueIn(ids, `${link.workspaceId} ${tag}`), position)),
  );
  if (rows.length > 0) await insertRows(trx, 'link_tags', linkTagColumns, { rows });
}

type Untagged = Omit<TaggedLink, 'tags'>;

const toRow = ({ id, archived, createdAt, title, totals }: Untagged, tagId: number, position: number) => ({
  link_id: id,
  tag_id: tagId,
  position,
  archived,
  created_at: createdAt,
  title,
  clicks: totals?.clicks ?? 0,
  last_click_at: totals?.lastClickAt ?? null,
});

/**
 * Replaces the tags of a locked link. `retag` returns the new tags from the old ones. Kept rows are not inserted again,
 * because that would lock their tags out of order.
 */
export async function replaceTags(trx: Trx, link: Untagged, retag: (present: string[]) => string[]): Promise<void> {
  const before = await listLinkTags(trx, [link.id]);
  const present = new Set(before.flatMap(({ name }) => (name === null ? [] : [name])));
  const tags = retag([...present]);
  const kept = before.filter(({ ownName, isReplaced }) => !isReplaced && tags.includes(ownName));
  const removed = before.filter((row) => !kept.includes(row));
  const ids = new Map(kept.map(({ ownName, id }) => [ownName, id]));
  const added = tags.filter((tag) => !ids.has(tag));
  const found = await changeCounts(trx, link.workspaceId, [
    ...removed.map(({ id, ownName }) => ({ id, name: ownName, by: -1 })),
    ...added.map((name) => ({ name, by: 1 })),
  ]);
  if (removed.length > 0) {
    await deleteLinkTags(trx, link.id, removed);
    await endUnusedShares(trx, removed);
  }
  for (const [name, id] of found) ids.set(name, id);
  // A kept tag may have been renamed to an added tag's name in the meantime.
  const same = added.filter((tag) => kept.some(({ id }) => id === ids.get(tag)));
  const surplus = same.map((name) => ({ id: valueIn(ids, name), name, by: -1 }));
  await changeCounts(trx, link.workspaceId, surplus);
  const order = tags.map((tag) => valueIn(ids, tag));
  const rows = added
    .filter((tag) => !same.includes(tag))
    .map((tag) => toRow(link, valueIn(ids, tag), tags.indexOf(tag)));
  if (rows.length > 0) {
    // This comes first, so that a link's rows for merging tags never differ in their totals.
    if (kept.length > 0) await levelTotals(trx, link);
    await trx.insertInto('link_tags').values(rows).execute();
  }
  if (kept.some(({ id, position }) => order.indexOf(id) !== position)) await orderTags(trx, link.id, order);
}

const deleteLinkTags = (trx: Trx, linkId: number, rows: LinkTagRow[]) =>
  trx
    .deleteFrom('link_tags')
    .where('link_id', '=', linkId)
    .where(
      'tag_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();

const orderTags = (trx: Trx, linkId: number, ids: number[]) =>
  trx
    .updateTable('link_tags')
    .set({ position: sql`FIELD(tag_id, ${sql.join(ids)}) - 1` })
    .where('link_id', '=', linkId)
    .where('tag_id', 'in', ids)
    .execute();

const levelTotals = (trx: Trx, { id, totals }: Untagged) =>
  trx
    .updateTable('link_tags')
    .set({ clicks: totals?.clicks ?? 0, last_click_at: totals?.lastClickAt ?? null })
    .where('link_id', '=', id)
    .execute();

/** Changes the title of a locked link in the rows of its tags. */
export const retitleTags = (trx: Trx, linkId: number, title: string | null) =>
  trx.updateTable('link_tags').set({ title }).where('link_id', '=', linkId).execute();

/** Moves a link to or from the archived runs of its tags. */
export const archiveTags = (trx: Trx, linkId: number, archived: boolean) =>
  trx.updateTable('link_tags').set({ archived }).where('link_id', '=', linkId).execute();

/** Removes all tags from locked links. */
export async function detachTags(trx: Trx, workspaceId: number, linkIds: number[]): Promise<void> {
  const changes = new Map<number, CountChange & { id: number }>();
  for (const { id, ownName } of await listLinkTags(trx, linkIds)) {
    changes.set(id, { id, name: ownName, by: (changes.get(id)?.by ?? 0) - 1 });
  }
  if (changes.size === 0) return;
  await changeCounts(trx, workspaceId, [...changes.values()]);
  await trx.deleteFrom('link_tags').where('link_id', 'in', linkIds).execute();
  await endUnusedShares(trx, [...changes.values()]);
}

/** Ends the share pages of locked tags without links, so that a page never shows links that get the tag later. */
const endUnusedShares = (trx: Trx, tags: { id: number }[]) =>
  sql`
    DELETE shares FROM tags STRAIGHT_JOIN shares FORCE INDEX (shares_tag) ON shares.workspace_id = tags.workspace_id AND shares.tag = tags.name
    WHERE tags.id IN (${sql.join(tags.map(({ id }) => id))}) AND tags.link_count = 0
      AND (SELECT COUNT(*) FROM tags AS coming WHERE coming.replaced_by = tags.id AND coming.link_count > 0) = 0
  `.execute(trx);

/**
 * A change of a tag's count. `id`: the tag that links had; it can have a new name. Without `id`, the tag is found by
 * `name`.
 */
type CountChange = { id?: number; name: string; by: number };

/**
 * Adds to the counts of tags, in the order of names. A tag without links keeps its row, with count zero. Returns the ids of the tags
 * that were found by name, which are locked.
 */
async function changeCounts(trx: Trx, workspaceId: number, changes: CountChange[]): Promise<Map<string, number>> {
  const sorted = changes.sort((a, b) => byBytes(a.name, b.name));
  if (sorted.every(({ id }) => id === undefined)) return addCounts(trx, workspaceId, sorted);
  const ids = new Map<string, number>();
  for (const { id, name, by } of sorted) {
    if (id === undefined) for (const found of await addCounts(trx, workspaceId, [{ name, by }])) ids.set(...found);
    else {
      const count = { link_count: sql<number>`link_count + ${by}` };
      await trx.updateTable('tags').set(count).where('id', '=', id).execute();
    }
  }
  return ids;
}

/** Adds to the counts of tags with these names, which are sorted. Missing tags are created. Returns the ids of all. */
async function addCounts(trx: Trx, workspaceId: number, changes: CountChange[]): Promise<Map<string, number>> {
  const names = changes.map(({ name }) => name);
  const ids = new Map<string, number>();
  const find = async (some: string[]) => {
    for (const { id, name } of await lockTags(trx, workspaceId, some)) ids.set(name, id);
  };
  if (names.length > 0) await find(names);
  const present = changes.filter(({ name }) => ids.has(name));
  if (present.length > 0) {
    const cases = present.map(({ name, by }) => sql`WHEN ${valueIn(ids, name)} THEN ${by}`);
    await trx
      .updateTable('tags')
      .set({ link_count: sql`link_count + CASE id ${sql.join(cases, sql` `)} END` })
      .where('id', 'in', [...ids.values()])
      .execute();
  }
  const missing = changes.filter(({ name }) => !ids.has(name));
  if (missing.length === 0) return ids;
  await trx
    .insertInto('tags')
    .values(missing.map(({ name, by }) => ({ workspace_id: workspaceId, name, link_count: by })))
    .onDuplicateKeyUpdate({ link_count: sql`link_count + VALUES(link_count)` })
    .execute();
  await find(missing.map(({ name }) => name));
  return ids;
}

/** Locks the existing tags with these names, in the order of the index on names. */
async function lockTags(trx: Trx, workspaceId: number, names: string[]) {
  const { rows } = await sql<{ id: number; name: Buffer }>`
    SELECT id, name FROM tags FORCE INDEX (tags_workspace_name)
    WHERE workspace_id = ${workspaceId} AND name IN (${sql.join(names.map((name) => Buffer.from(name)))})
    ORDER BY name FOR UPDATE`.execute(trx);
  return rows.map(({ id, name }) => ({ id, name: name.toString() }));
}

/**
 * A tag of a link. `name`: the tag's current name, null if it was deleted. `ownName`: the name in the row that the
 * link has.
 */
type LinkTagRow = {
  linkId: number;
  id: number;
  position: number;
  name: string | null;
  ownName: string;
  isReplaced: boolean;
};

/** Lists the tags of links, each link's in order. */
async function listLinkTags(db: Db, linkIds: number[]): Promise<LinkTagRow[]> {
  const rows = await db
    .selectFrom('link_tags')
    // Every row's tag exists, except while a backup is loaded. The left join prevents MySQL from starting with the
    // tags and reading all of their links.
    .leftJoin('tags', 'tags.id', 'link_tags.tag_id')
    .leftJoin('tags as successors', 'successors.id', 'tags.replaced_by')
    .select([
      'link_tags.link_id as linkId',
      'link_tags.tag_id as id',
      'link_tags.position',
      'tags.name as ownName',
      'tags.replaced_by as replacedBy',
      'successors.name as successor',
    ])
    .where('link_tags.link_id', 'in', linkIds)
    .orderBy('link_tags.link_id')
    .orderBy('link_tags.position')
    .execute();
  return rows.flatMap(({ linkId, id, position, ownName, replacedBy, successor }) => {
    if (ownName === null) return [];
    const isReplaced = replacedBy !== null;
    const name = (isReplaced ? successor : ownName)?.toString() ?? null;
    return [{ linkId, id, position, name, ownName: ownName.toString(), isReplaced }];
  });
}

/** Lists the tags of links, each link's in order. Links without tags are not in the map. */
export async function listTagsOfLinks(db: Db, linkIds: number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (linkIds.length === 0) return tags;
  for (const { linkId, name } of await listLinkTags(db, linkIds)) {
    const others = tags.get(linkId) ?? [];
    // Tags that are being merged count as one, at the first position.
    if (name !== null && !others.includes(name)) tags.set(linkId, [...others, name]);
  }
  return tags;
}

/**
 * The number of links that have a tag being merged into this tag, but not this tag itself. It is counted in the same
 * statement as the tag's own links, because a worker moves links at the same time.
 */
const incoming = sql<number>`(
  SELECT COUNT(DISTINCT coming.link_id) FROM tags AS replaced
  STRAIGHT_JOIN link_tags AS coming ON coming.tag_id = replaced.id
  LEFT JOIN link_tags AS existing ON existing.link_id = coming.link_id AND existing.tag_id = tags.id
  WHERE replaced.replaced_by = tags.id AND existing.link_id IS NULL)`;

/** A tag's row. `replacedBy`: the successor of a replaced tag, or 0. `count`: the number of links with this row. */
export type TagRow = { id: number; name: Buffer; count: number; replacedBy: number | null };

/** Lists a workspace's tags, including replaced ones, sorted by name. */
export const listTagRows = (db: Db, workspaceId: number): Promise<TagRow[]> =>
  db
    .selectFrom('tags')
    .select(['id', 'name', 'link_count as count', 'replaced_by as replacedBy'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute();

/** Counts the links with a tag, including tags being merged into it. */
export async function countHolders(db: Db, id: number): Promise<number> {
  const row = await db
    .selectFrom('tags')
    .select(sql<number>`link_count + ${incoming}`.as('count'))
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Lists tags by their names, and the tags being merged into them. `count`: the number of links with this row. */
export async function listTagsNamed(
  db: Db,
  workspaceId: number,
  names: string[],
): Promise<{ name: string; id: number; count: number }[]> {
  if (names.length === 0) return [];
  const bytes = names.map((name) => Buffer.from(name));
  const named = db.selectFrom('tags').where('tags.workspace_id', '=', workspaceId).where('tags.name', 'in', bytes);
  const rows = await named
    .select(['tags.name', 'tags.id', 'tags.link_count as count'])
    .unionAll(
      named
        .innerJoin('tags as coming', 'coming.replaced_by', 'tags.id')
        .select(['tags.name', 'coming.id', 'coming.link_count as count']),
    )
    .execute();
  return rows.map(({ name, ...row }) => ({ name: name.toString(), ...row }));
}
