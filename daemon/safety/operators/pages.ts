/** Pages of what operators list: so many rows, and where the next page goes on. */
import { type CursorPart, fromCursor, toCursor } from '../../../shared/db/cursor.ts';
import { badCursor } from '../../api/errors.ts';
import type { TimePlace } from './queries.ts';

/** The first `limit` of rows of which one more was asked for. */
export function cut<Row>(rows: Row[], limit: number, kind: string, placeOf: (row: Row) => CursorPart[]) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last === undefined ? null : toCursor(kind, ...placeOf(last)) };
}

/** The numbers of a cursor; undefined without one. @throws `validation_failed` for a text no page gave */
export function placeIn(kind: string, cursor: string | undefined, count: number): number[] | undefined {
  if (cursor === undefined) return undefined;
  const parts = (fromCursor(kind, cursor) ?? []).filter((part): part is number => typeof part === 'number');
  if (parts.length !== count) throw badCursor();
  return parts;
}

const latest = Date.UTC(9999, 11, 31);

/** The same as a place in an order of times. */
export function timePlaceIn(kind: string, cursor: string | undefined): TimePlace | undefined {
  const parts = placeIn(kind, cursor, 2) as [number, number] | undefined;
  if (!parts) return undefined;
  if (Math.abs(parts[0]) > latest) throw badCursor();
  return { at: new Date(parts[0]), id: parts[1] };
}
