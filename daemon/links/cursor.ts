/** Where a page of links ended. */
import { fromCursor, toCursor } from '../../shared/cursor.ts';
import { badCursor } from '../api/errors.ts';

/** A place in the newest-first order of links. */
export type LinkPosition = { createdAt: Date; id: number };

const kind = 'links';
const latest = Date.UTC(9999, 11, 31);

export const toLinkCursor = ({ createdAt, id }: LinkPosition) => toCursor(kind, createdAt.getTime(), id);

/** @throws `validation_failed` for a text no page gave. */
export function fromLinkCursor(cursor: string): LinkPosition {
  const [time, id] = fromCursor(kind, cursor) ?? [];
  if (typeof time !== 'number' || typeof id !== 'number' || Math.abs(time) > latest) throw badCursor();
  return { createdAt: new Date(time), id };
}
