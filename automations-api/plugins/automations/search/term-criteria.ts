/** Tags and lists that a contact has all of, or none of. */
// biome-ignore-all lint/plugin: finding contacts is written by hand.
import { sql } from 'kysely';
import Type from 'typebox';
import { findTerms } from '../terms/core/membership-queries.ts';
import type { TermType } from '../terms/core/queries.ts';
import { type Criterion, criterionKind, nobody } from './criterion.ts';
import { hasTerm } from './sql-parts.ts';

const ids = (description: string) => Type.Optional(Type.Array(Type.Integer(), { maxItems: 100, description }));
const args = {
  tag_all: ids('Has all of these tags.'),
  tag_not: ids('Has none of these tags.'),
  list_all: ids('Is on all of these lists.'),
  list_not: ids('Is on none of these lists.'),
};
const asked = [
  ['tag_all', 1, hasAll],
  ['list_all', 2, hasAll],
  ['tag_not', 1, hasNone],
  ['list_not', 2, hasNone],
] as const satisfies [keyof typeof args, TermType, (ids: number[]) => Criterion[]][];

export const termCriteria = criterionKind({
  args,
  read(args) {
    const given = asked.filter(([name]) => (args[name] ?? []).length > 0);
    if (given.length === 0) return undefined;
    return async (db) => {
      const terms = await findTerms(db, [...new Set(given.flatMap(([name]) => args[name] ?? []))]);
      return given.flatMap(([name, type, has]) => {
        const ids = [...new Set(args[name])];
        return has(ids.map((id) => (terms.some((term) => term.id === id && term.type === type) ? id : nobody)));
      });
    };
  },
});

function hasAll(ids: number[]): Criterion[] {
  return ids.map((id) => ({
    sql: hasTerm('c', [id]),
    inIndex: (index) => (bits) => index.keepTerm(bits, id),
  }));
}

function hasNone(ids: number[]): Criterion[] {
  const known = ids.filter((id) => id !== nobody);
  if (known.length === 0) return [];
  return [
    {
      sql: sql`NOT ${hasTerm('c', known)}`,
      inIndex: (index) => (bits) => index.dropTerms(bits, known),
    },
  ];
}
