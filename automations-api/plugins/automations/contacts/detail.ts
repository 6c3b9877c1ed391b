/** The detail of a contact, as every route that shows or changes one answers it. */
import type { Context } from '../context.ts';
import { success } from '../envelope.ts';
import { findFieldValues } from '../fields/value-queries.ts';
import { listTermsOfContacts } from '../memberships/queries.ts';
import type { ContactRow } from './queries.ts';
import { toDetail } from './record.ts';
import { linkUsers } from './wordpress-users.ts';

export async function detailOf({ db, findWordPressUsers }: Context, row: ContactRow) {
  const [[linked], terms, fields] = await Promise.all([
    linkUsers(findWordPressUsers, [row]),
    listTermsOfContacts(db, [row.id]),
    findFieldValues(db, row.id),
  ]);
  return success({ contact: toDetail(linked ?? row, terms.get(row.id) ?? [], fields) });
}
