/** The loading of contacts with their tags, lists and values into an index: all in slices, or only changed ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../core/tables.ts';
import type { ContactIndex } from './contact-index.ts';
import type { IndexedValue } from './field-values.ts';
import { listIndexedAfter, listIndexedById, listMembershipsBetween, listMembershipsOf } from './queries.ts';

/** Number of contacts per slice. A slice takes about 5 ms of the event loop. */
const sliceSize = 1_000;
/** Maximum number of ids per query. MariaDB turns a list of 1,000 or more into a temporary table. */
const idsPerRead = 500;

/** Functions that read values of custom fields for a range of ids or for given contacts. */
export type ReadValues = {
  between: (db: Db, from: number, to: number) => Promise<IndexedValue[]>;
  of: (db: Db, contactIds: number[]) => Promise<IndexedValue[]>;
};

/**
 * Reads all contacts, until `isEnough` returns true. Pauses after each slice as long as storing it took, so that
 * other work gets at least half of the event loop.
 */
export async function readAllContacts(
  db: Db,
  readValues: ReadValues,
  index: ContactIndex,
  isEnough: () => boolean,
): Promise<void> {
  for (let after = 0; !isEnough(); ) {
    const rows = await listIndexedAfter(db, after, sliceSize);
    const ids = rows.map(({ id }) => id);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) return;
    const [memberships, values] = await Promise.all([
      listMembershipsBetween(db, first, last),
      readValues.between(db, first, last),
    ]);
    const startedAt = performance.now();
    index.put(ids, rows, memberships, values);
    after = last;
    await sleep(performance.now() - startedAt);
  }
}

/**
 * Updates contacts in the index. Rows, memberships and values are read separately. A change in between is also in the
 * feed, so the contact is read again.
 */
export async function refreshContacts(
  db: Db,
  readValues: ReadValues,
  index: ContactIndex,
  contactIds: number[],
): Promise<void> {
  const ids = [...new Set(contactIds)];
  for (let from = 0; from < ids.length; from += idsPerRead) {
    const part = ids.slice(from, from + idsPerRead);
    const [rows, memberships, values] = await Promise.all([
      listIndexedById(db, part),
      listMembershipsOf(db, part),
      readValues.of(db, part),
    ]);
    index.put(part, rows, memberships, values);
  }
}
