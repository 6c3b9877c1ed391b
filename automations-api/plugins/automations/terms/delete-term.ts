/** The end of a tag or list: the term, its memberships and its counts go in one transaction. */
import type { Trx } from '../tables.ts';
import { deleteTermRows, findTermForUpdate, type Term, type TermType } from './queries.ts';

/**
 * Undefined when there is no such term. The term is locked first: whoever assigns it holds it too, so that no
 * membership comes after the delete.
 */
export async function deleteTerm(trx: Trx, type: TermType, id: number): Promise<Term | undefined> {
  const term = await findTermForUpdate(trx, type, id);
  if (!term) return undefined;
  await deleteTermRows(trx, id);
  return term;
}
