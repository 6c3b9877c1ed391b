/** The orders that lists of links can have, and places in them. */
export const sorts = ['createdAt', 'clicks', 'lastClickAt', 'title'] as const;
export type LinkSort = (typeof sorts)[number];
export type LinkOrder = { sort: LinkSort; order: 'asc' | 'desc' };

/** Null: never clicked, or without a title. Such links come last, whichever way a list is sorted. */
export type SortedPosition = { key: Date | number | string | null; id: number };

export const isNewestFirst = ({ sort, order }: LinkOrder) => sort === 'createdAt' && order === 'desc';
