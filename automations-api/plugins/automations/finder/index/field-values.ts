/** Custom field values in memory, per field, for equality, ranges, texts and choices. Pure. */
import { type Bits, exclude, intersect, newBits } from './bits.ts';
import { PositionSet } from './position-set.ts';
import { SearchedTexts } from './searched-texts.ts';
import { SparseColumn } from './sparse-column.ts';
import { textKey } from './text-key.ts';

/** A contact's value of a field, in the forms that filters need. */
export type IndexedValue = {
  contactId: number;
  fieldId: number;
  /** The whole value, for equality. */
  whole?: string | undefined;
  /** Sort key for comparisons. */
  rank?: number | undefined;
  /** Text for searches by substring. */
  text?: string | undefined;
  /** The chosen options of the field. */
  choices?: readonly string[] | undefined;
};

class FieldColumn {
  readonly valued = new PositionSet();
  readonly wholes = new SparseColumn();
  readonly ranks = new SparseColumn();
  readonly texts = new SearchedTexts();
  readonly choices = new Map<string, PositionSet>();

  get bytes(): number {
    const sets = [this.valued, ...this.choices.values()];
    return sets.reduce((sum, { bytes }) => sum + bytes, this.wholes.bytes + this.ranks.bytes + this.texts.bytes);
  }

  add(position: number, { whole, rank, text, choices = [] }: IndexedValue, capacity: number): void {
    this.valued.add(position, capacity);
    if (whole !== undefined) this.wholes.set(position, textKey(whole));
    if (rank !== undefined) this.ranks.set(position, rank);
    if (text !== undefined) this.texts.set(position, [text]);
    for (const choice of choices) {
      const set = this.choices.get(choice) ?? new PositionSet();
      this.choices.set(choice, set);
      set.add(position, capacity);
    }
  }

  /** Removes positions, given in ascending order. */
  deleteAll(positions: readonly number[]): void {
    const valued = positions.filter((position) => this.valued.has(position));
    if (valued.length === 0) return;
    this.valued.deleteAll(valued);
    for (const set of this.choices.values()) set.deleteAll(valued);
    for (const position of valued) {
      this.wholes.delete(position);
      this.ranks.delete(position);
      this.texts.set(position, []);
    }
  }
}

export class FieldValues {
  readonly #columns = new Map<number, FieldColumn>();

  get bytes(): number {
    return [...this.#columns.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  add(position: number, value: IndexedValue, capacity: number): void {
    const column = this.#columns.get(value.fieldId) ?? new FieldColumn();
    this.#columns.set(value.fieldId, column);
    column.add(position, value, capacity);
  }

  deleteAll(positions: readonly number[]): void {
    for (const column of this.#columns.values()) column.deleteAll(positions);
  }

  /** Counts the contacts with a value of the field. */
  sizeOf(fieldId: number): number {
    return this.#column(fieldId).valued.size;
  }

  /** Keeps the contacts with a value, or the contacts without one. */
  keepValued(bits: Bits, fieldId: number, isValued: boolean): void {
    const valued = union(bits, [this.#column(fieldId).valued]);
    if (isValued) intersect(bits, valued);
    else exclude(bits, valued);
  }

  /** Keeps the contacts whose value is one of these. */
  keepWholes(bits: Bits, fieldId: number, wholes: readonly string[]): void {
    this.#column(fieldId).wholes.keepOneOf(bits, wholes.map(textKey));
  }

  /** Keeps the contacts whose value is from `from` to `to`, inclusive. */
  keepRanks(bits: Bits, fieldId: number, from: number, to: number): void {
    this.#column(fieldId).ranks.keepBetween(bits, from, to);
  }

  /** Keeps the contacts that chose one of the options. */
  keepChoices(bits: Bits, fieldId: number, choices: readonly string[]): void {
    const sets = choices.map((choice) => this.#column(fieldId).choices.get(choice));
    intersect(bits, union(bits, sets));
  }

  /** See `SearchedTexts`. */
  search(fieldId: number, needles: readonly string[]): Promise<(bits: Bits) => void> {
    return this.#column(fieldId).texts.search(needles);
  }

  #column(fieldId: number): FieldColumn {
    return this.#columns.get(fieldId) ?? emptyColumn;
  }
}

const emptyColumn = new FieldColumn();

/** Returns the positions in any of the sets, with the length of `bits`. */
function union(bits: Bits, sets: (PositionSet | undefined)[]): Bits {
  const united = newBits(bits.length * 32);
  for (const set of sets) set?.addTo(united);
  return united;
}
