/** Keyset cursors: where a page ended, opaque to clients, good only for the sort it came from. */
import type { ContactRow } from '../contacts/queries.ts';
import { unprocessable } from '../errors.ts';
import { type Sort, sortColumns } from './schema.ts';

export type Position = { value: string | Date; id: number };

const isDate = ({ field }: Sort) => field === 'creation_date' || field === 'last_modified';
const signature = ({ field, descending }: Sort) => `${field}${descending ? '-' : '+'}`;

export function writeCursor(sort: Sort, row: ContactRow): string {
  const value = row[sortColumns[sort.field]];
  const text = value instanceof Date ? value.toISOString() : value;
  return Buffer.from(JSON.stringify([signature(sort), text, row.id])).toString('base64url');
}

/** @throws unprocessable_entity */
export function readCursor(sort: Sort, text: string): Position {
  try {
    const [signed, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (signed === signature(sort) && typeof value === 'string' && Number.isSafeInteger(id)) {
      const at = isDate(sort) ? new Date(value) : value;
      if (!(at instanceof Date && Number.isNaN(at.getTime()))) return { value: at, id: id as number };
    }
  } catch {
    // Falls through to the refusal.
  }
  throw unprocessable('cursor is not one of this list and sort');
}
