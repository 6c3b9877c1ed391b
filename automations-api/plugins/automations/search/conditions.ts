/** A filter's conditions in SQL, every value a bound parameter. `c` is the contact. */
import { type RawBuilder, sql } from 'kysely';
import type { Filter, Range } from './schema.ts';

export type Condition = RawBuilder<unknown>;

export const contactTerms = sql.table('automations_contact_terms');
export const contacts = sql.table('automations_contacts');

export const within = (column: Condition, { from, until }: Range): Condition[] => [
  ...(from ? [sql`${column} >= ${from}`] : []),
  ...(until ? [sql`${column} < ${until}`] : []),
];

/** The LIMIT keeps both servers from turning the subquery into a join in an order of their own. */
export const hasTerm = (contactId: Condition, termIds: number[]): Condition =>
  sql`(SELECT 1 FROM ${contactTerms} h WHERE h.contact_id = ${contactId} AND h.term_id IN (${sql.join(termIds)}) LIMIT 1) = 1`;

/** The conditions on a contact's own row. */
export const ownConditions = ({ status, emailKey, created, modified }: Filter): Condition[] => [
  ...(status === undefined ? [] : [sql`c.status = ${status}`]),
  ...(emailKey === undefined ? [] : [sql`c.email_key = ${emailKey}`]),
  ...within(sql`c.creation_date`, created),
  ...within(sql`c.last_modified`, modified),
];

export const termConditions = ({ tags, lists }: Pick<Filter, 'tags' | 'lists'>): Condition[] =>
  [tags, lists].filter((ids) => ids.length > 0).map((ids) => hasTerm(sql`c.id`, ids));

/** `WHERE …`, or nothing. */
export const where = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
