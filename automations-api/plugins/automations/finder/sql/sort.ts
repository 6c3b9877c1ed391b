/** Sort orders and pages of contacts. */
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

/**
 * A page. `after`: the end of the previous page. `isOfWalk`: the caller reads all pages, so contacts are checked one
 * by one.
 */
export type Slice = { limit: number; offset: number; after?: Position | undefined; isOfWalk?: true };
