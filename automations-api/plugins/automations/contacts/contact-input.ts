/** Reads a request's contact and checks all that needs no database. Pure. */
import { randomBytes } from 'node:crypto';
import { type ContactColumn, clearedColumns, unsetColumns } from '../core/contact-columns.ts';
import type { NewAddress } from '../core/erased-addresses.ts';
import { keyOfEmail } from '../core/text.ts';
import { parseCountry } from './core/countries.ts';
import type { ContactRow, NewContactRow } from './core/queries.ts';
import { parseStatus, statusKeepingOptOut } from './core/statuses.ts';
import { parseEmail } from './emails.ts';
import type { ContactChange } from './schema.ts';
import { readTermNames } from './term-names.ts';

type Columns = Pick<NewContactRow, Exclude<ContactColumn, 'status'> | 'email_key'>;

/** Absent fields stay unchanged; tags and lists are added. */
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
  /** The given tags or lists replace those of the contact. */
  replacesTags?: boolean;
  replacesLists?: boolean;
  /** An empty value clears the contact's. */
  fields?: Record<string, unknown>;
  /** No rule starts from this change. */
  stopsAutomation?: boolean;
  /** Nothing is ignored. */
  isStrict?: boolean;
};

/** @throws email_invalid or unprocessable_entity */
export function readContactInput({
  email,
  status,
  tags,
  lists,
  tag_names,
  list_names,
  replace_tags: replacesTags = false,
  replace_lists: replacesLists = false,
  blank_values_update: blanksClear = false,
  stop_automation: stopsAutomation = false,
  strict: isStrict = false,
  fields,
  after_erasure: afterErasure = false,
  ...others
}: ContactChange): ContactInput {
  const isKept = (value: unknown) => value === undefined || (!blanksClear && value === '');
  const address = isKept(email) ? undefined : parseEmail(email as string);
  const isStatusKept = isKept(status);
  if (!isStatusKept) parseStatus(status as string);
  return {
    columns: {
      ...readColumns(others, isKept),
      ...(address === undefined ? {} : { email: address, email_key: keyOfEmail(address) }),
    },
    ...(isStatusKept ? {} : { status: status as string }),
    ...{ afterErasure, replacesTags, replacesLists, stopsAutomation, isStrict },
    ...(tags === undefined ? {} : { tags }),
    ...(lists === undefined ? {} : { lists }),
    ...(tag_names === undefined ? {} : { tagNames: readTermNames('tag_names', tag_names) }),
    ...(list_names === undefined ? {} : { listNames: readTermNames('list_names', list_names) }),
    ...(fields === undefined
      ? {}
      : { fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => !isKept(value))) }),
  };
}

type OwnColumns = Omit<ContactChange, 'email' | 'status' | 'fields'>;

function readColumns(given: OwnColumns, isKept: (value: unknown) => boolean): Partial<Columns> {
  const columns = Object.entries(given).flatMap(([name, value]) => {
    if (isKept(value)) return [];
    if (value === null || value === '') return [[name, clearedColumns[name as ContactColumn]]];
    return [[name, name === 'country' ? parseCountry(value as string) : value]];
  });
  return Object.fromEntries(columns);
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
  email_key: '',
  ...unsetColumns,
  creation_date: now,
  last_modified: now,
});
