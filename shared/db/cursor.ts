/**
 * List cursors: the end of a page as opaque text, which clients send back. A cursor is valid only for lists of its
 * `kind`.
 */

/** A whole number below 2^53, or a text. */
export type CursorPart = number | string;

/** Encodes a position in a list. */
export const toCursor = (kind: string, ...parts: CursorPart[]): string =>
  Buffer.from(JSON.stringify([kind, ...parts])).toString('base64url');

/** Decodes a cursor of this kind; `undefined` for any text that `toCursor` did not create for it. */
export function fromCursor(kind: string, cursor: string): CursorPart[] | undefined {
  const decoded = parse(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(decoded)) return undefined;
  const [found, ...parts] = decoded as unknown[];
  if (found !== kind || !parts.every(isPart)) return undefined;
  return toCursor(kind, ...parts) === cursor ? parts : undefined;
}

const isPart = (part: unknown): part is CursorPart => typeof part === 'string' || Number.isSafeInteger(part);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
