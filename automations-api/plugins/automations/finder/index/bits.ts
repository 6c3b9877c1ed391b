/** Positions as bits, 32 to a word: what filters are worked out with. Where one is longer, the other counts as 0. Pure. */

export type Bits = Int32Array;

export const newBits = (positions: number): Bits => new Int32Array((positions + 31) >>> 5);

export function setBit(bits: Bits, position: number): void {
  (bits[position >>> 5] as number) |= 1 << (position & 31);
}

export function clearBit(bits: Bits, position: number): void {
  (bits[position >>> 5] as number) &= ~(1 << (position & 31));
}

export const hasBit = (bits: Bits, position: number) => ((bits[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0;

/** Leaves in `bits` what is in both. */
export function intersect(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) (bits[at] as number) &= others[at] ?? 0;
}

/** Takes out of `bits` what is in `others`. */
export function exclude(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) (bits[at] as number) &= ~(others[at] ?? 0);
}

/** Adds what is in `others`, which is not longer. */
export function unite(bits: Bits, others: Bits): void {
  for (let at = 0; at < others.length; at++) (bits[at] as number) |= others[at] as number;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at] as number;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Leaves in `bits` those whose value in `column` is from `from` until before `until`. */
export function keepWithin(bits: Bits, column: Float64Array, from: number, until: number): void {
  for (let at = 0; at < bits.length; at++) {
    let kept = 0;
    for (let rest = bits[at] as number; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const value = column[(at << 5) + bit] as number;
      if (value >= from && value < until) kept |= 1 << bit;
    }
    bits[at] = kept;
  }
}

/** Visits the positions in ascending or descending order. */
export function eachBit(bits: Bits, downwards: boolean, visit: (position: number) => void): void {
  const last = bits.length - 1;
  for (let n = 0; n <= last; n++) {
    const at = downwards ? last - n : n;
    let rest = bits[at] as number;
    while (rest !== 0) {
      const bit = 31 - Math.clz32(downwards ? rest : rest & -rest);
      rest &= ~(1 << bit);
      visit((at << 5) + bit);
    }
  }
}
