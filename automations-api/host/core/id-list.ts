/**
 * Parsing of id lists in the forms that clients send. Values that are not ids stay unchanged, so that the schema
 * refuses them. Pure.
 */
import { readJson } from '../../../shared/http/body.ts';

/**
 * Reads ids from a list, a single id, `1,2`, JSON text (`[1,2]`) or PHP's form of brackets (`{ "0": 1 }`, also as
 * JSON text). An empty text is an empty list. Returns anything else unchanged.
 */
export function readIdList(given: unknown): unknown {
  const value = typeof given === 'string' ? readText(given.trim()) : given;
  if (typeof value === 'number') return [readId(value)];
  // An empty object is not read as a list.
  const list = isNumbered(value) && Object.keys(value).length > 0 ? Object.values(value) : value;
  return Array.isArray(list) ? list.map(readId) : given;
}

function readText(text: string): unknown {
  if (text === '') return [];
  if (/^[[{]/.test(text)) return readJson(text);
  const parts = text.split(/[\s,]+/).filter(Boolean);
  return parts.length > 0 ? parts : undefined;
}

/** Checks for a list that a query wrote with brackets: `tag[0]=a` is parsed as `{ 0: 'a' }`. */
export const isNumbered = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => /^\d+$/.test(key));

/** Reads one id. Integers below 1 become 0, which no row has. A number too large for an id is returned as text. */
function readId(value: unknown): unknown {
  const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(Number.isInteger(number) || typeof value === 'string')) return value;
  if (!Number.isSafeInteger(number) && number > 0) return String(value);
  return number > 0 ? number : 0;
}
