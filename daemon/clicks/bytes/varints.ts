/** Maximum number of bytes of an integer. */
const longest = 8;

/** Buffer reused for short lists, because allocating memory would cost more than writing them. */
const space = Buffer.allocUnsafe(1 << 10);

/** Encodes integers with seven bits a byte, lowest first. The high bit is set in all bytes but the last. */
export function toVarints(numbers: readonly number[]): Buffer {
  const atMost = numbers.length * longest;
  const bytes = atMost > space.length ? Buffer.allocUnsafe(atMost) : space;
  let end = 0;
  for (const number of numbers) {
    let rest = number;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[end++] = (rest % 128) | 128;
    bytes[end++] = rest;
  }
  const written = Buffer.allocUnsafe(end);
  bytes.copy(written, 0, 0, end);
  return written;
}

/**
 * Reads varints. `next` throws a RangeError if the bytes end within a number; `at` returns the position of the next
 * number.
 */
export function readVarints(bytes: Buffer): { more(): boolean; next(): number; at(): number } {
  let at = 0;
  return {
    more: () => at < bytes.length,
    at: () => at,
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
