/** Pages of contacts that may be one person. Each page reads a bounded part of the index, however few groups are in it. */
import { patient } from '../../../../shared/db/db.ts';
import type { Context } from '../context/context.ts';
import { toRecords } from '../finder/records.ts';
import { type DuplicateKind, findKeyAfter, type Group, listGroups, listMembers } from './duplicate-queries.ts';

/** So many contacts are looked through at once, and so often for a page: about a tenth of a second. */
const contactsAtOnce = 40_000;
const partsAPage = 3;
/** Phone numbers of fewer digits are extensions. */
const shortest = { email: 1, phone: 6 };
/** Contacts shown of a group; its count has them all. */
const mostShown = 25;

/** `next` is where to read on; undefined at the end. */
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
  for (let part = 0; part < partsAPage; part++) {
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
