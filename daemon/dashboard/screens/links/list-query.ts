/** The list's parameters in the URL and in requests. Pure. */

import type { Params } from '../../../../shared/ui/service.ts';
import type { Query } from '../../../../shared/ui/url-state.ts';

const sorts = ['createdAt', 'clicks', 'lastClickAt', 'title'] as const;
type LinkSort = (typeof sorts)[number];
export const ranges = ['24h', '7d', '30d', '90d', 'all'] as const;
export type Range = (typeof ranges)[number];
export const tagsModes = ['all', 'any'] as const;
export const healths = ['ok', 'broken', 'unknown'] as const;
export const archivedStates = ['false', 'true', 'all'] as const;

export const daysOfRange: Record<Range, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, all: 1_825 };
export const defaultRange: Range = '30d';
export const rowsAPage = 50;

export type Listed = {
  q: string;
  domain: string;
  tags: string[];
  tagsMode: (typeof tagsModes)[number];
  withoutTags: string[];
  /** The creator: `me`, or the id of a user, an API key or an import. */
  createdBy: string;
  /** The first and the last day of creation. */
  createdFrom: string;
  createdTo: string;
  /** The complete destination that the links must have. */
  to: string;
  health: (typeof healths)[number] | '';
  archived: (typeof archivedStates)[number];
  sort: LinkSort;
  order: 'asc' | 'desc';
  range: Range;
  cursor: string | undefined;
  /** The page number, from 1. It is only displayed, never requested. */
  page: number;
};

const oneOf = <T extends string>(all: readonly T[], text: string | undefined, other: T): T =>
  all.find((one) => one === text) ?? other;

/** Parses names separated by commas. A comma after a backslash belongs to a name. */
const namesIn = (text = ''): string[] => [
  ...new Set(text.split(/(?<!\\),/).flatMap((name) => name.replaceAll('\\,', ',').trim() || [])),
];
export const toNames = (names: readonly string[]): string | undefined =>
  names.map((name) => name.replaceAll(',', '\\,')).join() || undefined;

/** Parses the URL's parameters. Ignores invalid ones. */
export function listedIn({ q, tag, domain, to, archived, sort, order, range, cursor, page, ...more }: Query): Listed {
  return {
    q: q ?? '',
    domain: domain ?? '',
    to: to ?? '',
    tags: [...new Set([...(tag ? [tag] : []), ...namesIn(more.tags)])],
    tagsMode: oneOf(tagsModes, more.tagsMode, 'all'),
    withoutTags: namesIn(more.withoutTags),
    createdBy: more.createdBy ?? '',
    createdFrom: more.createdFrom ?? '',
    createdTo: more.createdTo ?? '',
    health: oneOf(healths, more.health, '' as 'ok'),
    archived: oneOf(archivedStates, archived, 'false'),
    sort: oneOf(sorts, sort, 'createdAt'),
    order: order === 'asc' ? 'asc' : 'desc',
    range: oneOf(ranges, range, defaultRange),
    cursor: cursor || undefined,
    page: cursor ? Math.max(2, Math.floor(Number(page)) || 2) : 1,
  };
}

/** Returns the request parameters of the filters, without the order. */
export const filtersOf = ({ q, domain, to, archived, tags, tagsMode, withoutTags, ...more }: Listed): Params => ({
  q: q.trim() || undefined,
  domain: domain || undefined,
  url: to || undefined,
  archived,
  tags: toNames(tags),
  tagsMode: tags.length > 1 && tagsMode === 'any' ? 'any' : undefined,
  withoutTags: toNames(withoutTags),
  createdBy: more.createdBy || undefined,
  createdFrom: more.createdFrom || undefined,
  createdTo: more.createdTo || undefined,
  health: more.health || undefined,
});

/** Returns the URL parameters for a choice of tags. */
export const tagged = (tags: readonly string[]): Query => ({ tag: undefined, tags: toNames(tags) });

/** The query that removes every filter from the URL. */
export const noFilters: Query = {
  ...{ q: undefined, domain: undefined, to: undefined, archived: undefined, health: undefined },
  ...{ tag: undefined, tags: undefined, tagsMode: undefined, withoutTags: undefined },
  ...{ createdBy: undefined, createdFrom: undefined, createdTo: undefined, cursor: undefined, page: undefined },
};

export const isFiltered = (listed: Listed): boolean =>
  Object.entries(filtersOf(listed)).some(([name, value]) => value !== (name === 'archived' ? 'false' : undefined));

/** Returns the start of a range, on the hour, so that answers can be reused. */
export function startOf(range: Range, now: number): string {
  const hour = 3_600_000;
  return new Date(Math.floor(now / hour) * hour - daysOfRange[range] * 24 * hour).toISOString();
}
