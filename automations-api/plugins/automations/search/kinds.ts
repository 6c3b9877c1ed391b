/**
 * Looks up what a filter names, and keeps it to its words: the id of a list among the tags names no tag, and finds nobody.
 */

import type { Db } from '../core/tables.ts';
import { findTerms } from '../terms/core/membership-queries.ts';
import { nobody } from './criterion.ts';
import type { AskedFilter, Filter } from './schema.ts';

/** @throws unprocessable_entity */
export async function keepKinds(db: Db, { asked, ...filter }: AskedFilter): Promise<Filter> {
  const criteria = (await Promise.all(asked.map((find) => find(db)))).flat();
  const { tags, lists } = filter;
  if (tags.length + lists.length === 0) return { ...filter, criteria };
  const terms = await findTerms(db, [...tags, ...lists]);
  const keep = (ids: number[], type: number) => {
    const kept = ids.filter((id) => terms.some((term) => term.id === id && term.type === type));
    return ids.length > 0 && kept.length === 0 ? [nobody] : kept;
  };
  return { ...filter, criteria, tags: keep(tags, 1), lists: keep(lists, 2) };
}
