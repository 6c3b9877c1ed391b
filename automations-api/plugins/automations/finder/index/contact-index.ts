/**
 * The contact index: all contacts in memory, in the form that filters need. Each contact has a position with its id
 * and dates. Each status, type, tag and list has a set of positions. Countries, states, sources, points, field
 * values and searched texts are columns. Everything is in typed arrays, without an object per contact. Pure.
 */
import type { Membership } from '../../terms/core/membership-queries.ts';
import { type Bits, exclude, intersect, keepWithin, newBits, setBit, unite } from './bits.ts';
import { FieldValues, type IndexedValue } from './field-values.ts';
import { Found } from './found.ts';
import { PositionMap } from './position-map.ts';
import { PositionSet } from './position-set.ts';
import { SearchedTexts } from './searched-texts.ts';
import { SparseColumn } from './sparse-column.ts';
import { textKey } from './text-key.ts';

/** A contact to index. Dates are seconds since 1970. Texts compared without case are in lower case. */
export type IndexedContact = {
  id: number;
  status: number;
  created: number;
  modified: number;
  type: string;
  points: number;
  country: string;
  state: string;
  source: string;
  /** The searched texts. A match must be within one of them. */
  texts: readonly string[];
};

/**
 * A function that clears the positions that do not meet a condition, according to the index's state when it is
 * called.
 */
export type Keep = (bits: Bits) => void;

/** Returns the function that keeps positions which meet all conditions of at least one group. */
export const keepAny =
  (groups: readonly (readonly Keep[])[]): Keep =>
  (bits) => {
    const before = bits.slice();
    bits.fill(0);
    for (const keeps of groups) {
      const kept = before.slice();
      for (const keep of keeps) keep(kept);
      unite(bits, kept);
    }
  };

type Sets = Map<number, PositionSet>;

const textColumns = ['country', 'state', 'source'] as const;
type TextColumn = (typeof textColumns)[number];

const growth = 1.25;
const leastCapacity = 1_024;
/** Number of freed positions that are not reused yet, since recent results can still refer to them. */
const restingPositions = 1_024;
const columnBytes = 3 * Float64Array.BYTES_PER_ELEMENT;

export class ContactIndex {
  #columns = { ids: new Float64Array(0), created: new Float64Array(0), modified: new Float64Array(0) };
  #capacity = 0;
  /** The first position that was never used. Unused positions before it are in `free`. */
  #unused = 0;
  readonly #free: number[] = [];
  readonly #positions = new PositionMap();
  readonly #everyone = new PositionSet();
  readonly #statuses: Sets = new Map();
  readonly #terms: Sets = new Map();
  readonly #types: Sets = new Map();
  readonly #texts = { country: new SparseColumn(), state: new SparseColumn(), source: new SparseColumn() };
  /** Points other than 0. */
  readonly #points = new SparseColumn();
  readonly texts = new SearchedTexts();
  readonly values = new FieldValues();

  get size(): number {
    return this.#everyone.size;
  }

