/** The date and number formats of a file's columns, derived from their cells. Pure. */
import type { Mapping, Row } from '../../../../../shared/import/format.ts';
import { type DayOrder, dayOrderOf } from './days.ts';
import { type DecimalMark, decimalMarkOf } from './numbers.ts';

export type Form = { order?: DayOrder; decimal?: DecimalMark };
export type Forms = Readonly<Record<string, Form>>;

const mostColumns = 2_000;
const longestCell = 40;

const merged = <Mark extends string>(one: Mark | undefined, other: Mark | undefined): Mark | 'mixed' | undefined =>
  one === undefined || other === undefined || one === other ? (one ?? other) : 'mixed';

/** Collects the formats of columns, row by row. */
export class FormSurvey {
  readonly #forms = new Map<string, Form>();

  see({ columns }: Pick<Row, 'columns'>): void {
    for (const [column, value] of Object.entries(columns)) {
      if (typeof value !== 'string' || value.length > longestCell) continue;
      const [order, decimal] = [dayOrderOf(value), decimalMarkOf(value)];
      if (order === undefined && decimal === undefined) continue;
      if (!this.#forms.has(column) && this.#forms.size === mostColumns) continue;
      this.#forms.set(column, both(this.#forms.get(column), { ...(order && { order }), ...(decimal && { decimal }) }));
    }
  }

  forms = (): Forms => Object.fromEntries(this.#forms);
}

function both(one: Form = {}, other: Form): Form {
  const [order, decimal] = [merged(one.order, other.order), merged(one.decimal, other.decimal)];
  return { ...(order && { order }), ...(decimal && { decimal }) };
}

/** Returns the formats, keyed by the mapping's targets. */
export function formsByTarget(forms: Forms, mapping: Mapping): ReadonlyMap<string, Form> {
  const byTarget = new Map<string, Form>();
  for (const [column, target] of Object.entries(mapping)) {
    const form = Object.hasOwn(forms, column) ? forms[column] : undefined;
    if (target !== null && form) byTarget.set(target, both(byTarget.get(target), form));
  }
  return byTarget;
}
