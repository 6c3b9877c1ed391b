/** Ids as clients send lists of them. Nothing is dropped: what is no id stays as it came, for the schema to refuse. Pure. */
import { readJson } from '../../../shared/http/body.ts';

/**
 * A list, one id, `1,2`, JSON text (`[1,2]`, as records show it), or what PHP makes of brackets (`{ "0": 1 }`, also as
 * JSON text) as a list; an empty text is an empty list. What is none of these is returned as it is.
 */
export function readIdList(given: unknown): unknown {
  const value = typeof given === 'string' ? readText(given.trim()) : given;
  if (typeof value === 'number') return [readId(value)];
  // An object without members may be a list or not.
  const list = isNumbered(value) && Object.keys(value).length > 0 ? Object.values(value) : value;
  return Array.isArray(list) ? list.map(readId) : given;
}

function readText(text: string): unknown {
  if (text === '') return [];
  if (/^[[{]/.test(text)) return readJson(text);
  const parts = text.split(/[\s,]+/).filter(Boolean);
  return parts.length > 0 ? parts : undefined;
}

/** True for a bracketed list in a query: `tag[0]=a` is parsed as `{ 0: 'a' }`. */
export const isNumbered = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => /^\d+$/.test(key));

/** Integers below 1 become 0, which no row has; digits that are too many for an id stay as they are. */
function readId(value: unknown): unknown {
  const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(Number.isInteger(number) || typeof value === 'string')) return value;
  if (!Number.isSafeInteger(number) && number > 0) return String(value);
  return number > 0 ? number : 0;
}
