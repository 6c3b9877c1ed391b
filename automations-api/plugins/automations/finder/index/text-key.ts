/**
 * A hash of a text, to compare texts for equality: 53 bits, with a 1 % chance of a collision among ten million texts.
 * Pure.
 */
const high = 2 ** 32;
const highBits = 0x1fffff;

export function textKey(text: string): number {
  let [a, b] = [0x2545f491, 0x6c078965];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x85ebca77);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  const low = mix(a ^ Math.imul(b, 0xc2b2ae3d));
  return (mix(b ^ low) & highBits) * high + low;
}

/** Mixes the bits, so that each result bit depends on every input bit. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
