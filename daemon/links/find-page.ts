/** One page of a list of links: which links, in the order asked for, and how many the whole list has. */

import type { Context } from '../api/context.ts';
import type { Db } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { toLinkCursor } from './core/cursor.ts';
import { isNewestFirst, type LinkOrder, type SortedPosition } from './core/order.ts';
import { countLinks, type Filters, findBySlug, listPositions } from './core/page-queries.ts';
import type { ListQuery } from './core/schema.ts';
import { listIdsOfTag } from './core/tag-queries.ts';
import { findDomainByName } from './find-domain.ts';
import { listSorted } from './order-queries.ts';
import { countMatches, listMatches, searchLinks } from './search/search.ts';
import { parseShortUrl } from './short-url.ts';

type Page = {
  ids: number[];
  nextCursor: string | null /** Many links lie in no search block yet. */;
  unsealed: boolean;
};

type Asked = Pick<ListQuery, 'q' | 'sort' | 'order' | 'limit'>;

/** Counted no further than this. */
const mostCounted = 10_000;
/** Of a text in more links than this, those that hold it are found in the order asked for. */
const mostSorted = 1_000;

/** Undefined when a tag or domain is asked for that the workspace does not have, so that no link can match. */
export async function resolveFilters(
  context: Context,
  { workspaceId }: Auth,
  { tag, domain, archived, url }: Pick<ListQuery, 'tag' | 'domain' | 'archived' | 'url'>,
): Promise<Filters | undefined> {
  const filters: Filters = { workspaceId, archived, url };
  if (tag !== undefined) {
    filters.tagIds = await listIdsOfTag(context.db, workspaceId, tag);
    if (filters.tagIds.length === 0) return undefined;
  }
  if (domain !== undefined) {
    filters.domainId = await findDomainByName(context, workspaceId, domain);
    if (filters.domainId === undefined) return undefined;
  }
  return filters;
}

export async function findPage(
  context: Context,
  filters: Filters,
  { q, limit, sort, order: direction }: Asked,
  after: SortedPosition | undefined,
): Promise<Page> {
  const order = { sort, order: direction };
  const named = await findNamed(context, filters, q);
  if (named) return { ids: [named.id], nextCursor: null, unsealed: false };
  const { positions, unsealed } = await listInOrder(context.db, filters, order, q, after, limit + 1);
  const shown = positions.slice(0, limit);
  const last = positions.length > limit ? shown.at(-1) : undefined;
  return { ids: shown.map(({ id }) => id), nextCursor: last ? toLinkCursor(order, last) : null, unsealed };
}

/** A short URL that is pasted as it is finds its link. */
async function findNamed({ db, findDomain }: Context, filters: Filters, q: string | undefined) {
  const key = q ? parseShortUrl(q, findDomain) : undefined;
  return key && findBySlug(db, filters, key);
}

type Found = { positions: SortedPosition[]; unsealed: boolean };

async function listInOrder(
  db: Db,
  filters: Filters,
  order: LinkOrder,
  q: string | undefined,
  after: SortedPosition | undefined,
  limit: number,
): Promise<Found> {
  if (!isNewestFirst(order)) {
    const slice = { after, ...(q ? await matching(db, filters, q) : {}) };
    return { positions: await listSorted(db, filters, order, slice, limit), unsealed: false };
  }
  const from = after && { createdAt: after.key as Date, id: after.id };
  const { positions, unsealed } = q
    ? await searchLinks(db, filters, q, from, limit)
    : { positions: await listPositions(db, filters, { after: from }, limit), unsealed: false };
  return { positions: positions.map(({ createdAt: key, id }) => ({ key, id })), unsealed };
}

/** The links that hold a text, or, where there are many, the text itself. */
async function matching(db: Db, filters: Filters, q: string): Promise<{ ids?: number[]; q?: string }> {
  const ids = await listMatches(db, filters, q, mostSorted);
  return ids ? { ids } : { q };
}

type Total = { total: number } | { totalIsAtLeast: number };

/** How many links a list has, over all its pages. */
export async function countTotal(context: Context, filters: Filters, q: string | undefined): Promise<Total> {
  if (await findNamed(context, filters, q)) return { total: 1 };
  const { count, isAll } = q
    ? await countMatches(context.db, filters, q, mostCounted + 1)
    : { count: await countLinks(context.db, filters, {}, mostCounted + 1), isAll: true };
  return isAll && count <= mostCounted ? { total: count } : { totalIsAtLeast: Math.min(count, mostCounted) };
}
