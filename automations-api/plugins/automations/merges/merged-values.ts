/** The values of the kept contact after a merge. Pure. */
import type { ContactRow } from '../contacts/core/queries.ts';
import { hasOptedOut } from '../contacts/core/statuses.ts';
import { type ContactColumn, columnNames, leastPoints, mostPoints } from '../core/contact-columns.ts';
import { unprocessable } from '../core/errors.ts';
import { slugOfKey } from '../fields/core/keys.ts';
import { type FieldRow, isNoValue } from '../fields/core/values.ts';
import type { ValueChange } from '../fields/value-queries.ts';

type Side = 'keep' | 'other';
/** The preferred side, by column or field name. */
export type Preferences = ReadonlyMap<string, Side>;

const names: readonly string[] = columnNames.filter((name) => name !== 'points');
/** Columns with special rules. */
const ruled: readonly ContactColumn[] = ['email', 'type', 'points', 'status'];
const others = columnNames.filter((name) => !ruled.includes(name));

/** Reads the preferred sides. @throws unprocessable_entity for an unknown column, field or side */
export function readPreferences(given: Record<string, unknown>, fields: FieldRow[]): Preferences {
  return new Map(
    Object.entries(given).map(([name, side]) => {
      if (side !== 'keep' && side !== 'other')
        throw unprocessable(`prefer[${name.slice(0, 100)}] must be keep or other`);
      if (names.includes(name)) return [name, side];
      const field = fields.find(({ id }) => String(id) === name) ?? fields.find(({ slug }) => slug === slugOfKey(name));
      if (!field) throw unprocessable(`prefer has a name that is neither a column nor a field: ${name.slice(0, 100)}`);
      return [fieldName(field.id), side];
    }),
  );
}

const fieldName = (id: number) => `field ${id}`;

/** Merges the rows. The kept contact's values are used, unless they are empty or the other side is preferred. */
export function mergeRows(keep: ContactRow, other: ContactRow, prefer: Preferences): ContactRow {
  const of = (name: string) =>
    (prefer.get(name) === 'other' ? [other, keep] : [keep, other]) as [ContactRow, ContactRow];
  const [address] = of('email');
  const [type] = of('type');
  return {
    ...keep,
    ...Object.fromEntries(
      others.map((name) => {
        const [first, second] = of(name);
        return [name, first[name] || second[name]];
      }),
    ),
    email: address.email,
    email_key: address.email_key,
    type: prefer.has('type') ? type.type : [keep.type, other.type].includes('customer') ? 'customer' : keep.type,
    points: Math.max(leastPoints, Math.min(mostPoints, keep.points + other.points)),
    status: prefer.has('status') ? of('status')[0].status : mergeStatus(keep.status, other.status, address.status),
  };
}

/**
 * Merges the statuses. An opt-out of either contact applies to the person. Other statuses belong to the email
 * address.
 */
function mergeStatus(keep: number, other: number, ofAddress: number): number {
  const refusals = [keep, other].filter(hasOptedOut);
  return refusals.length > 0 ? Math.max(...refusals) : ofAddress;
}

/** Returns the other contact's field values that are preferred, or that the kept contact does not have. */
export function mergeValues(
  keep: ValueChange[],
  other: ValueChange[],
  prefer: Preferences,
): Omit<ValueChange, 'contact_id'>[] {
  const has = new Set(keep.filter((value) => !isNoValue(value)).map(({ field_id }) => field_id));
  return other
    .filter((value) => !isNoValue(value))
    .filter(({ field_id }) => !has.has(field_id) || prefer.get(fieldName(field_id)) === 'other')
    .map(({ contact_id: _, ...value }) => value);
}
