/**
 * How the clicks of a link and hour, or day, are spread over countries, devices, systems, browsers, referrers and
 * triggers, as bytes beside their counts. Writing a batch only appends a part, so that workers need neither read nor
 * wait; now and then the parts are merged into one. A part is, for each dimension in order, the number of values and
 * for each value its id, clicks and unique clicks, all as varints.
 */
import { readVarints, toVarints } from './varints.ts';

export const dimensions = ['country', 'device', 'os', 'browser', 'referrer', 'trigger'] as const;
export type Dimension = (typeof dimensions)[number];

/** The value that stands for all that were not kept. */
export const otherId = 1;
/** So many values of a dimension are kept in one row; an attacker's endless referrers end here. */
const valuesKept = 1_000;

/** For each dimension in order: value id to [clicks, unique clicks]. */
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

/** Adds what the bytes, one part or many, say. @throws RangeError when they do not add up. */
export function addParts(to: Breakdown, bytes: Buffer): void {
  const reader = readVarints(bytes);
  const { next } = reader;
  while (reader.more()) {
    for (let dimension = 0; dimension < dimensions.length; dimension++) {
      for (let left = next(); left > 0; left--) addValue(to, dimension, next(), next(), next());
    }
  }
}

/** One part. A dimension with too many values keeps the most clicked and adds the others up. */
export function toPart(breakdown: Breakdown): Buffer {
  const numbers: number[] = [];
  for (const values of breakdown) {
    const kept = keepMostClicked(values, valuesKept);
    numbers.push(kept.size);
    for (const [id, [clicks, unique]] of kept) {
      numbers.push(id, clicks, unique);
    }
  }
  return toVarints(numbers);
}

/** At most `limit` values and, for the rest, `otherId`. Of equally clicked values those with the lowest ids stay. */
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
