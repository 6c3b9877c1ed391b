/** A page of contacts with the filter's total: by the index in memory where there is one, else by SQL alone. */
import type { FollowedIndex } from '../contact-index/followed-index.ts';
import { Axis, everyone } from '../contacts/counts.ts';
import type { Db } from '../core/tables.ts';
import { countInDays, isBounded, loadSizes, sizeOfStatuses, type TermSize } from './counts.ts';
import { conditionsOf, keepsOf, readFound } from './found-page.ts';
import { findPage, type Page, type Slice } from './page.ts';
import { choosePageStart, type Sizes } from './page-start.ts';
import type { Filter, Sort } from './schema.ts';
import type { Totals } from './total.ts';

export type ContactPage = Page & { total: number };
/** What lists are answered from. */
export type Sources = { db: Db; totals: Totals; contactIndex: Pick<FollowedIndex, 'fresh'> };
type ReadPage = (sort: Sort, slice: Slice) => Promise<Page>;

export async function listContacts(
  { db, totals, contactIndex }: Sources,
  filter: Filter,
  sort: Sort,
  slice: Slice,
): Promise<ContactPage> {
  // One address is found by its own key in MySQL.
  const index = filter.emailKey === undefined ? await contactIndex.fresh() : undefined;
  if (!index) return listBySql(db, totals, filter, sort, slice);
  const found = index.find(conditionsOf(filter), await keepsOf(filter, index));
  return fromNearerEnd(found.total, sort, slice, (sort, slice) =>
    readFound(db, index.size, found, filter, sort, slice),
  );
}

async function listBySql(db: Db, totals: Totals, filter: Filter, sort: Sort, slice: Slice): Promise<ContactPage> {
  const sizeOf = await loadSizes(db, filter);
  const [total, sizes] = await Promise.all([totals.count(filter, sizeOf), startSizes(db, filter, sizeOf)]);
  return fromNearerEnd(total, sort, slice, (sort, slice) => {
    const start = choosePageStart(filter, sort, slice.offset + slice.limit, total, sizes);
    return findPage(db, filter, sort, slice, start);
  });
}

/** In the second half of a long list the page is looked for from the end, so that no page is further than half. */
async function fromNearerEnd(total: number, sort: Sort, slice: Slice, read: ReadPage): Promise<ContactPage> {
  const { limit, offset, after } = slice;
  const length = after ? limit : Math.min(limit, total - offset);
  if (length <= 0 || total === 0) return { rows: [], total };
  const fromEnd = total - offset - length;
  if (after || offset <= fromEnd) return { ...(await read(sort, slice)), total };
  const { rows } = await read({ ...sort, descending: !sort.descending }, { limit: length, offset: fromEnd });
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
    isBounded(range) ? countInDays(db, everyone, axis, range, []) : all;
  const [created, modified] = await Promise.all([
    inDays(Axis.created, filter.created),
    inDays(Axis.modified, filter.modified),
  ]);
  const status = sizeOfStatuses(sizeOf(everyone), filter.statuses);
  return { everyone: all, tags: sum(filter.tags), lists: sum(filter.lists), status, created, modified };
}
