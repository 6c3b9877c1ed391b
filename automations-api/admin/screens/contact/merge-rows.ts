/** The rows that compare two contacts, and the values that a merge keeps. Pure. */

import { fieldName, isSameValue, type Value, valuesOf } from '../../contact-fields/values.ts';
import type { ContactDetail } from '../../core/types.ts';

export type Side = 'keep' | 'other';

export type MergeRow = {
  /** A column's name, or `field ID`. */
  name: string;
  keep: Value;
  other: Value;
  /** The side whose value is kept by default. */
  usual: Side;
};

const isEmpty = (value: Value) => value.length === 0;

/**
 * Returns the rows where either side has a value. The status has no row. The points have none either, because a merge
 * adds them up.
 */
export function rowsOf(keep: ContactDetail, other: ContactDetail, fieldIds: readonly string[]): MergeRow[] {
  const [mine, theirs] = [valuesOf(keep, fieldIds), valuesOf(other, fieldIds)];
  return Object.keys(mine)
    .filter((name) => name !== 'points')
    .map((name): MergeRow => {
      const [one, two] = [mine[name] ?? '', theirs[name] ?? ''];
      const isCustomer = name === 'type' && one !== 'customer' && two === 'customer';
      return { name, keep: one, other: two, usual: isEmpty(one) || isCustomer ? 'other' : 'keep' };
    })
    .filter((row) => !isEmpty(row.keep) || !isEmpty(row.other));
}

/** Checks whether both contacts have a value and the two differ, so that the user must choose. */
export const isChoice = ({ keep, other }: MergeRow): boolean =>
  !isEmpty(keep) && !isEmpty(other) && !isSameValue(keep, other);

/** Returns the preferences in the service's format: columns by name, fields by id. */
export const preferencesOf = (rows: readonly MergeRow[], chosen: { [name: string]: Side }): { [name: string]: Side } =>
  Object.fromEntries(
    rows
      .filter((row) => isChoice(row) && chosen[row.name] !== undefined && chosen[row.name] !== row.usual)
      .map(({ name }) => [name.replace(fieldName(''), ''), chosen[name] as Side]),
  );

/** Codes of the opted-out statuses: unsubscribed and complaint. */
const optedOut = [3, 5];

/** Returns the status after the merge: opted out if either side is, otherwise the status of the kept email address. */
export function statusOfMerged(keep: string, other: string, addressOf: Side): string {
  const optOuts = [Number(keep), Number(other)].filter((code) => optedOut.includes(code));
  return optOuts.length > 0 ? String(Math.max(...optOuts)) : addressOf === 'keep' ? keep : other;
}
