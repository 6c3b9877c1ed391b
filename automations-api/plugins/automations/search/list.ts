/** A page of contacts with the filter's total. */

import { Axis, everyone } from '../contacts/counts.ts';
import type { Db } from '../tables.ts';
import { countInDays, isBounded, loadSizes, type TermSize } from './counts.ts';
import { findPage, type Page, type Slice } from './page.ts';
import { choosePageStart, type Sizes } from './page-start.ts';
import type { Filter, Sort } from './schema.ts';
import type { Totals } from './total.ts';

export type ContactPage = Page & { total: number };

/** In the second half of a long list the page is looked for from the end, so that no page is further than half. */
export async function listContacts(
  db: Db,
  totals: Totals,
  filter: Filter,
  sort: Sort,
  slice: Slice,
): Promise<ContactPage> {
  const sizeOf = await loadSizes(db, filter);
  const [total, sizes] = await Promise.all([totals.count(filter, sizeOf), startSizes(db, filter, sizeOf)]);
  const { limit, offset, after } = slice;
  const length = after ? limit : Math.min(limit, total - offset);
  if (length <= 0 || total === 0) return { rows: [], total };
  const fromEnd = total - offset - length;
  if (after || offset <= fromEnd) {
    const start = choosePageStart(filter, sort, offset + length, total, sizes);
    return { ...(await findPage(db, filter, sort, slice, start)), total };
  }
  const backwards = { ...sort, descending: !sort.descending };
  const start = choosePageStart(filter, backwards, fromEnd + length, total, sizes);
  const { rows } = await findPage(db, filter, backwards, { limit: length, offset: fromEnd }, start);
  return { rows: rows.reverse(), total };
}

async function startSizes(db: Db, filter: Filter, sizeOf: (termId: number) => TermSize): Promise<Sizes> {
  const all = sizeOf(everyone).all;
  const sum = (ids: number[]) =>
    Math.min(
      all,
      ids.reduce((size, id) => size + sizeOf(id).all, 0),
    );
  const inDays = (axis: Axis, range: Filter['created']) =>
    isBounded(range) ? countInDays(db, everyone, axis, range, undefined) : all;
  const [created, modified] = await Promise.all([
    inDays(Axis.created, filter.created),
    inDays(Axis.modified, filter.modified),
  ]);
  const status = filter.status === undefined ? all : (sizeOf(everyone).byStatus.get(filter.status) ?? 0);
  return { everyone: all, tags: sum(filter.tags), lists: sum(filter.lists), status, created, modified };
}
