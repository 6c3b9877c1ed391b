/** Sort orders for link lists, and positions in them. */
export const sorts = ['createdAt', 'clicks', 'lastClickAt', 'title'] as const;
export type LinkSort = (typeof sorts)[number];
export type LinkOrder = { sort: LinkSort; order: 'asc' | 'desc' };

/** A position in a sorted list. `key` is null for links without clicks or title, which come last in both directions. */
export type SortedPosition = { key: Date | number | string | null; id: number };

export const isNewestFirst = ({ sort, order }: LinkOrder) => sort === 'createdAt' && order === 'desc';
