/** An import's record of a contact: its previous state, for an undo, and a digest to detect later changes. Pure. */
import { createHash } from 'node:crypto';
import type { ContactRow } from '../contacts/core/queries.ts';
import type { ContactState } from '../contacts/state.ts';
import { columnNames } from '../core/contact-columns.ts';
import { withoutZeros } from '../fields/core/numbers.ts';
import { isNoValue, type StoredValue } from '../fields/core/values.ts';

export type Values = ReadonlyMap<number, StoredValue>;

/** A contact's previous state. `values` has only the fields that the row wrote. */
export type PreviousState = {
  columns: Pick<ContactRow, (typeof columnNames)[number]>;
  terms: number[];
  values: { field_id: number; text_value: string | null; number_value: string | null; date_value: string | null }[];
};

const columnsOf = (row: Omit<ContactRow, 'id'>) =>
  Object.fromEntries(columnNames.map((name) => [name, row[name]])) as PreviousState['columns'];

const showValue = (field_id: number, { text_value, number_value, date_value }: StoredValue) => ({
  field_id,
  text_value,
  number_value,
  date_value: date_value?.toISOString() ?? null,
});

/** Returns a digest of everything that an import can change. */
export function versionOf(row: Omit<ContactRow, 'id'>, terms: ReadonlySet<number>, values: Values): string {
  const stored = [...values].filter(([, value]) => !isNoValue(value)).sort(([a], [b]) => a - b);
  const all = [
    columnsOf(row),
    [...terms].sort((a, b) => a - b),
    stored.map(([id, value]) => ({
      ...showValue(id, value),
      number_value: value.number_value && withoutZeros(value.number_value),
    })),
  ];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}

export const previousStateOf = ({ row, terms }: ContactState, values: Values, written: number[]): string =>
  JSON.stringify({
    columns: columnsOf(row),
    terms: [...terms],
    values: written.map((id) =>
      showValue(id, values.get(id) ?? { text_value: null, number_value: null, date_value: null }),
    ),
  } satisfies PreviousState);
