/**
 * The contacts that a filter found: their number, their ids, and pages by date. This object reads the current index, so
 * use it before the next await. Pure.
 */
import { elementOf, f64At } from '../../../../../shared/elements.ts';
import { type Bits, countBits, eachBit, hasBit } from './bits.ts';
import type { PositionMap } from './position-map.ts';

type Column = 'created' | 'modified';

/** A contact's place in the order of a date, in seconds since 1970. */
export type Place = { id: number; value: number };

export type DateOrder = { column: Column; descending: boolean };

/** Number of positions collected beyond the wanted number, before they are sorted and cut. */
const spare = 1_000;

export class Found {
  readonly total: number;
  /** The number of all contacts. */
  readonly everyone: number;
  readonly #columns: Readonly<Record<Column | 'ids', Float64Array>>;
  readonly #bits: Bits;
  readonly #positions: Pick<PositionMap, 'get'>;

  constructor(
    columns: Readonly<Record<Column | 'ids', Float64Array>>,
    bits: Bits,
    positions: Pick<PositionMap, 'get'>,
    everyone: number,
  ) {
    this.#columns = columns;
    this.#bits = bits;
    this.#positions = positions;
    this.total = countBits(bits);
    this.everyone = everyone;
  }

  /**
   * Checks whether a contact was found. It can also be called later: for contacts that were added since, it returns
   * false.
   */
  has(id: number): boolean {
    const position = this.#positions.get(id);
    return position !== undefined && hasBit(this.#bits, position);
  }

  /** Returns all ids, unordered. */
  ids(): number[] {
    const ids: number[] = [];
    eachBit(this.#bits, false, (position) => void ids.push(f64At(this.#columns.ids, position)));
    return ids;
  }

  /** Returns the first `wanted` contacts after `after`, in the order of a date. */
  first(wanted: number, { column, descending }: DateOrder, after?: Place): Place[] {
    const ids = this.#columns.ids;
    const values = this.#columns[column];
    const sign = descending ? -1 : 1;
    const compare = (a: number, b: number) =>
      sign * (f64At(values, a) - f64At(values, b) || f64At(ids, a) - f64At(ids, b));
    const isPast = (position: number) =>
      !after || sign * (f64At(values, position) - after.value || f64At(ids, position) - after.id) > 0;
    const positions = this.#firstOf(wanted, values, sign, isPast, compare);
    return positions.map((at) => ({ id: f64At(ids, at), value: f64At(values, at) }));
  }

  /**
   * Collects more positions than wanted, keeps the first ones in order, and then skips positions that come after the
   * last of these. Positions usually follow the order of creation, so few of the kept ones are replaced.
   */
  #firstOf(
    wanted: number,
    values: Float64Array,
    sign: number,
    isPast: (position: number) => boolean,
    compare: (a: number, b: number) => number,
  ): number[] {
    const best: number[] = [];
    let last = Number.POSITIVE_INFINITY;
    let lastAt = 0;
    eachBit(this.#bits, sign < 0, (position) => {
      // Contacts of the same second are compared by id.
      if (sign * f64At(values, position) >= last && compare(position, lastAt) > 0) return;
      if (!isPast(position)) return;
      best.push(position);
      if (best.length < wanted + spare) return;
      best.sort(compare);
      best.length = wanted;
      lastAt = elementOf(best, wanted - 1);
      last = sign * f64At(values, lastAt);
    });
    return best.sort(compare).slice(0, wanted);
  }
}
