/** Parameters of filters and sorting. */
import Type, { type Static } from 'typebox';
import { search } from '../../../../shared/limits-of-fields.ts';
import { pagingArgs } from '../../../host/envelope.ts';
import { unprocessable } from '../core/errors.ts';
import { criterionArgs } from './criteria/criteria.ts';
import { namedCriteriaArgs } from './criteria/find-criteria.ts';
import { type Sort, type SortField, sortColumns } from './sql/sort.ts';

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

const conditionArgs = { ...criterionArgs, ...namedCriteriaArgs };

/** The parameters of a filter, which are also the fields of a stored filter. */
const filterArgs = {
  ...conditionArgs,
  any_of: Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true }), {
      maxItems: search.groups,
      description: 'Meets at least one of these filters. Each is an object of the other filters, without segment.',
    }),
  ),
  segment: Type.Optional(Type.Integer({ description: 'Is in this segment.' })),
};
export const strict = Type.Optional(
  Type.Boolean({
    description: 'Refuses unknown parameters instead of listing them in X-Ignored-Parameters.',
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
  cursor: text(1_000, 'Cursor from the previous page; empty for the first page.'),
  with_fields: Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: 100,
      description: 'Adds the values of these custom fields to each record, as fields.',
    }),
  ),
  strict,
});
export type ListArgs = Static<typeof ListArgs>;

/** One filter of `any_of`. */
export const GroupArgs = Type.Object(conditionArgs);
export type GroupArgs = Static<typeof GroupArgs>;

export const FilterArgs = Type.Object(filterArgs);
export type FilterArgs = Static<typeof FilterArgs>;

/** Lists a stored filter without its groups, and the groups. */
export const partsOf = (filter: FilterArgs): FilterArgs[] => [filter, ...((filter.any_of ?? []) as GroupArgs[])];

const isSortField = (name: string): name is SortField => Object.hasOwn(sortColumns, name);

/** Reads the sort order. @throws unprocessable_entity */
export function readSort({ sort_field, sort_order }: Pick<ListArgs, 'sort_field' | 'sort_order'>): Sort {
  const field = sort_field || 'creation_date';
  const direction = (sort_order || 'DESC').toUpperCase();
  if (!isSortField(field)) throw unprocessable(`sort_field must be one of ${Object.keys(sortColumns).join(', ')}`);
  if (direction !== 'ASC' && direction !== 'DESC') throw unprocessable('sort_order must be ASC or DESC');
  return { field, descending: direction === 'DESC' };
}
