/** Numbers with the marks of several countries, read only where there is no doubt. Pure. */
import { plainNumber } from '../../fields/core/numbers.ts';

/** The mark before the decimals in a column; `mixed` if its cells contradict each other. */
export type DecimalMark = '.' | ',' | 'mixed';

const groupMarks = /[ \u00a0\u2009\u202f'\u2019]/u;
const signs = /^[+-]/;

/** Digits with a point, as the API takes them; undefined for what is no number, or could be two. */
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

/** The mark that separates groups, if there is one beside the decimal mark. */
const groupMarkOf = (whole: string, decimal: string): string =>
  groupMarks.exec(whole)?.[0] ?? (decimal === '.' || (decimal === '' && whole.includes(',')) ? ',' : '.');

/** The decimal mark that a cell can only have; undefined if it can have either, or is no number. */
export function decimalMarkOf(cell: string): Exclude<DecimalMark, 'mixed'> | undefined {
  const digits = cell.trim().replace(signs, '');
  if (!/^[\d.,]+$/.test(digits)) return undefined;
  const decimal = decimalIn(digits);
  if (decimal === undefined || readNumber(cell, undefined) === undefined) return undefined;
  if (decimal !== '') return decimal;
  return digits.includes(',') ? '.' : ',';
}

/** `''` for groups alone, as in 1.234.567; undefined for one mark before three digits, as in 1.234. */
function decimalIn(digits: string): '.' | ',' | '' | undefined {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return '';
  const mark = digits[last] === '.' ? '.' : ',';
  if (digits.includes(mark === '.' ? ',' : '.') || groupMarks.test(digits)) return mark;
  if (digits.indexOf(mark) < last) return '';
  const isGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return isGroup ? undefined : mark;
}

/** A point is the decimal mark unless the column says otherwise: programs write it so. */
function ofColumn(digits: string, mark: DecimalMark | undefined): '.' | ',' | '' | undefined {
  const own = digits.includes('.') ? '.' : ',';
  if (mark === undefined) return own === '.' ? own : undefined;
  if (mark === 'mixed') return undefined;
  return mark === own ? own : '';
}
