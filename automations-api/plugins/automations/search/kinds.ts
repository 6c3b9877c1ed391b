/** Keeps a filter to its words: the id of a list among the tags names no tag, and finds nobody. */

import { findTerms } from '../memberships/queries.ts';
import type { Db } from '../tables.ts';
import type { Filter } from './schema.ts';

/** An id that nothing has; 0 stands for all contacts among the counts. */
const nobody = -1;

export async function keepKinds(db: Db, filter: Filter): Promise<Filter> {
  const { tags, lists } = filter;
  if (tags.length + lists.length === 0) return filter;
  const terms = await findTerms(db, [...tags, ...lists]);
  const keep = (ids: number[], type: number) => {
    const kept = ids.filter((id) => terms.some((term) => term.id === id && term.type === type));
    return ids.length > 0 && kept.length === 0 ? [nobody] : kept;
  };
  return { ...filter, tags: keep(tags, 1), lists: keep(lists, 2) };
}
