/** What conditions in SQL are made of. `c` is the contact. */
// biome-ignore-all lint/plugin: finding contacts is written by hand.
import { type RawBuilder, sql } from 'kysely';

export type Condition = RawBuilder<unknown>;

export const contactTerms = sql.table('automations_contact_terms');
export const contacts = sql.table('automations_contacts');

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
