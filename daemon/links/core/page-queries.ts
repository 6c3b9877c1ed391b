/**
 * Pages of links by creation time, as positions. Each page is read from an index in that order. Its cost depends
 * neither on its depth nor on the size of the workspace. Archived and other links are separate runs of every index.
 * The links of each tag form separate runs too. A list that covers several runs merges them.
 */
import { type RawBuilder, sql } from 'kysely';
import { bytesToFind } from '../../../shared/db/sql-lower.ts';
import { formsOf } from '../../../shared/unicode-forms.ts';
import type { SlugKey } from '../../change-feed/changes.ts';
import type { Db, HealthStatus } from '../../core/tables.ts';
import type { LinkPosition } from './cursor.ts';

export type Filters = {
  workspaceId: number;
  archived: 'false' | 'true' | 'all';
  /** Ids of tags, such as a tag and the tags being merged into it. A link must have at least one of them. */
  tagIds?: number[] | undefined;
  /** Further groups of tag ids. A link must also have a tag from each group. */
  alsoTagged?: number[][] | undefined;
  withoutTagIds?: number[] | undefined;
  domainId?: number | undefined;
  /** Exact destination, as stored. */
  url?: string | undefined;
  /** The public id of the user, the key or the import that created the link. */
  createdBy?: string | undefined;
  created?: Span | undefined;
  health?: HealthStatus | undefined;
  banned?: boolean | undefined;
  /** Only links with these ids, which must be few. */
  ids?: number[] | undefined;
};

/** Creation times, both inclusive. */
export type Span = { from: Date; to: Date };
/** A span with the range of its links' ids, both inclusive. */
export type IdentifiedSpan = Span & { ids: { from: number; to: number } };

export type Slice = {
  /** Only links after this one in the order. */
  after?: LinkPosition | undefined;
  /** True to sort the newest link last. */
  oldestFirst?: boolean;
  /** Only links created in one of these spans. */
  spans?: (Span | IdentifiedSpan)[] | undefined;
  /** True if the order does not matter. */
  inAnyOrder?: boolean;
  /** Only links whose slug, URL or title contains this text, ignoring case. */
  q?: string | undefined;
};

/** Lists the first `limit` links of a slice, after skipping `skip` links. */
export async function listPositions(
  db: Db,
  filters: Filters,
  slice: Slice,
  { limit, skip = 0 }: { limit: number; skip?: number },
): Promise<LinkPosition[]> {
  return (await selectPositions(filters, slice, limit, skip).execute(db)).rows;
}

/** Finds the link with a slug, if it matches the filters. */
export async function findBySlug(
  db: Db,
  { workspaceId, archived, tagIds, alsoTagged = [], ...filters }: Filters,
  { domainId, slug }: SlugKey,
): Promise<LinkPosition | undefined> {
  const tags = tagIds ? [...alsoTagged, tagIds] : alsoTagged;
  let query = db
    .selectFrom('links')
    .select(['created_at as createdAt', 'id'])
    .where('workspace_id', '=', workspaceId)
    .where('domain_id', '=', domainId)
    .where('slug', '=', slug);
  if (archived !== 'all') query = query.where('archived', '=', archived === 'true');
  for (const condition of conditionsOf({ ...filters, alsoTagged: tags }, 'links')) query = query.where(condition);
  return query.executeTakeFirst();
}

/** Counts the links in a slice, up to `most`. */
export async function countLinks(db: Db, filters: Filters, slice: Slice, most: number): Promise<number> {
  const counted = sql<{
    count: number;
  }>`SELECT COUNT(*) AS count FROM (${selectRuns(filters, slice, most)}) AS counted`;
  const { rows } = await counted.execute(db);
  return Math.min(most, Number(rows[0]?.count));
}

/** The values of `archived` that each `archived` filter includes. Each value is a separate run. */
export const archivedRuns = { false: [false], true: [true], all: [false, true] };

function selectPositions(filters: Filters, slice: Slice, limit: number, skip = 0): RawBuilder<LinkPosition> {
  const direction = directionOf(slice);
  return sql`
    SELECT createdAt, id FROM (${selectRuns(filters, slice, limit + skip)}) AS merged
    ORDER BY createdAt ${direction}, id ${direction} LIMIT ${limit} OFFSET ${skip}`;
}

