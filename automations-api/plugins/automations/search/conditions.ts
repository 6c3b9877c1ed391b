/** A filter's conditions in SQL, every value a bound parameter. `c` is the contact. */
// biome-ignore-all lint/plugin: finding contacts is written by hand.
import { type RawBuilder, sql } from 'kysely';
import type { Filter, Range } from './schema.ts';

export type Condition = RawBuilder<unknown>;

export const contactTerms = sql.table('automations_contact_terms');
export const contacts = sql.table('automations_contacts');

export const within = (column: Condition, { from, until }: Range): Condition[] => [
  ...(from ? [sql`${column} >= ${from}`] : []),
  ...(until ? [sql`${column} < ${until}`] : []),
];

/**
 * Whether a contact has one of the terms: `c` is it, or `m` one of its memberships. One term is looked up by the date
 * too, in the index that holds its members together. The LIMIT keeps both servers from turning the subquery into a
 * join in an order of their own.
 */
export function hasTerm(of: 'c' | 'm', termIds: number[]): Condition {
  const id = of === 'c' ? sql`c.id` : sql`m.contact_id`;
  const [only, ...others] = termIds;
  const found =
    others.length === 0
      ? sql`h FORCE INDEX (PRIMARY) WHERE h.term_id = ${only} AND h.creation_date = ${sql.ref(`${of}.creation_date`)}`
      : sql`h FORCE INDEX (contact_terms_contact) WHERE h.term_id IN (${sql.join(termIds)})`;
  return sql`((SELECT 1 FROM ${contactTerms} ${found} AND h.contact_id = ${id} LIMIT 1) IS NOT NULL)`;
}

/**
 * What a filter by days of one kind says of the other, as no contact is changed before it is made: without it, an
 * index in the order of the one kind would be read from its end.
 */
export const impliedDays = ({ created, modified }: Filter): { created: Range; modified: Range } => ({
  created: { until: modified.until },
  modified: { from: created.from },
});

/** The conditions on a contact's own row, and what segments ask of it. */
export const ownConditions = ({ status, emailKey, created, modified, also = [] }: Filter): Condition[] => [
  ...(status === undefined ? [] : [sql`c.status = ${status}`]),
  ...(emailKey === undefined ? [] : [sql`c.email_key = ${emailKey}`]),
  ...within(sql`c.creation_date`, created),
  ...within(sql`c.last_modified`, modified),
  ...also.flatMap((filter) => [...ownConditions(filter), ...termConditions(filter)]),
];

export const termConditions = ({ tags, lists }: Pick<Filter, 'tags' | 'lists'>): Condition[] =>
  [tags, lists].filter((ids) => ids.length > 0).map((ids) => hasTerm('c', ids));

/** `WHERE …`, or nothing. */
export const where = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
