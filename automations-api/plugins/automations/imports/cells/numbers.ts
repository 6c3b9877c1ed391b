/** Parsing of numbers with the separators of several countries, unless they are ambiguous. Pure. */
import { plainNumber } from '../../fields/core/numbers.ts';

/** The mark before the decimals in a column; `mixed` if its cells contradict each other. */
export type DecimalMark = '.' | ',' | 'mixed';

const groupMarks = /[ \u00a0\u2009\u202f'\u2019]/u;
const signs = /^[+-]/;

/** Reads a number into digits with a decimal point. Returns undefined if it is invalid or ambiguous. */
export function readNumber(cell: string, mark: DecimalMark | undefined): string | undefined {
  const text = cell.trim().replace(/^'/, '');
  const sign = signs.exec(text)?.[0] ?? '';
  const digits = text.slice(sign.length);
  if (!/[.,]/.test(digits) && !groupMarks.test(digits)) return plainNumber(text);
  if (/e/i.test(digits)) return plainNumber(text);
  const decimal = decimalIn(digits) ?? ofColumn(digits, mark);
  if (decimal === undefined) return undefined;
  const [whole = '', fraction, ...rest] = decimal === '' ? [digits] : digits.split(decimal);
  const groups = whole.split(groupMarkOf(whole, decimal));
  const isGrouped = groups.every((group, place) => (place === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  const isPlain = groups.length === 1 ? /^\d*$/.test(whole) : isGrouped;
  if (rest.length > 0 || !isPlain || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined;
  return plainNumber(`${sign}${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}`);
}

/** Returns the mark that separates groups of digits. */
const groupMarkOf = (whole: string, decimal: string): string =>
  groupMarks.exec(whole)?.[0] ?? (decimal === '.' || (decimal === '' && whole.includes(',')) ? ',' : '.');

/** Returns the only possible decimal mark of a cell; undefined if both marks are possible, or it is not a number. */
export function decimalMarkOf(cell: string): Exclude<DecimalMark, 'mixed'> | undefined {
  const digits = cell.trim().replace(signs, '');
  if (!/^[\d.,]+$/.test(digits)) return undefined;
  const decimal = decimalIn(digits);
  if (decimal === undefined || readNumber(cell, undefined) === undefined) return undefined;
  if (decimal !== '') return decimal;
  return digits.includes(',') ? '.' : ',';
}

/** Returns the decimal mark; '' for groups only, as in 1.234.567; undefined if it is ambiguous, as in 1.234. */
function decimalIn(digits: string): '.' | ',' | '' | undefined {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return '';
  const mark = digits[last] === '.' ? '.' : ',';
  if (digits.includes(mark === '.' ? ',' : '.') || groupMarks.test(digits)) return mark;
  if (digits.indexOf(mark) < last) return '';
  const isGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return isGroup ? undefined : mark;
}

/**
 * Decides by the column's mark. If that is unknown, a point is the decimal mark, because programs write numbers this
 * way.
 */
function ofColumn(digits: string, mark: DecimalMark | undefined): '.' | ',' | '' | undefined {
  const own = digits.includes('.') ? '.' : ',';
  if (mark === undefined) return own === '.' ? own : undefined;
  if (mark === 'mixed') return undefined;
  return mark === own ? own : '';
}
