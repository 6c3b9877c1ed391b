/**
 * Pages of links in orders other than newest first, as positions. The index of an order is read until a page is full;
 * for a tag it is an index of link_tags, which has copies of the links' sort values. Links that do not match the
 * other filters are skipped. If a domain, a destination, a creator or a span of creation times has only a few links,
 * skipping could read nearly all links. These few links are found by their own index and sorted instead.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../core/tables.ts';
import type { LinkOrder, SortedPosition } from './core/order.ts';
import {
  archivedRuns,
  conditionsOf,
  contains,
  countLinks,
  type Filters,
  indexOf,
  listPositions,
  type RunFilters,
  unionOf,
} from './core/page-queries.ts';

type SortedSlice = {
  /** Only links after this one in the order. */
  after?: SortedPosition | undefined;
  /** Only links whose slug, URL or title contains this text, ignoring case. */
  q?: string;
  /** Only links with these ids. */
  ids?: number[] | undefined;
};

const columns = {
  createdAt: {
    name: 'created_at',
    isNullable: false,
    index: 'links_newest_by_archived',
    ofTags: 'link_tags_newest',
  },
  clicks: { name: 'clicks', isNullable: false, index: 'links_by_clicks', ofTags: 'link_tags_by_clicks' },
  lastClickAt: {
    name: 'last_click_at',
    isNullable: true,
    index: 'links_by_last_click',
    ofTags: 'link_tags_by_last_click',
  },
  title: { name: 'title', isNullable: true, index: 'links_by_title', ofTags: 'link_tags_by_title' },
} as const;

/** Number of links whose sorting takes as long as reading an index of a million links. */
const few = 5_000;

/** Lists the first `limit` links of a slice. */
export async function listSorted(
  db: Db,
  filters: Filters,
  order: LinkOrder,
  { slice, limit }: { slice: SortedSlice; limit: number },
): Promise<SortedPosition[]> {
  if (order.sort === 'createdAt' && !slice.ids) return listByAge(db, filters, order, { slice, limit });
  const ids = slice.ids ?? filters.ids ?? (await listFewOfDestination(db, filters));
  if (ids?.length === 0) return [];
  const readBy = ids ? 'ids' : await readingOf(db, filters);
  const direction = directionOf(order);
  const { tagIds = [undefined] } = filters;
  const runs = tagIds.flatMap((tagId) =>
    runsOf(filters, order, slice).map(
      (run) => sql`(${selectRun({ ...filters, tagId }, order, run, { slice: { ...slice, ids }, readBy, limit })})`,
    ),
  );
  if (runs.length === 0) return [];
  const { rows } = await sql<SortedPosition>`
    SELECT sort_key AS \`key\`, id FROM (${sql.join(runs, unionOf(filters))}) AS merged
    ORDER BY sort_key IS NULL, sort_key ${direction}, id ${direction} LIMIT ${limit}`.execute(db);
  return rows;
}

const directionOf = ({ order }: LinkOrder) => (order === 'asc' ? sql`ASC` : sql`DESC`);

/** Lists by creation time. Every filter's own index is in this order. */
async function listByAge(
  db: Db,
  filters: Filters,
  { order }: LinkOrder,
  { slice: { after, q }, limit }: { slice: SortedSlice; limit: number },
) {
  const slice = {
    oldestFirst: order === 'asc',
    after: after && { createdAt: after.key as Date, id: after.id },
    q,
  };
  return (await listPositions(db, filters, slice, { limit })).map(({ createdAt: key, id }) => ({ key, id }));
}

/**
 * Lists the links of one destination, if they are few. They are sorted separately, because of a fault of MariaDB 10.11.
 * That version returns nothing if it sorts rows read by an index on a computed column while another transaction has
 * locked such a row.
 */
async function listFewOfDestination(
  db: Db,
  { tagIds, alsoTagged, withoutTagIds, ...filters }: Filters,
): Promise<number[] | undefined> {
  if (filters.url === undefined) return undefined;
  const positions = await listPositions(db, filters, {}, { limit: few + 1 });
  return positions.length > few ? undefined : positions.map(({ id }) => id);
}

/** The way to read links: by id or a filter's index with sorting, or in the requested order. */
type Reading = 'ids' | 'filter' | 'order';

