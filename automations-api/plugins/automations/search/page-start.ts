/**
 * Chooses how a page of contacts is found. MySQL's own choice goes wrong here (it cannot know that few of the newest
 * contacts have a tag, or that many do), while the kept counts tell us: either an index in the order of the sort is
 * walked until the page is full, or all contacts of the rarest condition are collected and sorted. Pure.
 */
import type { Filter, Sort } from './schema.ts';

export type PageStart = 'sort' | 'email' | 'status' | 'created' | 'modified' | 'tags' | 'lists';

/** How many contacts meet a condition by itself. */
export type Sizes = Record<'everyone' | Exclude<PageStart, 'sort' | 'email'>, number>;

/** Collecting looks up every row and sorts; walking reads an index that is in order already. */
const collectCost = 2;

/** Where to start, for the first `wanted` contacts of the `total` that the filter finds. */
export function choosePageStart(filter: Filter, sort: Sort, wanted: number, total: number, sizes: Sizes): PageStart {
  if (filter.emailKey !== undefined) return 'email';
  const conditions = startsOf(filter);
  const costOf = (start: PageStart) => {
    const size = start === 'sort' ? sortedSize(filter, sort, sizes) : sizes[start as keyof Sizes];
    return isInOrder(start, filter, sort) ? Math.min(size, (wanted * size) / Math.max(1, total)) : size * collectCost;
  };
  return ['sort' as PageStart, ...conditions].reduce((best, start) => (costOf(start) < costOf(best) ? start : best));
}

/** Whether it, or one of its segments, asks for what no index of MySQL holds. */
export const hasCriteria = ({ criteria, also = [] }: Filter): boolean =>
  [{ criteria }, ...also].some((filter) => filter.criteria.length > 0);

/** More than so many are not looked up one by one: the text of the statement would be too long. */
const mostCollected = 20_000;
/** Microseconds of MariaDB for a contact looked up and sorted, and for a step along the index of a sort. */
const collectUs = 4.5;
const stepUs = 0.5;
/** What is added to a step that asks for tags or lists, and to one that reads the contact's row. */
const termUs = 0.6;
const rowUs = 3;

/**
 * Whether the first `wanted` in the order of a name or address are found by walking that index, rather than by looking up
 * all `total` that the filter finds: with few of them among `everyone`, many are passed over.
 */
export function isWalked(filter: Filter, wanted: number, total: number, everyone: number): boolean {
  if (total > mostCollected) return true;
  // Those found often lie together: by a part of the name, in the order of names.
  if (hasCriteria(filter)) return false;
  const { tags, lists, modified } = filter;
  const kinds = [tags, lists].filter((ids) => ids.length > 0).length;
  const isRowRead = modified.from !== undefined || modified.until !== undefined;
  const steps = Math.min(everyone, (wanted * everyone) / Math.max(1, total));
  return steps * (stepUs + kinds * termUs + (isRowRead ? rowUs : 0)) < total * collectUs;
}

/** The starts from which contacts come in the order of the sort. */
export const isInOrder = (start: PageStart, filter: Filter, { field }: Sort): boolean =>
  start === 'sort' ||
  (field === 'creation_date' &&
    ((start === 'status' && filter.statuses.length === 1) ||
      ((start === 'tags' || start === 'lists') && filter[start].length === 1)));

/** The conditions that are there. */
export const startsOf = ({ statuses, created, modified, tags, lists }: Filter): Exclude<keyof Sizes, 'everyone'>[] => [
  ...(tags.length > 0 ? (['tags'] as const) : []),
  ...(lists.length > 0 ? (['lists'] as const) : []),
  ...(statuses.length > 0 ? (['status'] as const) : []),
  ...(created.from || created.until ? (['created'] as const) : []),
  ...(modified.from || modified.until ? (['modified'] as const) : []),
];

/** How much of the sort's index can be walked at most: a range on the sort's own column bounds it. */
const sortedSize = ({ created, modified }: Filter, { field }: Sort, sizes: Sizes) =>
  field === 'creation_date' && (created.from || created.until)
    ? sizes.created
    : field === 'last_modified' && (modified.from || modified.until)
      ? sizes.modified
      : sizes.everyone;
