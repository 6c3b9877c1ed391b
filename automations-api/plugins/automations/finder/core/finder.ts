/** The search for contacts by a filter, in the index of this process or, without one, by SQL. */
import type { ContactRow } from '../../contacts/core/queries.ts';
import type { Db } from '../../core/tables.ts';
import { amongIds, type Filter } from '../criteria/criterion.ts';
import type { FollowedIndex } from '../index/followed-index.ts';
import type { Found } from '../index/found.ts';
import { countContacts, listIds, listIdsAmong, listPositions, listRows } from '../sql/find-queries.ts';
import type { Position, Slice, Sort } from '../sql/sort.ts';
import { listFound } from './found-positions.ts';

/**
 * A page of contacts. `next` is the position of a full page's last contact. A full page can have fewer rows than the
 * limit, since contacts found in the index may have been deleted. `total` counts on demand.
 */
type ContactPage = { rows: ContactRow[]; next?: Position | undefined; total: () => Promise<number> };

export type ContactFinder = {
  page: (filter: Filter, sort: Sort, slice: Slice) => Promise<ContactPage>;
  count: (filter: Filter) => Promise<number>;
  /** Finds the ids of all matching contacts at one moment, unordered. */
  ids: (filter: Filter) => Promise<number[]>;
  /** Finds which of a few contacts match, as `trx` sees them. */
  among: (filter: Filter, contactIds: number[], trx?: Db) => Promise<number[]>;
};

/** The sources of contacts. While `contactIndex` has no index, SQL is used. */
export type Sources = { db: Db; contactIndex: Pick<FollowedIndex, 'fresh'> };

/** A source without an index, for finders that only use SQL. */
export const withoutIndex: Sources['contactIndex'] = { fresh: async () => undefined };

export function createFinder({ db, contactIndex }: Sources): ContactFinder {
  const find = async (filter: Filter): Promise<Found | undefined> => {
    const index = await contactIndex.fresh();
    if (!index) return undefined;
    const inIndex = filter.map((one) => one.inIndex ?? amongIds(() => listIds(db, [one])));
    return index.find(await Promise.all(inIndex.map((prepare) => prepare(index))));
  };
  return {
    async page(filter, sort, slice) {
      const found = await find(filter);
      const positions = await (found ? listFound(db, found, sort, slice) : listPositions(db, filter, sort, slice));
      return {
        rows: await listRows(db, positions),
        next: positions.length === slice.limit ? positions.at(-1) : undefined,
        total: async () => found?.total ?? countContacts(db, filter),
      };
    },
    count: async (filter) => (await find(filter))?.total ?? countContacts(db, filter),
    ids: async (filter) => (await find(filter))?.ids() ?? listIds(db, filter),
    among: (filter, contactIds, trx = db) => listIdsAmong(trx, filter, contactIds),
  };
}
