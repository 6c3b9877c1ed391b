/** Parsing of a contact in a request, with the checks that need no database. Pure. */
import { randomUUID } from 'node:crypto';
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

/** A contact's new values. Absent fields stay unchanged; tags and lists are added. */
export type ContactInput = {
  columns: Partial<Columns>;
  /** The id of a new contact. */
  id?: number;
  status?: string;
  /** Creation time in another system, for a new contact. */
  createdAt?: Date;
  /** True to allow an erased email address. */
  afterErasure?: boolean;
  /** True to keep the status of a contact that opted out. A complaint still replaces it. */
  keepsOptOut?: boolean;
  tags?: number[];
  lists?: number[];
  /** Names take precedence over ids. */
  tagNames?: string[];
  listNames?: string[];
  /** True to replace the contact's tags or lists. */
  replacesTags?: boolean;
  replacesLists?: boolean;
  /** Values, keyed by field id or slug. An empty value clears the field. */
  fields?: Record<string, unknown>;
  /** True if the change starts no rules. */
  stopsAutomation?: boolean;
  /** True to refuse unknown tags, lists and fields instead of ignoring them. */
  isStrict?: boolean;
};

/** Reads a contact's new values. @throws email_invalid or unprocessable_entity */
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

/** Returns the email address if the input changes it. */
export const newAddresses = (
  { columns, afterErasure = false }: ContactInput,
  before: { row: ContactRow } | undefined,
): NewAddress[] =>
  columns.email_key === undefined || columns.email_key === before?.row.email_key
    ? []
    : [{ emailKey: columns.email_key, afterErasure }];

/** Returns the contact's row after the input is applied. */
export function rowAfter(
  { columns, id, status, createdAt, keepsOptOut }: ContactInput,
  before: ContactRow | undefined,
  now: Date,
): NewContactRow {
  const row = before ?? {
    ...newRow(now),
    ...(id === undefined ? {} : { id }),
    creation_date: createdAt ?? now,
  };
  const read = keepsOptOut ? statusKeepingOptOut : parseStatus;
  return { ...row, ...columns, status: status === undefined ? row.status : read(status, before?.status) };
}

const newRow = (now: Date): NewContactRow => ({
  uid: randomUUID().replaceAll('-', ''),
  email_key: '',
  ...unsetColumns,
  creation_date: now,
  last_modified: now,
});
