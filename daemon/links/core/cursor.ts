/** Cursors of pages of links. */
import { fromCursor, toCursor } from '../../../shared/db/cursor.ts';
import { badCursor } from '../../api/errors.ts';
import { isNewestFirst, type LinkOrder, type SortedPosition } from './order.ts';

/** A position in the newest-first order of links. */
export type LinkPosition = { createdAt: Date; id: number };

const latest = Date.UTC(9999, 11, 31);

/** Returns the kind of a cursor. A cursor is valid only for its own order. */
const kindOf = (order: LinkOrder) => (isNewestFirst(order) ? 'links' : `links by ${order.sort} ${order.order}`);

export function toLinkCursor(order: LinkOrder, { key, id }: SortedPosition): string {
  const part = key instanceof Date ? key.getTime() : key;
  return part === null ? toCursor(kindOf(order), id) : toCursor(kindOf(order), part, id);
}

/** @throws `validation_failed` if the text is not a cursor of this order */
export function fromLinkCursor(order: LinkOrder, cursor: string): SortedPosition {
  const parts = fromCursor(kindOf(order), cursor) ?? [];
  const id = parts.at(-1);
  const key = parts.length === 1 ? withoutKey(order) : keyOf(order, parts[0]);
  if (key === undefined || parts.length > 2 || typeof id !== 'number') throw badCursor();
  return { key, id };
}

const withoutKey = ({ sort }: LinkOrder) => (sort === 'lastClickAt' || sort === 'title' ? null : undefined);

function keyOf({ sort }: LinkOrder, part: unknown): Date | number | string | undefined {
  if (sort === 'title') return typeof part === 'string' ? part : undefined;
  if (typeof part !== 'number' || Math.abs(part) > latest) return undefined;
  return sort === 'clicks' ? part : new Date(part);
}
