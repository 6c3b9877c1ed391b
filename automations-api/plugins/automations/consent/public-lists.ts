/** The lists that contacts can choose. The settings can still contain lists that were deleted or merged. */
import type { Db } from '../core/tables.ts';
import { findTerms } from '../terms/core/membership-queries.ts';
import { type Term, TermType } from '../terms/core/queries.ts';

/** Finds the lists among the ids, in the order of the site's settings. */
export async function publicLists(db: Db, ids: number[]): Promise<Term[]> {
  const terms = await findTerms(db, ids);
  return ids.flatMap((id) => terms.filter((term) => term.id === id && term.type === TermType.list));
}
