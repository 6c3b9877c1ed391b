/** What of an address the list of contacts goes by, and what it asks the service for. Pure. */
import type { Query } from '../../../../shared/ui/address.ts';
import type { Params } from '../../../../shared/ui/service.ts';

export const sorts = ['creation_date', 'last_modified', 'f_name', 'l_name', 'email'] as const;
type ContactSort = (typeof sorts)[number];
export const rowsAPage = 50;

/** The filters, by their parameters; `field` values stand under `field[ID]` and its like. */
const filterNames = [
  'status',
  'segment',
  'tag',
  'tag_all',
  'tag_not',
  'list',
  'list_all',
  'list_not',
  'country',
  'source',
  'from',
  'to',
  'updated_from',
  'updated_to',
  'clicked_link',
  'clicked_tag',
] as const;
export type FilterName = (typeof filterNames)[number];

const isFieldFilter = (name: string) => /^field\[\d+\](\[(from|to|contains|empty)\])?$/.test(name);

export type Listed = {
  search: string;
  /** By the name of the parameter; ids of tags and lists joined by commas. */
  filters: Record<string, string>;
  sort: ContactSort;
  order: 'asc' | 'desc';
  cursor: string | undefined;
  /** From 1; only said, never asked for. */
  page: number;
};

/** What it does not understand is as if it were not there. */
export function listedIn(query: Query): Listed {
  const filters = Object.entries(query).filter(
    (pair): pair is [string, string] =>
      Boolean(pair[1]) && (filterNames.includes(pair[0] as FilterName) || isFieldFilter(pair[0])),
  );
  return {
    search: query.search ?? '',
    filters: Object.fromEntries(filters),
    sort: sorts.find((sort) => sort === query.sort) ?? 'creation_date',
    order: query.order === 'asc' ? 'asc' : 'desc',
    cursor: query.cursor,
    page: query.cursor ? Math.max(2, Math.floor(Number(query.page)) || 2) : 1,
  };
}

/** Which contacts, as parameters of `GET /contacts`. */
export const filterParams = ({ search, filters }: Pick<Listed, 'search' | 'filters'>): Params => ({
  search: search.trim() || undefined,
  ...filters,
});

/** The same as the object that segments and actions keep. */
export function filterObject(listed: Pick<Listed, 'search' | 'filters'>): Record<string, unknown> {
  const filter: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filterParams(listed))) {
    if (value === undefined) continue;
    const [, id, member] = /^field\[(\d+)\](?:\[(\w+)\])?$/.exec(name) ?? [];
    if (id === undefined) filter[name] = filterValue(name, String(value));
    else addField(filter, id, member, String(value));
  }
  return filter;
}

/** Back into the parameters of an address. */
export function paramsOf(filter: Record<string, unknown>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(filter)) {
    if (name !== 'field') params[name] = Array.isArray(value) ? value.join(',') : String(value);
    else {
      for (const [id, asked] of Object.entries(value as Record<string, unknown>)) {
        if (typeof asked !== 'object' || asked === null) params[`field[${id}]`] = String(asked);
        else for (const [member, text] of Object.entries(asked)) params[`field[${id}][${member}]`] = String(text);
      }
    }
  }
  return params;
}

const idLists = ['tag', 'tag_all', 'tag_not', 'list', 'list_all', 'list_not'];

function filterValue(name: string, value: string): unknown {
  if (idLists.includes(name)) return value.split(',').map(Number);
  if (name === 'segment') return Number(value);
  return name === 'status' ? value.split(',') : value;
}

function addField(filter: Record<string, unknown>, id: string, member: string | undefined, value: string): void {
  filter.field ??= {};
  const fields = filter.field as Record<string, unknown>;
  if (member === undefined) fields[id] = value;
  else fields[id] = { ...(fields[id] as object | undefined), [member]: value };
}

export const isFiltered = ({ search, filters }: Listed): boolean =>
  search.trim() !== '' || Object.keys(filters).length > 0;
