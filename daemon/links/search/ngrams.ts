/**
 * The index of a search block over its links' texts: bits for the runs of one, two and three characters in them. A text
 * that contains another contains all of its runs, so a block that lacks a bit cannot match; a block with all of them
 * may. Letters count without case, exactly as far as every server's LOWER() agrees, and ß counts as ss; see `lowered`.
 */

export const ngramBytes = 4096;
const bits = ngramBytes * 8;
const gramsAsked = 16;

/** One and two printable ASCII characters have a bit of their own; everything else is hashed into the rest. */
const own = 0x7f - 0x20;
const ownBits = own * (own + 1);
const hashedBits = bits - ownBits;

/** A block in which more hashed bits than this are set tells too little. */
export const mostBits = hashedBits * 0.1;

/** Letters beyond these are one letter here: servers of different age lower them differently. */
const lastAgreed = 0x58f;
const someLetter = 0x10ffff;

function fold(code: number): number {
  if (code < 0x80) return code >= 65 && code <= 90 ? code + 32 : code;
  const char = String.fromCodePoint(code);
  const lower = char.toLowerCase();
  const first = lower.codePointAt(0) as number;
  if (first <= lastAgreed) return first;
  return lower === char && char.toUpperCase() === char ? code : someLetter;
}

const sharpS = new Set(['ß', 'ẞ'].map((letter) => letter.codePointAt(0)));
const s = 's'.charCodeAt(0);

function codesOf(text: string): number[] {
  const codes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code > 0xffff) at++;
    if (sharpS.has(code)) codes.push(s, s);
    else codes.push(fold(code));
  }
  return codes;
}

const isOwn = (code: number) => code >= 0x20 && code < 0x7f;
const none = -1;

function hash(a: number, b: number, c: number, round: number): number {
  let mixed = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 2, 0x85ebca6b) ^ Math.imul(c + 3, 0xc2b2ae35) ^ round;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ownBits + (((mixed ^ (mixed >>> 15)) >>> 0) % hashedBits);
}

/** A short run without a bit of its own has several hashed ones, because little else tells blocks apart for it. */
const rounds = 3;

/** Calls `use` with each bit of the run that ends at `at` and is `length` long. */
function eachBit(codes: number[], at: number, length: number, use: (bit: number) => void): void {
  const a = codes[at] as number;
  if (length === 3) return use(hash(codes[at - 2] as number, codes[at - 1] as number, a, 0));
  const before = length === 2 ? (codes[at - 1] as number) : none;
  if (isOwn(a) && (length === 1 || isOwn(before))) {
    return use(length === 1 ? a - 0x20 : own + (before - 0x20) * own + (a - 0x20));
  }
  for (let round = 1; round <= rounds; round++) use(hash(before, a, none, round));
}

/** Sets the bits of a text; returns how many hashed ones were not set before. */
export function addNgrams(grams: Uint8Array, text: string): number {
  let added = 0;
  const set = (bit: number) => {
    const mask = 1 << (bit & 7);
    const byte = grams[bit >> 3] as number;
    if ((byte & mask) !== 0) return;
    grams[bit >> 3] = byte | mask;
    if (bit >= ownBits) added++;
  };
  const codes = codesOf(text);
  for (let at = 0; at < codes.length; at++) {
    for (let length = 1; length <= Math.min(3, at + 1); length++) eachBit(codes, at, length, set);
  }
  return added;
}

/** The bits that a block must have to hold a text: of its longer runs, spread over a long text. */
export function ngramsOf(text: string): number[] {
  const codes = codesOf(text);
  const longest = Math.min(3, codes.length);
  const asked = new Set<number>();
  for (let length = longest; length >= Math.min(2, longest); length--) {
    const step = Math.max(1, (codes.length - length + 1) / gramsAsked);
    for (let at = length - 1; at < codes.length; at += step) {
      eachBit(codes, Math.floor(at), length, (bit) => asked.add(bit));
    }
  }
  return [...asked];
}
