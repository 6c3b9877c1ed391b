/**
 * The breakdown of a link's clicks in an hour or a day by country, device, system and so on, as bytes beside its
 * counts. Storing a batch only appends a part, so that workers need neither read nor wait. From time to time the parts
 * are merged.
 *
 * A part has these varints: clicks plus 1; unique clicks; a bit for each dimension with a value other than 0; and for
 * each of these dimensions the number of values, and each value's id, clicks and unique clicks. If all clicks have the
 * same value, the dimension has only 0 and that value's id. The part of a single click is 0, or 1 if unique; the bits;
 * and an id for each bit.
 */
import { elementOf } from '../../shared/elements.ts';
import { readVarints, toVarints } from './bytes/varints.ts';
import { dimensions, otherId } from './core/dimensions.ts';

/**
 * Maximum number of values that a dimension keeps in one row. Without it, an attacker could fill the row with endless
 * different referrers.
 */
const valuesKept = 1_000;

/** Each dimension in order, as a map of value id to [clicks, unique clicks]. */
export type Breakdown = Map<number, [clicks: number, uniqueClicks: number]>[];

export const newBreakdown = (): Breakdown => dimensions.map(() => new Map());

export function addValue(breakdown: Breakdown, dimension: number, id: number, clicks: number, unique: number): void {
  const values = breakdown[dimension] as Breakdown[number];
  const counts = values.get(id);
  if (counts) {
    counts[0] += clicks;
    counts[1] += unique;
  } else values.set(id, [clicks, unique]);
}

type Reader = ReturnType<typeof readVarints>;

/** Adds the content of the bytes, which are one or more parts. @throws RangeError if the bytes are inconsistent */
export function addParts(to: Breakdown, bytes: Buffer): void {
  const reader = readVarints(bytes);
  while (reader.more()) {
    const head = reader.next();
    if (head < 2) addClick(to, reader, head);
    else addPart(to, reader, head - 1);
  }
}

function addClick(to: Breakdown, { next }: Reader, unique: number): void {
  const present = next();
  for (let dimension = 0; dimension < dimensions.length; dimension++) {
    addValue(to, dimension, (present >>> dimension) & 1 ? next() : 0, 1, unique);
  }
}

function addPart(to: Breakdown, { next }: Reader, clicks: number): void {
  const [unique, present] = [next(), next()];
  for (let dimension = 0; dimension < dimensions.length; dimension++) {
    const isPresent = ((present >>> dimension) & 1) === 1;
    const values = isPresent ? next() : 0;
    if (values === 0) addValue(to, dimension, isPresent ? next() : 0, clicks, unique);
    for (let left = values; left > 0; left--) addValue(to, dimension, next(), next(), next());
  }
}

/**
 * Returns a breakdown as one part. A dimension with too many values keeps the most clicked ones and adds up the
 * others.
 */
export function toPart(breakdown: Breakdown): Buffer {
  let [clicks, unique] = [0, 0];
  for (const [ofValue, uniqueOfValue] of (breakdown[0] as Breakdown[number]).values()) {
    clicks += ofValue;
    unique += uniqueOfValue;
  }
  let present = 0;
  const numbers: number[] = [];
  for (const [dimension, values] of breakdown.entries()) {
    const [first] = values;
    if (!first) continue;
    const [id, counts] = first;
    const isOne = values.size === 1 && counts[0] === clicks && counts[1] === unique;
    if (isOne && id === 0) continue;
    present |= 1 << dimension;
    if (isOne) numbers.push(0, id);
    else pushValues(numbers, keepMostClicked(values, valuesKept));
  }
  return toVarints([clicks + 1, unique, present, ...numbers]);
}

function pushValues(numbers: number[], values: Breakdown[number]): void {
  numbers.push(values.size);
  for (const [id, [clicks, unique]] of values) numbers.push(id, clicks, unique);
}

/** Returns the part for a single click from its value in each dimension. */
export function partOfOne(values: readonly number[], isUnique: boolean): Buffer {
  let present = 0;
  const numbers: number[] = [];
  for (let dimension = 0; dimension < values.length; dimension++) {
    if (values[dimension] === 0) continue;
    present |= 1 << dimension;
    numbers.push(elementOf(values, dimension));
  }
  return toVarints([isUnique ? 1 : 0, present, ...numbers]);
}

/**
 * Keeps at most `limit` values, and adds up the rest as `otherId`. Of values with equal clicks, it keeps the values
 * with the lowest ids.
 */
export function keepMostClicked(values: Breakdown[number], limit: number): Breakdown[number] {
  if (values.size <= limit) return values;
  const [other, ...named] = [otherId, ...[...values.keys()].filter((id) => id !== otherId)];
  const clicksOf = (id: number) => (values.get(id) as [number, number])[0];
  named.sort((a, b) => clicksOf(b) - clicksOf(a) || a - b);
  const kept: Breakdown[number] = new Map(named.slice(0, limit).map((id) => [id, values.get(id) as [number, number]]));
  const rest: [number, number] = [...(values.get(otherId) ?? [0, 0])];
  for (const id of named.slice(limit)) {
    const [clicks, unique] = values.get(id) as [number, number];
    rest[0] += clicks;
    rest[1] += unique;
  }
  if (rest[0] > 0) kept.set(other as number, rest);
  return kept;
}
