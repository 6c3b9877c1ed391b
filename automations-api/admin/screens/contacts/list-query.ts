/** The contact list's state, read from the URL's query and turned into a request. Pure. */

import { fromStart } from '../../../../shared/ui/list/steps.tsx';
import type { Params } from '../../../../shared/ui/service.ts';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { filterIn, paramsOf, without } from '../../filter/address.ts';
import type { Filter } from '../../filter/conditions.ts';

const sorts = ['creation_date', 'last_modified', 'f_name', 'l_name', 'email'] as const;
type ContactSort = (typeof sorts)[number];

export type Listed = {
  search: string;
  /** All conditions except the search. */
  filter: Filter;
  /** Id of the segment that the filter came from. */
  saved: string | undefined;
  sort: ContactSort;
  order: 'asc' | 'desc';
  cursor: string | undefined;
  /** The page number, from 1. It is only displayed, never requested. */
  page: number;
};

/** Reads the list's state from the query and ignores unknown parameters. */
export function listedIn({ search = '', saved, ...query }: Query): Listed {
  return {
    search,
    filter: filterIn(query),
    saved,
    sort: sorts.find((sort) => sort === query.sort) ?? 'creation_date',
    order: query.order === 'asc' ? 'asc' : 'desc',
    cursor: query.cursor,
    page: query.cursor ? Math.max(2, Math.floor(Number(query.page)) || 2) : 1,
  };
}

type Search = Pick<Listed, 'search' | 'filter'>;

/** Returns search and filter as parameters for `GET /contacts`. */
export const filterParams = ({ search, filter }: Search): Params => ({
  search: search.trim() || undefined,
  ...paramsOf(filter),
});

/** Returns search and filter in the form that segments and actions store. */
export const filterObject = ({ search, filter }: Search): Filter => ({
  ...(search.trim() && { search: search.trim() }),
  ...filter,
});

/** Returns the query changes that replace the filter. */
export const filteredBy = ({ search: _, ...query }: Query, filter: Filter): Query => ({
  ...without(query),
  ...paramsOf(filter),
  ...fromStart,
});

export const isFiltered = (search: Search): boolean => Object.keys(filterObject(search)).length > 0;