async function readingOf(db: Db, { tagIds, alsoTagged, withoutTagIds, ...filters }: Filters): Promise<Reading> {
  const { domainId, createdBy, created } = filters;
  if (domainId === undefined && createdBy === undefined && !created) return 'order';
  return (await countLinks(db, filters, {}, few + 1)) > few ? 'order' : 'filter';
}

/** Returns the tables of a run: `l` has the links, `k` a tag's rows. */
function sourceOf({ tagId, ...filters }: RunFilters, { sort }: LinkOrder, readBy: Reading) {
  const { index, ofTags } = columns[sort];
  const links = (by: string) => sql`links AS l FORCE INDEX (${sql.id(by)})`;
  const tags = (by: string) => sql`link_tags AS k FORCE INDEX (${sql.id(by)})`;
  if (readBy === 'order' && tagId !== undefined)
    return sql`${tags(ofTags)} STRAIGHT_JOIN links AS l ON l.id = k.link_id`;
  const from = links({ ids: 'PRIMARY', filter: indexOf(filters), order: index }[readBy]);
  return tagId === undefined ? from : sql`${from} STRAIGHT_JOIN ${tags('PRIMARY')} ON k.link_id = l.id`;
}

/**
 * A contiguous part of an index. `of`: links after a position with the same key, or with other keys. Without a
 * position, all links.
 */
type Run = { archived: boolean; isNull: boolean; of?: 'same' | 'others' };

/**
 * Splits a slice into runs, each contiguous in an index: links with and without a key, archived and other links. Links
 * with the same key as the start position are a run of their own; otherwise the query would read every link before it.
 */
function runsOf({ archived }: Filters, { sort }: LinkOrder, { after }: SortedSlice): Run[] {
  const nulls: Omit<Run, 'archived'>[] = columns[sort].isNullable ? [{ isNull: true }] : [];
  const keys = after ? (['same', 'others'] as const).map((of) => ({ isNull: false, of })) : [{ isNull: false }];
  const parts = after?.key === null ? nulls : [...keys, ...nulls];
  return archivedRuns[archived].flatMap((each) => parts.map((part) => ({ archived: each, ...part })));
}

function selectRun(
  { workspaceId, tagId, ...filters }: RunFilters,
  order: LinkOrder,
  run: Run,
  { slice: { after, q, ids }, readBy, limit }: { slice: SortedSlice; readBy: Reading; limit: number },
) {
  const { name, isNullable } = columns[order.sort];
  const { archived, isNull } = run;
  const isTag = tagId !== undefined;
  const key = sql.ref(isTag ? `k.${name}` : `l.${name}`);
  const id = sql.ref(isTag ? 'k.link_id' : 'l.id');
  const conditions = [
    sql`l.workspace_id = ${workspaceId} AND l.archived = ${archived}`,
    ...conditionsOf(filters, 'l', readBy === 'order' && isTag ? 'k' : 'l'),
  ];
  if (isTag) conditions.push(sql`k.tag_id = ${tagId} AND k.archived = ${archived}`);
  if (isNullable) conditions.push(isNull ? sql`${key} IS NULL` : sql`${key} IS NOT NULL`);
  if (after) conditions.push(...behind(order, run, { key, id }, after));
  if (q !== undefined) conditions.push(contains('l', q));
  if (ids) conditions.push(sql`l.id IN (${sql.join(ids)})`);
  const direction = directionOf(order);
  // MySQL does not notice that all keys are equal, and would sort by them.
  const byKey = isNull || run.of === 'same' ? sql`` : sql`${key} ${direction},`;
  return sql`
    SELECT ${key} AS sort_key, ${id} AS id FROM ${sourceOf({ workspaceId, tagId, ...filters }, order, readBy)}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${byKey} ${id} ${direction} LIMIT ${limit}`;
}

type Place = { key: RawBuilder<unknown>; id: RawBuilder<unknown> };

function behind({ order }: LinkOrder, { isNull, of }: Run, { key, id }: Place, after: SortedPosition) {
  const than = order === 'asc' ? sql`>` : sql`<`;
  if (isNull) return after.key === null ? [sql`${id} ${than} ${after.id}`] : [];
  return of === 'same'
    ? [sql`${key} = ${after.key} AND ${id} ${than} ${after.id}`]
    : [sql`${key} ${than} ${after.key}`];
}
