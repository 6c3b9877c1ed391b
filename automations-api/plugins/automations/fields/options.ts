/** Parsing of a field's choices, and derivation of slugs. Pure. */
import { trimEndOf } from '../../../../shared/trim.ts';
import { unprocessable } from '../core/errors.ts';

const mostOptions = 500;
const longestOption = 500;
/** The longest derived slug. It leaves room in the column for a number such as `-2`. */
const longestSlug = 190;

/** Reads choices from a list of texts, a list of `{ key: text }` or an object of pairs. @throws unprocessable_entity */
export function readOptions(given: unknown): string[] {
  const texts = flatten(given, 0).map((text) => text.trim());
  if (texts.length > mostOptions || texts.some((text) => text === '' || text.length > longestOption)) {
    throw unprocessable(`options must be at most ${mostOptions} texts of 1 to ${longestOption} characters`);
  }
  return [...new Set(texts)];
}

function flatten(given: unknown, depth: number): string[] {
  if (typeof given === 'string') return depth === 0 && given.trim() === '' ? [] : [given];
  if (typeof given === 'number') return [String(given)];
  if (typeof given === 'object' && given !== null && depth < 2) {
    return Object.values(given).flatMap((value) => flatten(value, depth + 1));
  }
  throw unprocessable('options must be texts or key-to-text pairs');
}

/** Derives a slug: lower-case words joined by `-`, with letters of every script. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+/, '');
  return trimEndOf([...words].slice(0, longestSlug).join(''), '-') || 'field';
}