function selectRuns(filters: Filters, slice: Slice, limit: number) {
  const idSpans = idSpansOf(filters, slice);
  if (idSpans) return selectById(filters, slice, idSpans, limit);
  const { tagIds = [undefined] } = filters;
  const runs = tagIds.flatMap((tagId) =>
    archivedRuns[filters.archived].map(
      (archived) => sql`(${selectRun({ ...filters, tagId }, archived, slice, limit)})`,
    ),
  );
  return sql.join(runs, unionOf(filters));
}

/**
 * Returns the spans of a slice that can be read in table order. That is several times as fast as reading by an index.
 */
function idSpansOf(filters: Filters, { after, spans, inAnyOrder }: Slice) {
  if (!inAnyOrder || after || filters.tagIds || indexOf(filters) !== 'links_newest_by_archived') return undefined;
  return spans?.every((span) => 'ids' in span) ? spans : undefined;
}

/**
 * Selects by ranges of ids, which are written into the statement because parameters take longer. Other links between
 * these ids match only if they belong to another span. So one condition on the time is enough for all spans.
 */
function selectById(
  { workspaceId, archived, ...filters }: Filters,
  { q }: Slice,
  spans: IdentifiedSpan[],
  limit: number,
) {
  const from = new Date(Math.min(...spans.map((span) => span.from.getTime())));
  const to = new Date(Math.max(...spans.map((span) => span.to.getTime())));
  const inSpans = spans.map(({ ids }) => `k.id BETWEEN ${ids.from} AND ${ids.to}`).join(' OR ');
  const conditions = [q === undefined ? sql`TRUE` : contains('k', q), ...conditionsOf(filters, 'k')];
  return sql`
    SELECT k.created_at AS createdAt, k.id AS id FROM links AS k FORCE INDEX (PRIMARY)
    WHERE k.workspace_id = ${workspaceId} AND k.archived IN (${sql.join(archivedRuns[archived])})
      AND k.created_at BETWEEN ${from} AND ${to} AND ${sql.join(conditions, sql` AND `)}
      AND (${sql.raw(inSpans)}) LIMIT ${limit}`;
}

/** Returns the operator that merges runs. A link can have several of the tags. */
export const unionOf = ({ tagIds = [] }: Filters) => (tagIds.length > 1 ? sql` UNION ` : sql` UNION ALL `);

const directionOf = ({ oldestFirst }: Slice) => (oldestFirst ? sql`ASC` : sql`DESC`);

/** The filters of one run, with one of several tags. */
export type RunFilters = Omit<Filters, 'archived' | 'tagIds'> & { tagId: number | undefined };

function selectRun({ workspaceId, tagId, ...filters }: RunFilters, archived: boolean, slice: Slice, limit: number) {
  const { after, oldestFirst, spans, q } = slice;
  const createdAt = sql.ref('k.created_at');
  const id = sql.ref(tagId === undefined ? 'k.id' : 'k.link_id');
  const conditions: RawBuilder<unknown>[] = [sql`k.archived = ${archived}`];
  if (after) {
    const behind = oldestFirst ? sql`>` : sql`<`;
    conditions.push(
      sql`${createdAt} ${behind}= ${after.createdAt} AND (${createdAt} ${behind} ${after.createdAt} OR ${id} ${behind} ${after.id})`,
    );
  }
  if (spans) conditions.push(anyOf(spans.map(({ from, to }) => sql`${createdAt} BETWEEN ${from} AND ${to}`)));

  let from: RawBuilder<unknown>;
  if (tagId !== undefined) {
    from = sql`link_tags AS k FORCE INDEX (link_tags_newest) STRAIGHT_JOIN links AS l ON l.id = k.link_id`;
    conditions.push(sql`k.tag_id = ${tagId} AND l.workspace_id = ${workspaceId}`, ...conditionsOf(filters, 'l', 'k'));
  } else {
    from = sql`links AS k FORCE INDEX (${sql.id(indexOf(filters))})`;
    conditions.push(sql`k.workspace_id = ${workspaceId}`, ...conditionsOf(filters, 'k'));
  }
  if (q !== undefined) conditions.push(contains(tagId === undefined ? 'k' : 'l', q));
  return sql`
    SELECT ${createdAt} AS createdAt, ${id} AS id FROM ${from}
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${createdAt} ${directionOf(slice)}, ${id} ${directionOf(slice)} LIMIT ${limit}`;
}

