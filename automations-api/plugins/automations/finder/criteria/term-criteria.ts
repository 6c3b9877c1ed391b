/** Criteria on tags and lists: a contact has any, all or none of them. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { findTerms } from '../../terms/core/membership-queries.ts';
import { TermType } from '../../terms/core/queries.ts';
import { type Condition, type Criterion, criterionKind } from './criterion.ts';

const ids = (description: string) => Type.Optional(Type.Array(Type.Integer(), { maxItems: 100, description }));
const args = {
  tag: ids('Has one of these tags.'),
  list: ids('Is on one of these lists.'),
  tag_all: ids('Has all of these tags.'),
  tag_not: ids('Has none of these tags.'),
  list_all: ids('Is on all of these lists.'),
  list_not: ids('Is on none of these lists.'),
};
const kinds = [
  ['tag', TermType.tag, hasOne],
  ['list', TermType.list, hasOne],
  ['tag_all', TermType.tag, hasAll],
  ['list_all', TermType.list, hasAll],
  ['tag_not', TermType.tag, hasNone],
  ['list_not', TermType.list, hasNone],
] as const satisfies [keyof typeof args, TermType, (ids: number[]) => Criterion[]][];

/** An id that no tag or list has. */
const missing = -1;

export const termCriteria = criterionKind({
  name: 'terms',
  label: 'Tags and lists',
  args,
  read(args) {
    const given = kinds.filter(([name]) => (args[name] ?? []).length > 0);
    if (given.length === 0) return undefined;
    return async (db) => {
      const terms = await findTerms(db, [...new Set(given.flatMap(([name]) => args[name] ?? []))]);
      return given.flatMap(([name, type, has]) => {
        // A tag's id in a parameter for lists counts as unknown, and so does a list's id in one for tags.
        const isKnown = (id: number) => terms.some((term) => term.id === id && term.type === type);
        return has([...new Set(args[name])].map((id) => (isKnown(id) ? id : missing)));
      });
    };
  },
});

function hasOne(ids: number[]): Criterion[] {
  return [{ sql: hasTerm(ids), inIndex: (index) => (bits) => index.keepTerms(bits, ids) }];
}

function hasAll(ids: number[]): Criterion[] {
  return ids.flatMap((id) => hasOne([id]));
}

function hasNone(ids: number[]): Criterion[] {
  const known = ids.filter((id) => id !== missing);
  if (known.length === 0) return [];
  return [{ sql: sql`NOT ${hasTerm(known)}`, inIndex: (index) => (bits) => index.dropTerms(bits, known) }];
}

/**
 * Builds the condition. The lookup of a single term includes the creation date, because the index that groups its
 * contacts starts with these columns. The LIMIT prevents MySQL and MariaDB from using a join.
 */
function hasTerm(ids: number[]): Condition {
  const [only, ...others] = ids;
  const found =
    others.length === 0
      ? sql`h FORCE INDEX (PRIMARY) WHERE h.term_id = ${only} AND h.creation_date = c.creation_date`
      : sql`h FORCE INDEX (contact_terms_contact) WHERE h.term_id IN (${sql.join(ids)})`;
  return sql`((SELECT 1 FROM ${sql.table('automations_contact_terms')} ${found} AND h.contact_id = c.id LIMIT 1) IS NOT NULL)`;
}
