/** Conversion of contact rows to records, with tags, lists and WordPress users. */
import type { ContactRecord } from '../contacts/answers.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import { type FindWordPressUsers, linkUsers } from '../contacts/core/wordpress-users.ts';
import { toRecord } from '../contacts/record.ts';
import type { Db } from '../core/tables.ts';
import { listValuesOfContacts } from '../fields/value-queries.ts';
import { listTermsOfContacts } from '../terms/core/membership-queries.ts';

/** Converts rows to records, in order. */
export async function toRecords(db: Db, findUsers: FindWordPressUsers, rows: ContactRow[]): Promise<ContactRecord[]> {
  const ids = rows.map(({ id }) => id);
  const [linked, terms] = await Promise.all([linkUsers(findUsers, rows), listTermsOfContacts(db, ids)]);
  return linked.map((row) => toRecord(row, terms.get(row.id) ?? []));
}

/** Adds the values of some custom fields, keyed by field id. */
export async function withFields(db: Db, records: ContactRecord[], fieldIds: number[]) {
  const values = await listValuesOfContacts(
    db,
    records.map(({ id }) => Number(id)),
    fieldIds,
  );
  return records.map((record) => ({ ...record, fields: Object.fromEntries(values.get(Number(record.id)) ?? []) }));
}
