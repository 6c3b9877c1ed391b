/** Keyset cursors: where a page ended, good only for the sort it came from. */
import { fromCursor, toCursor } from '../../../../shared/cursor.ts';
import type { ContactRow } from '../contacts/queries.ts';
import { unprocessable } from '../errors.ts';
import { type Sort, sortColumns } from './schema.ts';

export type Position = { value: string | Date; id: number };

const isDate = ({ field }: Sort) => field === 'creation_date' || field === 'last_modified';
const kindOf = ({ field, descending }: Sort) => `${field}${descending ? '-' : '+'}`;

export function writeCursor(sort: Sort, row: ContactRow): string {
  const value = row[sortColumns[sort.field]];
  return toCursor(kindOf(sort), value instanceof Date ? value.toISOString() : value, row.id);
}

/** @throws unprocessable_entity */
export function readCursor(sort: Sort, text: string): Position {
  const [value, id] = fromCursor(kindOf(sort), text) ?? [];
  const at = isDate(sort) ? new Date(value ?? '') : value;
  const isKnown = typeof at === 'string' || (at instanceof Date && !Number.isNaN(at.getTime()));
  if (!isKnown || typeof id !== 'number') throw unprocessable('cursor is not one of this list and sort');
  return { value: at, id };
}
