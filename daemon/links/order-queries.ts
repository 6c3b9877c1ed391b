/**
 * Pages of links in other orders than newest first, as positions. The index of an order is walked until a page is full,
 * and what a tag, another domain or a text leaves out is passed over. Where a filter leaves few links that could mean to
 * walk nearly all; those few are read by the filter's own index instead, and sorted.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../shared/db.ts';
import type { LinkOrder, SortedPosition } from './order.ts';
import {
  archivedRuns,
  countLinks,
  type Filters,
  holds,
  leadsTo,
  listPositions,
  type RunFilters,
  unionOf,
} from './page-queries.ts';

type SortedSlice = {
  /** Only links after this one in the order. */
  after?: SortedPosition | undefined;
  /** Only links whose slug, URL or title holds this text, in any case. */
  q?: string;
  /** Only these. */
  ids?: number[];
};

const columns = {
  createdAt: { name: 'created_at', isNullable: false, index: 'links_newest_by_archived' },
  clicks: { name: 'clicks', isNullable: false, index: 'links_by_clicks' },
  lastClickAt: { name: 'last_click_at', isNullable: true, index: 'links_by_last_click' },
  title: { name: 'title', isNullable: true, index: 'links_by_title' },
} as const;

/** So many links are sorted as fast as the index of an order is walked for what is left of a million. */
const few = 5_000;

/** The first `limit` links of a slice. */
export async function listSorted(
  db: Db,
  filters: Filters,
  order: LinkOrder,
  slice: SortedSlice,
  limit: number,
): Promise<SortedPosition[]> {
  if (order.sort === 'createdAt' && !slice.ids) return listByAge(db, filters, order, slice, limit);
  const isFew = await leavesFew(db, filters, slice);
  const direction = directionOf(order);
  const { tagIds = [undefined] } = filters;
  const runs = tagIds.flatMap((tagId) => {
    const one = { ...filters, tagId };
    const source = sourceOf(one, order, slice, isFew);
    return runsOf(filters, order, slice).map((run) => sql`(${selectRun(one, order, run, slice, source, limit)})`);
  });
  if (runs.length === 0) return [];
  const { rows } = await sql<SortedPosition>`
    SELECT sort_key AS \`key\`, id FROM (${sql.join(runs, unionOf(filters))}) AS merged
    ORDER BY sort_key IS NULL, sort_key ${direction}, id ${direction} LIMIT ${limit}`.execute(db);
  return rows;
}

const directionOf = ({ order }: LinkOrder) => (order === 'asc' ? sql`ASC` : sql`DESC`);

/** Every filter's own index is in this order. */
async function listByAge(db: Db, filters: Filters, { order }: LinkOrder, { after, q }: SortedSlice, limit: number) {
  const slice = {
    oldestFirst: order === 'asc',
    after: after && { createdAt: after.key as Date, id: after.id },
    q,
  };
  return (await listPositions(db, filters, slice, limit)).map(({ createdAt: key, id }) => ({ key, id }));
}

async function leavesFew(db: Db, filters: Filters, { ids }: SortedSlice): Promise<boolean> {
  if (ids) return true;
  if (filters.tagIds === undefined && filters.domainId === undefined && filters.url === undefined) return false;
  return (await countLinks(db, filters, {}, few + 1)) <= few;
}

/** The tables of a run: `l` is the links. */
function sourceOf({ tagId, domainId, url }: RunFilters, { sort }: LinkOrder, { ids }: SortedSlice, isFew: boolean) {
  const of = (index: string) => sql`links AS l FORCE INDEX (${sql.id(index)})`;
  if (ids) return of('PRIMARY');
  if (tagId !== undefined) {
    return isFew
      ? sql`link_tags AS k FORCE INDEX (link_tags_newest) STRAIGHT_JOIN links AS l ON l.id = k.link_id`
      : sql`${of(columns[sort].index)} STRAIGHT_JOIN link_tags AS k FORCE INDEX (PRIMARY) ON k.link_id = l.id`;
  }
  if (!isFew) return of(columns[sort].index);
  if (url !== undefined) return of('links_by_url');
  return of(domainId === undefined ? columns[sort].index : 'links_newest_by_domain');
}

type Run = { archived: boolean; isNull: boolean };

/** Links with a key and those without lie apart in an index, and so do archived and other links. */
function runsOf({ archived }: Filters, { sort }: LinkOrder, { after }: SortedSlice): Run[] {
  const nulls = [...(after?.key === null ? [] : [false]), ...(columns[sort].isNullable ? [true] : [])];
  return archivedRuns[archived].flatMap((each) => nulls.map((isNull) => ({ archived: each, isNull })));
}

function selectRun(
  { workspaceId, tagId, domainId, url }: RunFilters,
  order: LinkOrder,
  { archived, isNull }: Run,
  { after, q, ids }: SortedSlice,
  source: RawBuilder<unknown>,
  limit: number,
) {
  const { name, isNullable } = columns[order.sort];
  const key = sql.ref(`l.${name}`);
  const conditions = [sql`l.workspace_id = ${workspaceId} AND l.archived = ${archived}`];
  if (isNullable) conditions.push(isNull ? sql`${key} IS NULL` : sql`${key} IS NOT NULL`);
  if (after && isNull === (after.key === null)) conditions.push(behind(order, key, after));
  if (domainId !== undefined) conditions.push(sql`l.domain_id = ${domainId}`);
  if (url !== undefined && !ids) conditions.push(leadsTo('l', url));
  if (tagId !== undefined && !ids) conditions.push(sql`k.tag_id = ${tagId} AND k.archived = ${archived}`);
  if (q !== undefined) conditions.push(holds('l', q));
  if (ids) conditions.push(sql`l.id IN (${sql.join(ids)})`);
  const direction = directionOf(order);
  // That they are all null is not seen by the server, which would sort by it.
  const byKey = isNull ? sql`` : sql`${key} ${direction},`;
  return sql`
    SELECT ${key} AS sort_key, l.id AS id FROM ${source} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${byKey} l.id ${direction} LIMIT ${limit}`;
}

function behind({ order }: LinkOrder, key: RawBuilder<unknown>, after: SortedPosition) {
  const than = order === 'asc' ? sql`>` : sql`<`;
  if (after.key === null) return sql`l.id ${than} ${after.id}`;
  return sql`${key} ${than}= ${after.key} AND (${key} ${than} ${after.key} OR l.id ${than} ${after.id})`;
}
