/** All contacts of a filter as text, read a part at a time: nothing holds more than one part. */
import { stringify } from 'csv-stringify/sync';
import { patient } from '../../../../shared/db.ts';
import type { ContactRow } from '../contacts/queries.ts';
import { type ContactRecord, toRecord } from '../contacts/record.ts';
import { type FindWordPressUsers, linkUsers } from '../contacts/wordpress-users.ts';
import type { Context } from '../context.ts';
import { unprocessable } from '../errors.ts';
import { listTermsOfContacts } from '../memberships/queries.ts';
import type { Db } from '../tables.ts';
import type { Position } from './cursor.ts';
import { findPage } from './page.ts';
import { isInOrder, startsOf } from './page-start.ts';
import type { Filter, Sort } from './schema.ts';

const partSize = 1_000;
/** Oldest first, so that a contact added meanwhile comes at the end instead of moving the rest. */
const sort: Sort = { field: 'creation_date', descending: false };

type Format = { contentType: string; extension: string; write: (records: ContactRecord[], isFirst: boolean) => string };

const columns = [
  'id',
  'wpid',
  'uid',
  'email',
  'f_name',
  'l_name',
  'contact_no',
  'country',
  'state',
  'timezone',
  'type',
  'source',
  'points',
  'tags',
  'lists',
  'last_modified',
  'creation_date',
  'status',
] as const satisfies (keyof ContactRecord)[];

const formats = new Map<string, Format>([
  [
    'csv',
    {
      contentType: 'text/csv; charset=utf-8',
      extension: 'csv',
      // A cell that a spreadsheet would run as a formula gets a leading apostrophe.
      write: (records, header) => stringify(records, { header, columns: [...columns], escape_formulas: true }),
    },
  ],
  [
    'ndjson',
    {
      contentType: 'application/x-ndjson; charset=utf-8',
      extension: 'ndjson',
      write: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    },
  ],
]);

/** @throws unprocessable_entity */
export function readFormat(name: string): Format {
  const format = formats.get(name.toLowerCase());
  if (!format) throw unprocessable('format must be csv or ndjson');
  return format;
}

export async function* exportContacts(
  { db: quick, findWordPressUsers }: Pick<Context, 'db' | 'findWordPressUsers'>,
  filter: Filter,
  { write }: Format,
): AsyncGenerator<string> {
  const db = patient(quick);
  const start =
    filter.emailKey === undefined ? (startsOf(filter).find((one) => isInOrder(one, filter, sort)) ?? 'sort') : 'email';
  let after: Position | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const { rows, next } = await findPage(db, filter, sort, { limit: partSize, offset: 0, after }, start);
    const text = write(await toRecords(db, findWordPressUsers, rows), isFirst);
    if (text !== '') yield text;
    if (!next) return;
    after = next;
  }
}

/** The records of rows, in their order. */
export async function toRecords(db: Db, findUsers: FindWordPressUsers, rows: ContactRow[]): Promise<ContactRecord[]> {
  const ids = rows.map(({ id }) => id);
  const [linked, terms] = await Promise.all([linkUsers(findUsers, rows), listTermsOfContacts(db, ids)]);
  return linked.map((row) => toRecord(row, terms.get(row.id) ?? []));
}
