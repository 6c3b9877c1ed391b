/** The orders of a list of contacts, and the part of it that is a page. */
export const sortColumns = {
  creation_date: 'creation_date',
  last_modified: 'last_modified',
  f_name: 'f_name',
  l_name: 'l_name',
  email: 'email_key',
} as const;
export type SortField = keyof typeof sortColumns;
export type Sort = { field: SortField; descending: boolean };

/** A contact's place in an order. */
export type Position = { id: number; value: string | Date };

/** `after`: the position that a page before ended at. `isOfWalk`: all pages are read, so that one costs what it passes over. */
export type Slice = { limit: number; offset: number; after?: Position | undefined; isOfWalk?: true };
