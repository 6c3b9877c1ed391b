/** The lists that contacts may choose. The settings may still name one that was deleted, or became part of another. */

import type { Db } from '../core/tables.ts';
import { findTerms } from '../terms/core/membership-queries.ts';
import { type Term, TermType } from '../terms/core/queries.ts';

/** Finds the lists among the ids, in the order of the site's settings. */
export async function publicLists(db: Db, ids: number[]): Promise<Term[]> {
  const terms = await findTerms(db, ids);
  return ids.flatMap((id) => terms.filter((term) => term.id === id && term.type === TermType.list));
}
