/** Exact numbers, as texts of digits. Pure. */
import { trimEndOf } from '../../../../../shared/trim.ts';

const mostDigits = 400;

/** Normalizes a number: `1.50e3` to `1500`, `-0` to `0`. Returns undefined if it is invalid or too long. */
export function plainNumber(text: string): string | undefined {
  const match = /^\s*([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?\s*$/i.exec(text);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? [];
  const point = whole.length + Number(exponent);
  if (!match || whole.length + fraction.length > mostDigits || Math.abs(point) > mostDigits) return undefined;
  const digits = '0'.repeat(Math.max(0, -point)) + whole + fraction;
  const before = Math.max(0, point);
  const integer = digits.slice(0, before).padEnd(before, '0').replace(/^0+/, '') || '0';
  const rest = trimEndOf(digits.slice(before), '0');
  const plain = rest === '' ? integer : `${integer}.${rest}`;
  return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

/** Removes trailing zeros of a stored decimal. */
export const withoutZeros = (decimal: string): string =>
  decimal.includes('.') ? trimEndOf(trimEndOf(decimal, '0'), '.') : decimal;

/** Checks whether DECIMAL(30,10) can store the number exactly. */
export const fitsDecimal = (plain: string) => /^-?\d{1,20}(\.\d{1,10})?$/.test(plain);
