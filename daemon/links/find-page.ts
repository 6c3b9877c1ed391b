/** One page of a list of links in the requested order, and the total of the list. */
import type { Context } from '../api/context.ts';
import { invalid } from '../api/errors.ts';
import type { Db } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { toLinkCursor } from './core/cursor.ts';
import { isNewestFirst, type LinkOrder, type SortedPosition } from './core/order.ts';
import { countLinks, type Filters, findBySlug, listFewBroken, listPositions } from './core/page-queries.ts';
import { type LinkFilters, type ListQuery, toTagName } from './core/schema.ts';
import { listTagsNamed } from './core/tag-queries.ts';
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

/** Maximum number of links counted. */
const mostCounted = 10_000;
/** Maximum number of matching links that are sorted. If there are more, links are searched in the requested order. */
const mostSorted = 5_000;

/** Maximum number of tags in a filter. */
const mostTags = 10;

/**
 * Returns the names in a list of tags. A comma after a backslash belongs to a name. Ignores empty names, but a list
 * must contain a name: without one, the filter would match every link. @throws `validation_failed`
 */
function tagsIn(field: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  const names = text.split(/(?<!\\),/).map((name) => toTagName(name.replaceAll('\\,', ',')));
  const unique = [...new Set(names)].filter((name) => name !== '');
  if (unique.length === 0) throw invalid({ field, message: 'must name a tag' });
  if (unique.length > mostTags) throw invalid({ field, message: `must have at most ${mostTags} tags` });
  return unique;
}

/** Returns the start of a day, or its end, or the time itself. */
const timeOf = (text: string, isEnd: boolean) =>
  new Date(text.includes('T') ? text : `${text}T${isEnd ? '23:59:59.999' : '00:00'}Z`);

const earliest = new Date(0);
const latest = new Date(Date.UTC(9999, 0));

const createdIn = ({ createdFrom, createdTo }: LinkFilters) =>
  createdFrom === undefined && createdTo === undefined
    ? undefined
    : {
        from: createdFrom === undefined ? earliest : timeOf(createdFrom, false),
        to: createdTo === undefined ? latest : timeOf(createdTo, true),
      };

/** Returns undefined if no link can have the tags. @throws `validation_failed` */
async function resolveTags(
  db: Db,
  workspaceId: number,
  { tag, tags: list, tagsMode, withoutTags }: LinkFilters,
): Promise<Pick<Filters, 'tagIds' | 'alsoTagged' | 'withoutTagIds'> | undefined> {
  const tags = tagsIn('tags', list);
  const without = tagsIn('withoutTags', withoutTags);
  const names = tagsMode === 'any' ? (tags.length > 0 ? [tags] : []) : tags.map((name) => [name]);
  if (tag !== undefined) names.push([tag]);
  const found = await listTagsNamed(db, workspaceId, [...new Set([...names.flat(), ...without])]);
  const groupOf = (some: string[]) => found.filter(({ name }) => some.includes(name));
  const idsOf = (group: typeof found) => group.map(({ id }) => id);
  const linksIn = (group: typeof found) => group.reduce((sum, { count }) => sum + count, 0);
  // Links are found through the tags that the fewest links have.
  const groups = names.map(groupOf).sort((one, other) => linksIn(one) - linksIn(other));
  if (groups.some((group) => group.length === 0)) return undefined;
  const [tagIds, ...alsoTagged] = groups.map(idsOf);
  return { tagIds, alsoTagged, withoutTagIds: idsOf(groupOf(without)) };
}

/** Returns the id of the creator in a filter. */
export const creatorIn = ({ creator }: Pick<Auth, 'creator'>, { createdBy }: LinkFilters): string | undefined =>
  createdBy === 'me' ? creator.id : createdBy;

/**
 * Returns undefined if no link can match, because the workspace lacks a requested tag or domain, or has no broken
 * link.
 * @throws `validation_failed` for too many tags or none
 */
export async function resolveFilters(
  context: Pick<Context, 'db' | 'config'>,
  auth: Pick<Auth, 'workspaceId' | 'creator'>,
  { archived, url, health, ...query }: LinkFilters & Pick<ListQuery, 'archived' | 'url' | 'health'>,
): Promise<Filters | undefined> {
  const { workspaceId } = auth;
  const { domain } = query;
  const tagged = await resolveTags(context.db, workspaceId, query);
  if (!tagged) return undefined;
  const createdBy = creatorIn(auth, query);
  const filters: Filters = { workspaceId, archived, url, health, createdBy, created: createdIn(query), ...tagged };
  if (health === 'broken') {
    filters.ids = await listFewBroken(context.db, workspaceId, mostSorted);
    if (filters.ids?.length === 0) return undefined;
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

/** Maximum number of links that a numbered page can skip. */
export const mostSkipped = mostCounted;

/**
 * Returns the cursor after the first `skip` links of a list, or after its last link; undefined if the list is empty.
 */
export async function cursorAfter(
  context: Pick<Context, 'db' | 'config'>,
  auth: Pick<Auth, 'workspaceId' | 'creator'>,
  query: ListQuery,
  skip: number,
): Promise<string | undefined> {
  const filters = await resolveFilters(context, auth, query);
  if (!filters) return undefined;
  const order = { sort: query.sort, order: query.order };
  const { positions } = await listInOrder(context.db, filters, order, { q: query.q, after: undefined, limit: skip });
  const last = positions.at(-1);
  return last && toLinkCursor(order, last);
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

/** Counts the links in a list, across all its pages. */
export async function countTotal(context: Context, filters: Filters, q: string | undefined): Promise<Total> {
  if (await findNamed(context, filters, q)) return { total: 1 };
  const { count, isAll } = q
    ? await countMatches(context.db, filters, q, mostCounted + 1)
    : { count: await countLinks(context.db, filters, {}, mostCounted + 1), isAll: true };
  return isAll && count <= mostCounted ? { total: count } : { totalIsAtLeast: Math.min(count, mostCounted) };
}
