/** Whole numbers in as few bytes as they need: seven bits a byte, the lowest first, the high bit set but in the last. */
export function toVarints(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

/** `next` throws a RangeError when the bytes end within a number. */
export function readVarints(bytes: Buffer): { more(): boolean; next(): number } {
  let at = 0;
  return {
    more: () => at < bytes.length,
    next() {
      let value = 0;
      let factor = 1;
      for (;;) {
        const byte = bytes[at++];
        if (byte === undefined) throw new RangeError('the bytes end within a number');
        value += (byte & 127) * factor;
        if (byte < 128) return value;
        factor *= 128;
      }
    },
  };
}
