/** One page of a list of links in the requested order, and the total of the list. */
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
  nextCursor: string | null;
  /** True if many links are in no search block yet. */
  unsealed: boolean;
};

type PageQuery = Pick<ListQuery, 'q' | 'sort' | 'order' | 'limit'>;

/** Maximum of a count. */
const mostCounted = 10_000;
/** If more links than this contain a text, matches are found in the requested order instead of sorted. */
const mostSorted = 5_000;

/** Returns undefined if the workspace does not have the requested tag or domain, so that no link can match. */
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
  context: Pick<Context, 'db' | 'findDomain'>,
  filters: Filters,
  { q, limit, sort, order: direction }: PageQuery,
  after: SortedPosition | undefined,
): Promise<Page> {
  const order = { sort, order: direction };
  const named = await findNamed(context, filters, q);
  if (named) return { ids: [named.id], nextCursor: null, unsealed: false };
  const { positions, unsealed } = await listInOrder(context.db, filters, order, { q, after, limit: limit + 1 });
  const shown = positions.slice(0, limit);
  const last = positions.length > limit ? shown.at(-1) : undefined;
  return { ids: shown.map(({ id }) => id), nextCursor: last ? toLinkCursor(order, last) : null, unsealed };
}

/** Finds the link of a pasted short URL. */
async function findNamed(
  { db, findDomain }: Pick<Context, 'db' | 'findDomain'>,
  filters: Filters,
  q: string | undefined,
) {
  const key = q ? parseShortUrl(q, findDomain) : undefined;
  return key && findBySlug(db, filters, key);
}

type Found = { positions: SortedPosition[]; unsealed: boolean };

async function listInOrder(
  db: Db,
  filters: Filters,
  order: LinkOrder,
  { q, after, limit }: { q: string | undefined; after: SortedPosition | undefined; limit: number },
): Promise<Found> {
  if (!isNewestFirst(order)) {
    const slice = { after, ...(q ? await matching(db, filters, q) : {}) };
    return { positions: await listSorted(db, filters, order, { slice, limit }), unsealed: false };
  }
  const from = after && { createdAt: after.key as Date, id: after.id };
  const { positions, unsealed } = q
    ? await searchLinks(db, filters, q, { after: from, limit })
    : { positions: await listPositions(db, filters, { after: from }, { limit }), unsealed: false };
  return { positions: positions.map(({ createdAt: key, id }) => ({ key, id })), unsealed };
}

/** Returns the ids of the links that contain a text, or the text itself if there are many. */
async function matching(db: Db, filters: Filters, q: string): Promise<{ ids?: number[]; q?: string }> {
  const ids = await listMatches(db, filters, q, mostSorted);
  return ids ? { ids } : { q };
}

type Total = { total: number } | { totalIsAtLeast: number };

/** Counts the links in a list, over all its pages. */
export async function countTotal(context: Context, filters: Filters, q: string | undefined): Promise<Total> {
  if (await findNamed(context, filters, q)) return { total: 1 };
  const { count, isAll } = q
    ? await countMatches(context.db, filters, q, mostCounted + 1)
    : { count: await countLinks(context.db, filters, {}, mostCounted + 1), isAll: true };
  return isAll && count <= mostCounted ? { total: count } : { totalIsAtLeast: Math.min(count, mostCounted) };
}
