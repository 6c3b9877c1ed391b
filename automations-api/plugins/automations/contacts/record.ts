/** Conversion of contacts to answers. */
import { ownTexts } from '../core/contact-columns.ts';
import { sqlDate } from '../core/dates.ts';
import type { FieldValue } from '../fields/core/values.ts';
import { type Term, TermType } from '../terms/core/queries.ts';
import type { ContactRecord } from './answers.ts';
import type { Customer } from './core/customers.ts';
import { Status } from './core/statuses.ts';
import type { LinkedRow } from './core/wordpress-users.ts';

const jsonIds = (terms: Term[], type: TermType) =>
  JSON.stringify(terms.filter((term) => term.type === type).map(({ id }) => id));

/** Returns the record, in which every value is a string. `terms` are the contact's tags and lists. */
export function toRecord(row: LinkedRow, terms: Term[]): ContactRecord {
  const { status, ...own } = ownTexts(row);
  return {
    id: String(row.id),
    wpid: String(row.wpid ?? 0),
    uid: row.uid,
    ...own,
    tags: jsonIds(terms, TermType.tag),
    lists: jsonIds(terms, TermType.list),
    last_modified: sqlDate(row.last_modified),
    creation_date: sqlDate(row.creation_date),
    status,
  };
}

type Values = Record<string, FieldValue>;

const detail = <Own extends object>(row: LinkedRow, contact: Own, fields: Values, customer: Customer | null) => ({
  contact: {
    id: row.id,
    uid: row.uid,
    email: row.email,
    wp_id: row.wpid ?? 0,
    meta: {},
    children: {},
    ...contact,
    blank_values_update: false,
    is_subscribed: row.status === Status.subscribed,
  },
  customer,
  fields,
});

/** Returns the detail of an existing contact. */
export const toDetail = (row: LinkedRow, terms: Term[], fields: Values, customer: Customer | null) =>
  detail(row, { db_contact: toRecord(row, terms) }, fields, customer);

/** Returns the detail of a newly created contact. */
export const toCreatedDetail = (row: LinkedRow, fields: Values) => {
  const { f_name, l_name, state, country, contact_no, source, type } = row;
  const status = String(row.status);
  const own = { f_name, l_name, state, country, contact_no, status, source, type, db_contact: null };
  return detail(row, own, fields, null);
};
