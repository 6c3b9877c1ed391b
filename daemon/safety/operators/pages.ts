/** Pages of the operators' lists, and their cursors. */
import { type CursorPart, fromCursor, toCursor } from '../../../shared/db/cursor.ts';
import { badCursor } from '../../api/errors.ts';
import type { TimePlace } from './queries.ts';

/** Returns the first `limit` of `limit + 1` queried rows, and the cursor of the next page. */
export function toPage<Row>(rows: Row[], limit: number, kind: string, placeOf: (row: Row) => CursorPart[]) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last === undefined ? null : toCursor(kind, ...placeOf(last)) };
}

/** Returns the numbers in a cursor, or `undefined` without a cursor. @throws `validation_failed` if it is invalid */
export function readCursor(kind: string, cursor: string | undefined, count: number): number[] | undefined {
  if (cursor === undefined) return undefined;
  const parts = (fromCursor(kind, cursor) ?? []).filter((part): part is number => typeof part === 'number');
  if (parts.length !== count) throw badCursor();
  return parts;
}

const latest = Date.UTC(9999, 11, 31);

/** Reads the cursor of a list ordered by time. @throws `validation_failed` if it is invalid */
export function readTimeCursor(kind: string, cursor: string | undefined): TimePlace | undefined {
  const parts = readCursor(kind, cursor, 2) as [number, number] | undefined;
  if (!parts) return undefined;
  if (Math.abs(parts[0]) > latest) throw badCursor();
  return { at: new Date(parts[0]), id: parts[1] };
}
