/** Reads a request's contact and checks all that needs no database. Pure. */
import { randomBytes } from 'node:crypto';
import { type ContactColumn, unsetColumns } from '../core/contact-columns.ts';
import type { NewAddress } from '../core/erased-addresses.ts';
import { keyOfEmail } from '../core/text.ts';
import { parseCountry } from './core/countries.ts';
import type { ContactRow, NewContactRow } from './core/queries.ts';
import { parseStatus, statusKeepingOptOut } from './core/statuses.ts';
import { parseEmail } from './emails.ts';
import type { ContactChange } from './schema.ts';
import { readTermNames } from './term-names.ts';

type Columns = Pick<NewContactRow, Exclude<ContactColumn, 'status'> | 'email_key'>;

/** Absent members stay unchanged. */
export type ContactInput = {
  columns: Partial<Columns>;
  status?: string;
  /** Creation time elsewhere, for a contact that is new here. */
  createdAt?: Date;
  /** Allows an address that was erased. */
  afterErasure?: boolean;
  /** A contact who opted out keeps that status, except for a complaint. */
  keepsOptOut?: boolean;
  tags?: number[];
  lists?: number[];
  /** Win over ids. */
  tagNames?: string[];
  listNames?: string[];
  fields?: Record<string, unknown>;
};

/** @throws email_invalid or unprocessable_entity */
export function readContactInput({
  email,
  country,
  status,
  tags,
  lists,
  tag_names,
  list_names,
  fields,
  after_erasure: afterErasure = false,
  ...others
}: ContactChange): ContactInput {
  const address = email === undefined ? undefined : parseEmail(email);
  if (status !== undefined) parseStatus(status);
  return {
    columns: {
      ...others,
      ...(address === undefined ? {} : { email: address, email_key: keyOfEmail(address) }),
      ...(country === undefined ? {} : { country: parseCountry(country) }),
    },
    ...(status === undefined ? {} : { status }),
    afterErasure,
    ...(tags === undefined ? {} : { tags }),
    ...(lists === undefined ? {} : { lists }),
    ...(tag_names === undefined ? {} : { tagNames: readTermNames('tag_names', tag_names) }),
    ...(list_names === undefined ? {} : { listNames: readTermNames('list_names', list_names) }),
    ...(fields === undefined ? {} : { fields: fields as Record<string, unknown> }),
  };
}

/** The address the input gives a contact that did not have it before. */
export const newAddresses = (
  { columns, afterErasure = false }: ContactInput,
  before: { row: ContactRow } | undefined,
): NewAddress[] =>
  columns.email_key === undefined || columns.email_key === before?.row.email_key
    ? []
    : [{ emailKey: columns.email_key, afterErasure }];

/** The row after the input; without a row before, a new one. */
export function rowAfter(
  { columns, status, createdAt, keepsOptOut }: ContactInput,
  before: ContactRow | undefined,
  now: Date,
): NewContactRow {
  const row = before ?? { ...newRow(now), creation_date: createdAt ?? now };
  const read = keepsOptOut ? statusKeepingOptOut : parseStatus;
  return { ...row, ...columns, status: status === undefined ? row.status : read(status, before?.status) };
}

const newRow = (now: Date): NewContactRow => ({
  uid: randomBytes(16).toString('hex'),
  wpid: 0,
  email_key: '',
  ...unsetColumns,
  creation_date: now,
  last_modified: now,
});
