/**
 * The contacts that a filter found: how many, who, and those of a page in the order of a date. It checks the index as
 * it is when it is asked, so everything is asked of it before anything else can run. Pure.
 */
import { elementOf, f64At } from '../../../../../shared/elements.ts';
import { type Bits, countBits, eachBit, hasBit } from './bits.ts';
import type { PositionMap } from './position-map.ts';

type Column = 'created' | 'modified';

/** A contact's place in the order of a date, which is in seconds since 1970. */
export type Place = { id: number; value: number };

export type DateOrder = { column: Column; descending: boolean };

/** Collected beyond the first so many before those are sorted out again. */
const spare = 1_000;

export class Found {
  readonly total: number;
  /** How many contacts there were. */
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

  /** Also some moments later: who came in the meantime is not among them. */
  has(id: number): boolean {
    const position = this.#positions.get(id);
    return position !== undefined && hasBit(this.#bits, position);
  }

  /** In no order. */
  ids(): number[] {
    const ids: number[] = [];
    eachBit(this.#bits, false, (position) => void ids.push(f64At(this.#columns.ids, position)));
    return ids;
  }

  /** The first `wanted` in the order, of those past `after`. */
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
   * Collects some more than are wanted, keeps the best of them, and from then on only what is not behind the last of
   * those. Positions are given out as contacts are created, so the first in order mostly come first.
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
      // Mostly the value alone decides; of those made in one second, the id does.
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
