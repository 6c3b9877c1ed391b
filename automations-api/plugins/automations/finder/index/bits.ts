/** Bit sets of positions, 32 per word, to evaluate filters. A shorter set is treated as filled with 0. Pure. */
export type Bits = Int32Array;

export const newBits = (positions: number): Bits => new Int32Array((positions + 31) >>> 5);

export function setBit(bits: Bits, position: number): void {
  (bits[position >>> 5] as number) |= 1 << (position & 31);
}

export function clearBit(bits: Bits, position: number): void {
  (bits[position >>> 5] as number) &= ~(1 << (position & 31));
}

export const hasBit = (bits: Bits, position: number) => ((bits[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0;

/** Keeps in `bits` only the positions that are in both sets. */
export function intersect(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) (bits[at] as number) &= others[at] ?? 0;
}

/** Removes the positions in `others` from `bits`. */
export function exclude(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) (bits[at] as number) &= ~(others[at] ?? 0);
}

/** Adds the positions in `others`, which must not be longer than `bits`. */
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

/** Keeps the positions whose value in `column` is from `from` (inclusive) to `until` (exclusive). */
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
