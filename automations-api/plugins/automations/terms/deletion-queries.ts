/** Queries for tags and lists that are being deleted. */
import type { Trx } from '../core/tables.ts';
import type { Term } from './core/queries.ts';

/** Moves a locked term to the table of deletions. A new term can then have its name, and no term has its id. */
export async function insertTermDeletion(trx: Trx, { id, type, name }: Term, now: Date): Promise<void> {
  await trx.insertInto('automations_term_deletions').values({ term_id: id, type, name, created_at: now }).execute();
  await trx.deleteFrom('automations_terms').where('id', '=', id).execute();
}

/**
 * Locks the deletion of a term, and waits for other processes. Without `termId`, locks the first deletion that no
 * other process is working on.
 */
export function lockTermDeletion(trx: Trx, termId?: number): Promise<Term | undefined> {
  const deletions = trx.selectFrom('automations_term_deletions').select(['term_id as id', 'type', 'name']);
  return termId === undefined
    ? deletions.orderBy('term_id').limit(1).forUpdate().skipLocked().executeTakeFirst()
    : deletions.where('term_id', '=', termId).forUpdate().executeTakeFirst();
}

/** Deletes the remaining rows of a term that no contact has. */
export async function deleteTermRest(trx: Trx, termId: number): Promise<void> {
  await trx.deleteFrom('automations_contact_terms').where('term_id', '=', termId).execute();
  await trx.deleteFrom('automations_contact_counts').where('term_id', '=', termId).execute();
}

export async function deleteTermDeletion(trx: Trx, termId: number): Promise<void> {
  await deleteTermRest(trx, termId);
  await trx.deleteFrom('automations_term_deletions').where('term_id', '=', termId).execute();
}
