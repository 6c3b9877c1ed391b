/** Queries for tags and lists that are being merged. */
import type { Selectable } from 'kysely';
import type { Caller } from '../../../host/core/route.ts';
import { showCaller, toCallerColumns } from '../core/callers.ts';
import type { AutomationsTables, Db, Trx } from '../core/tables.ts';
import type { Term, TermType } from './core/queries.ts';
import { deleteTermRest } from './deletion-queries.ts';

export type TermMerge = { term: Term; intoId: number; by: Caller };

/** Locks the terms with these ids and this type, in id order, until the transaction ends. */
export const lockTermsOf = (trx: Trx, type: TermType, ids: number[]): Promise<Term[]> =>
  trx
    .selectFrom('automations_terms')
    .select(['id', 'type', 'name'])
    .where('id', 'in', ids)
    .where('type', '=', type)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Moves a locked term to the table of merges. Earlier merges into this term now point to `intoId`. */
export async function insertTermMerge(trx: Trx, { term, intoId, by }: TermMerge, now: Date): Promise<void> {
  const { id, type, name } = term;
  await trx
    .insertInto('automations_term_merges')
    .values({ term_id: id, type, name, into_id: intoId, ...toCallerColumns(by), created_at: now })
    .execute();
  const kept = { into_id: intoId };
  for (const table of ['automations_term_merges', 'automations_merged_terms'] as const)
    await trx.updateTable(table).set(kept).where('into_id', '=', id).execute();
  const merged = trx.insertInto('automations_merged_terms').values({ term_id: id, ...kept });
  await merged.onDuplicateKeyUpdate(kept).execute();
  await trx.deleteFrom('automations_terms').where('id', '=', id).execute();
}

/** Finds the merge of a term, or the merge with the lowest id if no term is given. */
export const findTermMerge = async (db: Db, termId?: number): Promise<TermMerge | undefined> =>
  toMerge(
    await db
      .selectFrom('automations_term_merges')
      .selectAll()
      .$if(termId !== undefined, (merges) => merges.where('term_id', '=', termId as number))
      .orderBy('term_id')
      .limit(1)
      .executeTakeFirst(),
  );

/** Locks a merge. Resolves to undefined if it has ended or another process is working on it. */
export const lockTermMerge = async (trx: Trx, termId: number): Promise<TermMerge | undefined> =>
  toMerge(
    await trx
      .selectFrom('automations_term_merges')
      .selectAll()
      .where('term_id', '=', termId)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),
  );

const toMerge = (row: Selectable<AutomationsTables['automations_term_merges']> | undefined): TermMerge | undefined =>
  row && { term: { id: row.term_id, type: row.type, name: row.name }, intoId: row.into_id, by: showCaller(row) };

export async function deleteTermMerge(trx: Trx, termId: number): Promise<void> {
  await deleteTermRest(trx, termId);
  await trx.deleteFrom('automations_term_merges').where('term_id', '=', termId).execute();
}
