/** Where a page of links ended, as the opaque text clients pass back. */
import { invalid } from '../api/errors.ts';

/** A place in the newest-first order of links. */
export type Position = { createdAt: Date; id: number };

const latest = Date.UTC(9999, 11, 31);

export const toCursor = ({ createdAt, id }: Position) =>
  Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');

/** @throws `validation_failed` for a text no page gave. */
export function fromCursor(cursor: string): Position {
  const match = /^(\d{1,15})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const position = { createdAt: new Date(Number(match?.[1])), id: Number(match?.[2]) };
  const holds = match && position.createdAt.getTime() <= latest && Number.isSafeInteger(position.id);
  if (!holds || toCursor(position) !== cursor)
    throw invalid({ field: 'cursor', message: 'is not a cursor of this list' });
  return position;
}
