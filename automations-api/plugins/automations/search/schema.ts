/** The parameters by which contacts are found, and what they mean. */
import Type, { type Static } from 'typebox';
import { parseStatus } from '../contacts/statuses.ts';
import { readEnd, readStart } from '../core/dates.ts';
import { pagingArgs } from '../core/envelope.ts';
import { unprocessable } from '../core/errors.ts';
import { keyOfEmail } from '../core/text.ts';
import { criterionArgs, readCriteria } from './criteria.ts';
import type { Criterion, FindCriteria } from './criterion.ts';

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));
const ids = (description: string) => Type.Optional(Type.Array(Type.Integer(), { maxItems: 100, description }));

/** The parameters of a filter, which are also the members of one that is kept. */
const filterArgs = {
  email: text(1_000, 'The whole address.'),
  status: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 20,
      description:
        'Of one of these: unverified, subscribed, bounced, unsubscribed, soft_bounced, complaint, or their numbers.',
    }),
  ),
  from: text(19, 'Added on this day or later, yyyy-mm-dd in UTC, or from yyyy-mm-dd hh:mm:ss on.'),
  to: text(19, 'Added on this day, or in this second, or earlier.'),
  updated_from: text(19, 'Last changed on this day, or in this second, or later.'),
  updated_to: text(19, 'Last changed on this day, or in this second, or earlier.'),
  tag: ids('Has one of these tags.'),
  list: ids('Is on one of these lists.'),
  segment: Type.Optional(Type.Integer({ description: 'Is in this segment.' })),
  ...criterionArgs,
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
  with_fields: ids('Each record has the values of these custom fields, too, as fields.'),
  strict,
});
export type ListArgs = Static<typeof ListArgs>;

export const FilterArgs = Type.Object(filterArgs);
export type FilterArgs = Static<typeof FilterArgs>;

/** From `from` until before `until`. */
export type Range = { from?: Date | undefined; until?: Date | undefined };
export type Filter = {
  /** One of them; any when there is none. */
  statuses: number[];
  emailKey?: string | undefined;
  /** Those of a kind are alternatives; each kind that is not empty must match. */
  tags: number[];
  lists: number[];
  created: Range;
  modified: Range;
  /** Each must hold. */
  criteria: Criterion[];
  /** Filters of segments, which must be met too; they have none of their own. */
  also?: Filter[];
};
/** Before MySQL was asked for what it names. */
export type AskedFilter = Omit<Filter, 'criteria'> & { asked: FindCriteria[] };

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
export const readFilter = (args: FilterArgs): AskedFilter => ({
  statuses: readStatuses(args.status ?? []),
  emailKey: args.email ? keyOfEmail(args.email) : undefined,
  tags: [...new Set(args.tag)],
  lists: [...new Set(args.list)],
  created: { from: readStart('from', args.from), until: readEnd('to', args.to) },
  modified: { from: readStart('updated_from', args.updated_from), until: readEnd('updated_to', args.updated_to) },
  asked: readCriteria(args),
});

const readStatuses = (given: string[]): number[] => [
  ...new Set(
    given
      .flatMap((text) => text.split(','))
      .filter((text) => text.trim() !== '')
      .map((text) => parseStatus(text)),
  ),
];

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