  get memberships(): number {
    return [...this.#terms.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get bytes(): number {
    const sets = [this.#statuses, this.#types, this.#terms].flatMap((some) => [...some.values()]);
    const columns = [...Object.values(this.#texts), this.#points];
    const parts = [this.#everyone, ...sets, this.#positions, ...columns, this.texts, this.values];
    return parts.reduce((sum, { bytes }) => sum + bytes, this.#capacity * columnBytes);
  }

  /** Replaces the contacts with these ids. Deletes contacts that have no row. */
  put(
    ids: readonly number[],
    rows: readonly IndexedContact[],
    memberships: readonly Membership[],
    values: readonly IndexedValue[],
  ): void {
    this.#clear(ids);
    const present = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!present.has(id)) this.#forget(id);
    for (const row of rows) this.#store(row);
    const positionOf = (id: number) => (present.has(id) ? this.#positions.get(id) : undefined);
    for (const { contactId, termId } of memberships) {
      const position = positionOf(contactId);
      if (position !== undefined) this.#addTo(this.#terms, termId, position);
    }
    for (const value of values) {
      const position = positionOf(value.contactId);
      if (position !== undefined) this.values.add(position, value, this.#capacity);
    }
  }

  /** Finds the contacts that meet all conditions. */
  find(keeps: readonly Keep[]): Found {
    const bits = this.#union([this.#everyone]);
    for (const keep of keeps) keep(bits);
    return new Found(this.#columns, bits, this.#positions, this.size);
  }

  keepStatuses(bits: Bits, statuses: readonly number[]): void {
    intersect(bits, this.#union(statuses.map((status) => this.#statuses.get(status))));
  }

  /** Keeps the contacts whose date is from `from` (inclusive) to `until` (exclusive), in seconds since 1970. */
  keepWithin(bits: Bits, date: 'created' | 'modified', from: number, until: number): void {
    keepWithin(bits, this.#columns[date], from, until);
  }

  /** Keeps the contacts that have one of the tags or lists. */
  keepTerms(bits: Bits, termIds: readonly number[]): void {
    intersect(bits, this.#union(termIds.map((id) => this.#terms.get(id))));
  }

  /** Removes the contacts that have one of the tags or lists. */
  dropTerms(bits: Bits, termIds: readonly number[]): void {
    exclude(bits, this.#union(termIds.map((id) => this.#terms.get(id))));
  }

  keepTypes(bits: Bits, types: readonly string[]): void {
    intersect(bits, this.#union(types.map((type) => this.#types.get(textKey(type)))));
  }

  /** Keeps the contacts whose text is one of `texts`, none of which is empty. */
  keepTexts(bits: Bits, column: TextColumn, texts: readonly string[]): void {
    this.#texts[column].keepOneOf(bits, texts.map(textKey));
  }

  /** Keeps the contacts whose points are from `least` to `most`, inclusive. */
  keepPoints(bits: Bits, least: number, most: number): void {
    if (least > 0 || most < 0) return this.#points.keepBetween(bits, least, most);
    const outside = bits.slice();
    this.#points.keepBetween(outside, Number.NEGATIVE_INFINITY, least - 1);
    exclude(bits, outside);
    const above = bits.slice();
    this.#points.keepBetween(above, most + 1, Number.POSITIVE_INFINITY);
    exclude(bits, above);
  }

  /** Keeps the contacts with these ids. */
  keepIds(bits: Bits, ids: readonly number[]): void {
    const found = newBits(this.#capacity);
    for (const id of ids) {
      const position = this.#positions.get(id);
      if (position !== undefined) setBit(found, position);
    }
    intersect(bits, found);
  }

  #union(sets: (PositionSet | undefined)[]): Bits {
    const bits = newBits(this.#capacity);
    for (const set of sets) set?.addTo(bits);
    return bits;
  }

  /** Removes contacts from all sets except `everyone`, and clears their values. */
  #clear(ids: readonly number[]): void {
    const known = ids.flatMap((id) => this.#positions.get(id) ?? []).sort((a, b) => a - b);
    if (known.length === 0) return;
    for (const sets of [this.#statuses, this.#types, this.#terms]) {
      for (const [key, set] of sets) {
        set.deleteAll(known);
        if (set.size === 0) sets.delete(key);
      }
    }
    this.values.deleteAll(known);
  }

  #forget(id: number): void {
    const position = this.#positions.get(id);
    if (position === undefined) return;
    this.#everyone.deleteAll([position]);
    this.#positions.delete(id);
    this.texts.set(position, []);
    this.#free.push(position);
  }

  #store({ id, status, created, modified, type, points, texts, ...own }: IndexedContact): void {
    const position = this.#positions.get(id) ?? this.#newPosition(id);
    this.#columns.created[position] = created;
    this.#columns.modified[position] = modified;
    for (const name of textColumns) {
      if (own[name] === '') this.#texts[name].delete(position);
      else this.#texts[name].set(position, textKey(own[name]));
    }
    if (points === 0) this.#points.delete(position);
    else this.#points.set(position, points);
    this.texts.set(position, texts);
    this.#addTo(this.#statuses, status, position);
    this.#addTo(this.#types, textKey(type), position);
  }

  #newPosition(id: number): number {
    const position = this.#free.length > restingPositions ? (this.#free.shift() as number) : this.#unused++;
    if (position >= this.#capacity) this.#grow();
    this.#columns.ids[position] = id;
    this.#positions.set(id, position);
    this.#everyone.add(position, this.#capacity);
    return position;
  }

  #addTo(sets: Sets, key: number, position: number): void {
    let set = sets.get(key);
    if (!set) {
      set = new PositionSet();
      sets.set(key, set);
    }
    set.add(position, this.#capacity);
  }

  #grow(): void {
    this.#capacity = Math.max(leastCapacity, Math.ceil(this.#capacity * growth));
    const longer = (column: Float64Array) => {
      const grown = new Float64Array(this.#capacity);
      grown.set(column);
      return grown;
    };
    const { ids, created, modified } = this.#columns;
    this.#columns = { ids: longer(ids), created: longer(created), modified: longer(modified) };
  }
}
