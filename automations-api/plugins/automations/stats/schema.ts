/** Parameters of the site's analytics. */
import Type, { type Static } from 'typebox';

const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

export const StatsArgs = Type.Object({
  from: day('First day, yyyy-mm-dd in UTC; default 29 days before to.'),
  to: day('Last day; default today.'),
  interval: Type.Optional(Type.Enum(['day', 'month'], { description: 'Default: days for up to a year.' })),
  terms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'Adds the tags and lists with the most contacts, up to this number of each.',
    }),
  ),
  compare: Type.Optional(Type.Enum(['previous'], { description: 'Adds the preceding period of the same length.' })),
});
export type StatsArgs = Static<typeof StatsArgs>;
