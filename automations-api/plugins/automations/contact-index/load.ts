/** Reads contacts and their tags and lists into an index: all of them, a slice at a time, or some that changed. */
import type { Db } from '../tables.ts';
import type { ContactIndex } from './contact-index.ts';
import { listIndexedAfter, listIndexedById, listMembershipsBetween, listMembershipsOf } from './queries.ts';

/** Of a slice some 10 ms of the event loop are spent. */
const sliceSize = 2_000;
/** MariaDB turns a list of a thousand values and more into a table. */
const idsARead = 500;

/** Ends early when `isEnough` says so between two slices. */
export async function readAllContacts(db: Db, index: ContactIndex, isEnough: () => boolean): Promise<void> {
  for (let after = 0; !isEnough(); ) {
    const rows = await listIndexedAfter(db, after, sliceSize);
    const ids = rows.map(({ id }) => id);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) return;
    index.put(ids, rows, await listMembershipsBetween(db, first, last));
    after = last;
  }
}

/**
 * What some contacts now are. Their rows and memberships may be of two moments: a change in between is in the feed, and
 * they are read again.
 */
export async function refreshContacts(db: Db, index: ContactIndex, contactIds: number[]): Promise<void> {
  const ids = [...new Set(contactIds)];
  for (let from = 0; from < ids.length; from += idsARead) {
    const part = ids.slice(from, from + idsARead);
    const [rows, memberships] = await Promise.all([listIndexedById(db, part), listMembershipsOf(db, part)]);
    index.put(part, rows, memberships);
  }
}
