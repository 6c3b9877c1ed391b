/** Keyset cursors. A cursor is the end of a page, and is valid only for the same sort order. */
import { fromCursor, toCursor } from '../../../../shared/db/cursor.ts';
import { unprocessable } from '../core/errors.ts';
import type { Position, Sort } from './sql/sort.ts';

/**
 * Checks whether paging in this order finds every contact even if contacts change. In other orders a change can move
 * a contact to an earlier page.
 */
export const isSteady = ({ field, descending }: Sort) =>
  field === 'creation_date' || (field === 'last_modified' && !descending);

const isDate = ({ field }: Sort) => field === 'creation_date' || field === 'last_modified';
const kindOf = ({ field, descending }: Sort) => `${field}${descending ? '-' : '+'}`;

export const writeCursor = (sort: Sort, { value, id }: Position): string =>
  toCursor(kindOf(sort), value instanceof Date ? value.toISOString() : value, id);

/** @throws unprocessable_entity */
export function readCursor(sort: Sort, text: string): Position {
  const [value, id] = fromCursor(kindOf(sort), text) ?? [];
  const at = isDate(sort) ? new Date(value ?? '') : value;
  const isKnown = typeof at === 'string' || (at instanceof Date && !Number.isNaN(at.getTime()));
  if (!isKnown || typeof id !== 'number') throw unprocessable('cursor does not belong to this list and sort');
  return { value: at, id };
}
