/** A filter's conditions in SQL, every value a bound parameter. `c` is the contact. */
// biome-ignore-all lint/plugin: finding contacts is written by hand.
import { sql } from 'kysely';
import type { Filter, Range } from './schema.ts';
import { type Condition, hasTerm } from './sql-parts.ts';

export const within = (column: Condition, { from, until }: Range): Condition[] => [
  ...(from ? [sql`${column} >= ${from}`] : []),
  ...(until ? [sql`${column} < ${until}`] : []),
];

/**
 * What a filter by days of one kind says of the other, as no contact is changed before it is made: without it, an
 * index in the order of the one kind would be read from its end.
 */
export const impliedDays = ({ created, modified }: Filter): { created: Range; modified: Range } => ({
  created: { until: modified.until },
  modified: { from: created.from },
});

/** The conditions on a contact's own row, on what else is looked up for it, and what segments ask of it. */
export const ownConditions = ({ statuses, emailKey, created, modified, criteria, also = [] }: Filter): Condition[] => [
  ...(statuses.length === 0 ? [] : [sql`c.status IN (${sql.join(statuses)})`]),
  ...(emailKey === undefined ? [] : [sql`c.email_key = ${emailKey}`]),
  ...within(sql`c.creation_date`, created),
  ...within(sql`c.last_modified`, modified),
  ...criteria.map((criterion) => criterion.sql),
  ...also.flatMap((filter) => [...ownConditions(filter), ...termConditions(filter)]),
];

export const termConditions = ({ tags, lists }: Pick<Filter, 'tags' | 'lists'>): Condition[] =>
  [tags, lists].filter((ids) => ids.length > 0).map((ids) => hasTerm('c', ids));

/** `WHERE …`, or nothing. */
export const where = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