type Conditions = Omit<Filters, 'workspaceId' | 'archived' | 'tagIds'>;

/** Returns the index whose order is by creation time for links that match the filters. */
export const indexOf = ({ domainId, url, createdBy, ids }: Conditions) => {
  if (ids !== undefined) return 'PRIMARY';
  if (url !== undefined) return 'links_by_url';
  if (createdBy !== undefined) return 'links_by_creator';
  return domainId === undefined ? 'links_newest_by_archived' : 'links_newest_by_domain';
};

/**
 * Returns the conditions of filters on `table`, a name of links. `times`: the name of a table with the same creation
 * times. Tags are counted, because for EXISTS, MySQL could first read every link of a tag.
 */
export function conditionsOf(
  { domainId, url, createdBy, created, health, banned, ids, alsoTagged = [], withoutTagIds = [] }: Conditions,
  table: string,
  times = table,
): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const tagsIn = (ids: number[]) =>
    sql`(SELECT COUNT(*) FROM link_tags AS t WHERE t.link_id = ${column('id')} AND t.tag_id IN (${sql.join(ids)}))`;
  const conditions = alsoTagged.map((ids) => sql<boolean>`${tagsIn(ids)} > 0`);
  if (withoutTagIds.length > 0) conditions.push(sql`${tagsIn(withoutTagIds)} = 0`);
  if (domainId !== undefined) conditions.push(sql`${column('domain_id')} = ${domainId}`);
  if (url !== undefined) conditions.push(redirectsTo(table, url));
  if (createdBy !== undefined) conditions.push(sql`${column('created_by')} = ${createdBy}`);
  if (created) conditions.push(sql`${sql.ref(`${times}.created_at`)} BETWEEN ${created.from} AND ${created.to}`);
  if (health !== undefined) {
    const scanned = sql`(SELECT s.health FROM link_scans AS s WHERE s.link_id = ${column('id')})`;
    conditions.push(sql`COALESCE(${scanned}, 'unknown') = ${health}`);
  }
  if (banned !== undefined) conditions.push(sql`${column('banned')} = ${banned}`);
  if (ids) conditions.push(sql`${column('id')} IN (${sql.join(ids)})`);
  return conditions;
}

/** Lists a workspace's broken links, if they are at most `most`. */
export async function listFewBroken(db: Db, workspaceId: number, most: number): Promise<number[] | undefined> {
  const rows = await db
    .selectFrom('link_scans')
    .select('link_id as id')
    .where('workspace_id', '=', workspaceId)
    .where('health', '=', 'broken')
    .limit(most + 1)
    .execute();
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}

/** Matches an exact destination. The index only has a hash of it. */
export const redirectsTo = (table: string, url: string) =>
  sql<boolean>`${sql.ref(`${table}.url_hash`)} = CRC32(${url}) AND ${sql.ref(`${table}.url`)} COLLATE utf8mb4_bin = ${url}`;

/**
 * Matches links that contain a text. LOCATE has no wildcards. MySQL lower-cases both sides with the same table, and
 * compares bytes, which is fastest.
 */
export function contains(table: string, q: string) {
  const form = bytesToFind(q);
  const texts = [
    sql.ref(`${table}.slug`),
    ...['url', 'title'].map((column) => sql`CONVERT(${sql.ref(`${table}.${column}`)} USING utf8mb4)`),
  ];
  return anyOf(
    formsOf(q).flatMap((part) => texts.map((text) => sql`LOCATE(${form(sql`${part}`)}, ${form(text)}) > 0`)),
  );
}

const anyOf = (conditions: RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` OR `)})`;
