/** Translates the URL's query into the contact list's state, and that into a request to the service. Pure. */

import { fromStart } from '../../../../shared/ui/list/steps.tsx';
import type { Params } from '../../../../shared/ui/service.ts';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { filterIn, paramsOf, without } from '../../filter/address.ts';
import type { Filter } from '../../filter/conditions.ts';

const sorts = ['creation_date', 'last_modified', 'f_name', 'l_name', 'email'] as const;
type ContactSort = (typeof sorts)[number];

export type Listed = {
  search: string;
  /** All but the search. */
  filter: Filter;
  /** The id of the segment that the filter was taken from. */
  saved: string | undefined;
  sort: ContactSort;
  order: 'asc' | 'desc';
  cursor: string | undefined;
  /** From 1; only said, never asked for. */
  page: number;
};

/** Ignores unknown parameters. */
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

type Asked = Pick<Listed, 'search' | 'filter'>;

/** Which contacts, as parameters of `GET /contacts`. */
export const filterParams = ({ search, filter }: Asked): Params => ({
  search: search.trim() || undefined,
  ...paramsOf(filter),
});

/** The same as the object that segments and actions keep. */
export const filterObject = ({ search, filter }: Asked): Filter => ({
  ...(search.trim() && { search: search.trim() }),
  ...filter,
});

/** The changes of an address that lead from what it has of a filter to another one. */
export const filteredBy = ({ search: _, ...query }: Query, filter: Filter): Query => ({
  ...without(query),
  ...paramsOf(filter),
  ...fromStart,
});

export const isFiltered = (asked: Asked): boolean => Object.keys(filterObject(asked)).length > 0;
