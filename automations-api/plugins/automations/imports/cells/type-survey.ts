/** The types of new custom fields that fit all cells of a file's columns. Pure. */
import type { Row } from '../../../../../shared/import/format.ts';
import { fitsDecimal } from '../../fields/core/numbers.ts';
import { FieldType } from '../../fields/core/types.ts';
import { longestTextOf } from '../../fields/core/values.ts';
import type { NewFieldType } from '../formats/core/new-fields.ts';
import { readDay } from './days.ts';
import type { Form } from './forms.ts';
import { readNumber } from './numbers.ts';

const mostColumns = 2_000;
const longestText = longestTextOf({ type: FieldType.text });
const noForm: Form = {};
/**
 * Cells that are probably phone numbers, postcodes or ids, because zeros at the start, signs and blanks matter in
 * these.
 */
const isCode = /^[+']|^-?0\d|\s|\d{16}/;

/** The common properties of a column's cells so far. */
type Seen = {
  isDay: boolean;
  isNumber: boolean;
  /** True if a cell is a day or a number only in one of the forms that columns can have. */
  needsOrder: boolean;
  needsMark: boolean;
  isLong: boolean;
};

/** Collects the types of columns, row by row. */
export class TypeSurvey {
  readonly #seen = new Map<string, Seen>();

  see({ columns }: Pick<Row, 'columns'>): void {
    for (const [column, value] of Object.entries(columns)) {
      const cell = typeof value === 'number' ? String(value) : value;
      if (cell === '' || cell === null || cell === undefined) continue;
      const seen = this.#seen.get(column) ?? this.#add(column);
      if (!seen) continue;
      if (seen.isDay || seen.isNumber) addCell(seen, cell);
      if (typeof cell === 'string') seen.isLong ||= cell.length > longestText || cell.includes('\n');
    }
  }

  #add(column: string): Seen | undefined {
    if (this.#seen.size === mostColumns) return undefined;
    const seen = newSeen();
    this.#seen.set(column, seen);
    return seen;
  }

  /** Returns the types of all columns that are not short texts. `formOf`: the form of a column. */
  types(formOf: (column: string) => Form | undefined): Record<string, NewFieldType> {
    return Object.fromEntries(
      [...this.#seen].flatMap(([column, seen]) => {
        const type = typeOf(seen, formOf(column) ?? noForm);
        return type === 'text' ? [] : [[column, type]];
      }),
    );
  }
}

const newSeen = (): Seen => ({ isDay: true, isNumber: true, needsOrder: false, needsMark: false, isLong: false });

function addCell(seen: Seen, cell: unknown): void {
  const text = typeof cell === 'string' ? cell.trim() : '';
  if (seen.isDay && readDay(text, undefined) === undefined) {
    seen.needsOrder = true;
    seen.isDay = (readDay(text, 'day') ?? readDay(text, 'month')) !== undefined;
  }
  if (!seen.isNumber) return;
  const plain = readNumber(text, undefined);
  const number = plain ?? readNumber(text, ',');
  seen.needsMark ||= plain === undefined;
  seen.isNumber = number !== undefined && !isCode.test(text) && fitsDecimal(number);
}

function typeOf({ isDay, isNumber, needsOrder, needsMark, isLong }: Seen, { order, decimal }: Form): NewFieldType {
  if (isDay && (!needsOrder || isKnown(order))) return 'date';
  if (isNumber && (!needsMark || isKnown(decimal))) return 'number';
  return isLong ? 'textarea' : 'text';
}

const isKnown = (form: string | undefined) => form !== undefined && form !== 'mixed';
