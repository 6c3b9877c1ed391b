/** The parameters by which contacts are found, and what they mean. */
import Type, { type Static } from 'typebox';
import { parseStatus } from '../contacts/statuses.ts';
import { readDay, readEnd } from '../dates.ts';
import { pagingArgs } from '../envelope.ts';
import { unprocessable } from '../errors.ts';
import { keyOf } from '../text.ts';

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));
const ids = (description: string) => Type.Optional(Type.Array(Type.Integer(), { maxItems: 100, description }));

/** The parameters of a filter, which are also the members of one that is kept. */
const filterArgs = {
  email: text(1_000, 'The whole address.'),
  status: text(20, 'unverified, subscribed, bounced, unsubscribed, soft_bounced or complaint, or its number.'),
  from: text(10, 'Added on this day or later, yyyy-mm-dd in UTC.'),
  to: text(10, 'Added on this day or earlier.'),
  updated_from: text(10, 'Last changed on this day or later.'),
  updated_to: text(10, 'Last changed on this day or earlier.'),
  tag: ids('Has one of these tags.'),
  list: ids('Is on one of these lists.'),
  segment: Type.Optional(Type.Integer({ description: 'Is in this segment.' })),
};
export const strict = Type.Optional(
  Type.Boolean({
    description: 'Refuses parameters that are not known, instead of naming them in X-Ignored-Parameters.',
  }),
);
const sortArgs = {
  sort_field: text(20, 'f_name, l_name, email, creation_date or last_modified; default creation_date.'),
  sort_order: text(4, 'ASC or DESC; default DESC.'),
};

export const ListArgs = Type.Object({
  ...filterArgs,
  ...sortArgs,
  ...pagingArgs,
  cursor: text(1_000, 'Where the page before ended; empty for the first page.'),
  strict,
});
export type ListArgs = Static<typeof ListArgs>;

export const FilterArgs = Type.Object(filterArgs);
export type FilterArgs = Static<typeof FilterArgs>;

/** From `from` until before `until`. */
export type Range = { from?: Date | undefined; until?: Date | undefined };
export type Filter = {
  status?: number | undefined;
  emailKey?: string | undefined;
  /** Those of a kind are alternatives; each kind that is not empty must match. */
  tags: number[];
  lists: number[];
  created: Range;
  modified: Range;
  /** Filters of segments, which must be met too; they have none of their own. */
  also?: Filter[];
};

export const sortColumns = {
  creation_date: 'creation_date',
  last_modified: 'last_modified',
  f_name: 'f_name',
  l_name: 'l_name',
  email: 'email_key',
} as const;
export type SortField = keyof typeof sortColumns;
export type Sort = { field: SortField; descending: boolean };

/** An empty parameter does not filter. What a segment means is not known here: see `resolve.ts`. @throws unprocessable_entity */
export const readFilter = ({ tag, list, ...args }: FilterArgs): Filter => ({
  status: args.status ? parseStatus(args.status) : undefined,
  emailKey: args.email ? keyOf(args.email.trim()) : undefined,
  tags: [...new Set(tag)],
  lists: [...new Set(list)],
  created: { from: readDay('from', args.from), until: readEnd('to', args.to) },
  modified: { from: readDay('updated_from', args.updated_from), until: readEnd('updated_to', args.updated_to) },
});

/** @throws unprocessable_entity */
export function readSort({ sort_field: field, sort_order: order }: Pick<ListArgs, 'sort_field' | 'sort_order'>): Sort {
  const name = field || 'creation_date';
  const direction = (order || 'DESC').toUpperCase();
  if (!Object.hasOwn(sortColumns, name)) {
    throw unprocessable(`sort_field must be one of ${Object.keys(sortColumns).join(', ')}`);
  }
  if (direction !== 'ASC' && direction !== 'DESC') throw unprocessable('sort_order must be ASC or DESC');
  return { field: name as SortField, descending: direction === 'DESC' };
}
