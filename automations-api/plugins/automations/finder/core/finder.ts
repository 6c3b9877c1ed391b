/**
 * Finds contacts by a filter: in the index of this process, or by SQL alone while there is none. A wrong answer has its cause
 * here or in the file of a criterion.
 */
import type { ContactRow } from '../../contacts/core/queries.ts';
import type { Db } from '../../core/tables.ts';
import { amongIds, type Filter } from '../criteria/criterion.ts';
import type { FollowedIndex } from '../index/followed-index.ts';
import type { Found } from '../index/found.ts';
import { countContacts, listIds, listIdsAmong, listPositions, listRows } from '../sql/find-queries.ts';
import type { Position, Slice, Sort } from '../sql/sort.ts';
import { listFound } from './found-positions.ts';

/**
 * `next` is where a full page ended, as the index said it: the row read after may have moved, and may be gone, so that a
 * page that is full can have fewer rows. `total` is counted when it is asked for.
 */
type ContactPage = { rows: ContactRow[]; next?: Position | undefined; total: () => Promise<number> };

export type ContactFinder = {
  page: (filter: Filter, sort: Sort, slice: Slice) => Promise<ContactPage>;
  count: (filter: Filter) => Promise<number>;
  /** All contacts that meet it at one moment, in no order. */
  ids: (filter: Filter) => Promise<number[]>;
  /** Which of a few contacts meet it now, as a transaction sees them, where one is given. */
  among: (filter: Filter, contactIds: number[], trx?: Db) => Promise<number[]>;
};

/** The two places where contacts are found; `contactIndex` has no index while SQL has to answer. */
export type Sources = { db: Db; contactIndex: Pick<FollowedIndex, 'fresh'> };

/** For finders that ask SQL alone. */
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
