/** Queries for tags and lists, which share a table and differ by type. */
import type { Db, Trx } from '../../core/tables.ts';
import { keyOf } from '../../core/text.ts';

export const TermType = { tag: 1, list: 2 } as const;
export type TermType = (typeof TermType)[keyof typeof TermType];
/** The types with their names in routes. */
export const termKinds = [
  { type: TermType.tag, one: 'tag', many: 'tags' },
  { type: TermType.list, one: 'list', many: 'lists' },
] as const;
export type TermKind = (typeof termKinds)[number];
export type Term = { id: number; type: number; name: string };

/** Converts a term to its form in answers. */
export const toTermRef = ({ id, name }: Pick<Term, 'id' | 'name'>) => ({ ID: id, name });

/** Finds the ids of terms by the keys of their names. */
export async function findTermIdsByName(db: Db, type: TermType, nameKeys: string[]): Promise<Map<string, number>> {
  if (nameKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('automations_terms')
    .select(['id', 'name_key'])
    .where('type', '=', type)
    .where('name_key', 'in', nameKeys)
    .execute();
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}

/**
 * Inserts terms, except those whose name is taken or repeated, and returns the inserted ones in order. Concurrent
 * calls create a name only once.
 */
export async function insertTerms(trx: Trx, type: TermType, names: string[], now: Date): Promise<Term[]> {
  const inserted: Term[] = [];
  for (const name of names) {
    const { insertId, numInsertedOrUpdatedRows } = await trx
      .insertInto('automations_terms')
      .ignore()
      .values({ type, name, name_key: keyOf(name), created_at: now })
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows) inserted.push({ id: Number(insertId), type, name });
  }
  return inserted;
}

/** Replaces the ids of merged terms. An import may have given such an id to a new term. That id is not replaced. */
export async function replaceMerged(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const merged = await db
    .selectFrom('automations_merged_terms as m')
    .leftJoin('automations_terms as t', 't.id', 'm.term_id')
    .select(['m.term_id', 'm.into_id'])
    .where('m.term_id', 'in', ids)
    .where('t.id', 'is', null)
    .execute();
  const kept = new Map(merged.map(({ term_id, into_id }) => [term_id, into_id]));
  return ids.map((id) => kept.get(id) ?? id);
}

export const findTermForUpdate = (trx: Trx, type: TermType, id: number): Promise<Term | undefined> =>
  trx
    .selectFrom('automations_terms')
    .select(['id', 'type', 'name'])
    .where('id', '=', id)
    .where('type', '=', type)
    .forUpdate()
    .executeTakeFirst();

/** Renames a term. @throws a duplicate-key error if the name is taken */
export const updateTermName = (trx: Trx, id: number, name: string, now: Date) =>
  trx
    .updateTable('automations_terms')
    .set({ name, name_key: keyOf(name), updated_at: now })
    .where('id', '=', id)
    .execute();
