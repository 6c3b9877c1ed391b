/** Parameters of the pages of tags and lists. */
import Type, { type Static } from 'typebox';
import { pagingArgs } from '../../../host/envelope.ts';

const termSorts = ['created', 'name', 'contacts'] as const;
export type TermSort = (typeof termSorts)[number];

export const ListArgs = Type.Object({
  ...pagingArgs,
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, ignoring case and accents.' })),
  ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 500, description: 'One of these, by id.' })),
  sort: Type.Optional(Type.Enum([...termSorts], { description: 'created (default), name or contacts.' })),
  order: Type.Optional(
    Type.Enum(['asc', 'desc'], { description: 'Default: names ascending, dates and counts descending.' }),
  ),
  counts: Type.Optional(
    Type.Boolean({ description: "Adds each one's number of contacts, creation time and last renaming." }),
  ),
});
export type ListArgs = Static<typeof ListArgs>;
