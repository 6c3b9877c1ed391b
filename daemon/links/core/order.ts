/** The orders of lists of links, and positions in them. */
export const sorts = ['createdAt', 'clicks', 'lastClickAt', 'title'] as const;
export type LinkSort = (typeof sorts)[number];
export type LinkOrder = { sort: LinkSort; order: 'asc' | 'desc' };

/** `null`: never clicked, or without a title. Such links come last in any direction. */
export type SortedPosition = { key: Date | number | string | null; id: number };

export const isNewestFirst = ({ sort, order }: LinkOrder) => sort === 'createdAt' && order === 'desc';
