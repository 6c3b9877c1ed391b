/**
 * Pages of possible duplicates. Each page reads a limited part of the index, so it can have fewer groups than the
 * limit.
 */
import { patient } from '../../../../shared/db/db.ts';
import type { Context } from '../context/context.ts';
import { toRecords } from '../finder/records.ts';
import { type DuplicateKind, findKeyAfter, type Group, listGroups, listMembers } from './duplicate-queries.ts';

/** Number of contacts read at once. Together with `partsPerPage` this limits a page to about a tenth of a second. */
const contactsAtOnce = 40_000;
const partsPerPage = 3;
/** The minimum length of keys. Phone numbers with fewer digits are extensions. */
const shortest = { email: 1, phone: 6 };
/** Maximum number of contacts shown per group. */
const mostShown = 25;

/** A page. `next` is the key after which the next page starts; undefined on the last page. */
type GroupPage = { groups: Group[]; next: string | undefined };

export async function findGroups(
  context: Context,
  kind: DuplicateKind,
  from: string,
  limit: number,
): Promise<GroupPage> {
  const db = patient(context.db);
  const groups: Group[] = [];
  let after = from;
  for (let part = 0; part < partsPerPage; part++) {
    const last = await findKeyAfter(db, kind, after, contactsAtOnce);
    const found = await listGroups(db, kind, { after, last, limit: limit - groups.length, shortest: shortest[kind] });
    groups.push(...found);
    if (groups.length === limit) return { groups, next: groups.at(-1)?.value };
    if (last === undefined) return { groups, next: undefined };
    after = last;
  }
  return { groups, next: after };
}

export async function showGroup({ db, findWordPressUsers }: Context, kind: DuplicateKind, { value, n }: Group) {
  const rows = await listMembers(db, kind, value, mostShown);
  return { value, count: n, contacts: await toRecords(db, findWordPressUsers, rows) };
}
