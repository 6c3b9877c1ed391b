/** All contacts of a filter as text, read a part at a time: nothing holds more than one part. */
import { patient } from '../../../../shared/db/db.ts';
import type { ContactRow } from '../contacts/queries.ts';
import { toRecord } from '../contacts/record.ts';
import { linkUsers } from '../contacts/wordpress-users.ts';
import type { Context } from '../context.ts';
import type { Db } from '../core/tables.ts';
import { listValuesOfContacts } from '../fields/value-queries.ts';
import type { Position } from '../search/cursor.ts';
import { findPage } from '../search/page.ts';
import { isInOrder, startsOf } from '../search/page-start.ts';
import type { Filter, Sort } from '../search/schema.ts';
import { listTermsOfContacts } from '../terms/core/membership-queries.ts';
import type { Column, ExportedContact } from './columns.ts';
import type { Format } from './formats.ts';

/** Below a thousand, from where MariaDB makes a table of a list of ids and walks whole tables beside it. */
const partSize = 900;
/** Oldest first, so that a contact added meanwhile comes at the end instead of moving the rest. */
const sort: Sort = { field: 'creation_date', descending: false };

type Sources = Pick<Context, 'db' | 'findWordPressUsers'>;

export async function* exportContacts(
  { db: quick, findWordPressUsers }: Sources,
  filter: Filter,
  columns: Column[],
  { write }: Format,
): AsyncGenerator<string> {
  const db = patient(quick);
  const names = columns.map(({ name }) => name);
  const start =
    filter.emailKey === undefined ? (startsOf(filter).find((one) => isInOrder(one, filter, sort)) ?? 'sort') : 'email';
  let after: Position | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const { rows, next } = await findPage(db, filter, sort, { limit: partSize, offset: 0, after }, start);
    const contacts = await readContacts({ db, findWordPressUsers }, rows, columns);
    const values = contacts.map((contact) => columns.map(({ read }) => read(contact)));
    const text = write(names, values, isFirst);
    if (text !== '') yield text;
    if (!next) return;
    after = next;
  }
}

async function readContacts(
  { db, findWordPressUsers }: Sources & { db: Db },
  rows: ContactRow[],
  columns: Column[],
): Promise<ExportedContact[]> {
  const ids = rows.map(({ id }) => id);
  const fieldIds = columns.flatMap(({ fieldId }) => fieldId ?? []);
  const [linked, terms, values] = await Promise.all([
    linkUsers(findWordPressUsers, rows),
    listTermsOfContacts(db, ids),
    listValuesOfContacts(db, ids, fieldIds),
  ]);
  return linked.map((row) => {
    const own = terms.get(row.id) ?? [];
    return { row, record: toRecord(row, own), terms: own, values: values.get(row.id) ?? new Map() };
  });
}
