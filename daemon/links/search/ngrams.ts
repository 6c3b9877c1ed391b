/**
 * The index of a search block: which runs of one, two and three characters occur in its links' texts. A block is split
 * into slices. A byte belongs to a run, and each of its bits to a slice. If a text contains another, it contains all of
 * its runs. So a slice that lacks one of the bits cannot match; a slice with all bits can. Case is ignored as far as
 * LOWER() of all supported servers agrees, and ß counts as ss.
 */
import { elementOf, u8At } from '../../../shared/elements.ts';

export const slicesABlock = 8;

/** Number of printable ASCII characters without capital letters, which are lower-cased. */
const own = 0x7f - 0x20 - 26;
/**
 * Each pair of these characters has its own bit for the whole block, because most slices have most of the pairs that
 * occur.
 */
const pairBytes = Math.ceil((own * own) / 8);
/** Each of these characters also has its own byte. All other runs are hashed into the remaining bytes. */
const hashedFrom = pairBytes + own;
const hashedBytes = 7_187;

/**
 * Size of a block's grams in bytes. Two rows of this size fill an InnoDB page; larger values would be stored outside
 * the row.
 */
export const gramBytes = hashedFrom + hashedBytes;

/** Maximum number of set hashed bits in a slice. With more, a slice excludes too few texts. */
export const mostBits = hashedBytes * 0.23;

/** Counts the set hashed bits of a slice. */
export const countHashed = (grams: Uint8Array, slice: number): number =>
  grams.subarray(hashedFrom).reduce((set, bits) => set + ((bits >> slice) & 1), 0);

/** Number of bits of a hashed run. If 23 % of all bits are set, one slice in 80 has all bits of a run by chance. */
const rounds = 3;
/** Number of bits of a single character. It is higher, because a search for one character has no other runs. */
const lonelyRounds = 5;
/** Maximum number of runs, and of bytes, that a search checks. */
const mostChecked = 32;

/** The last character that all server versions lower-case alike. Later letters are treated as one letter. */
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
const ownIndex = (code: number) => (code > 90 ? code - 0x20 - 26 : code - 0x20);
const none = -1;

function hash(a: number, b: number, c: number): number {
  let mixed = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 2, 0x85ebca6b) ^ Math.imul(c + 3, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Returns the byte of a hashed run in a round. */
const byteOf = (hashed: number, round: number) =>
  hashedFrom + (((hashed & 0xffff) + round * (1 + (hashed >>> 16))) % hashedBytes);

/** Calls `byte` or `pair` with each place of the run of `length` characters that ends at `at`. */
function eachPlace(
  codes: number[],
  at: number,
  length: number,
  byte: (index: number) => void,
  pair: (bit: number) => void,
): void {
  const a = elementOf(codes, at);
  const before = length > 1 ? elementOf(codes, at - 1) : none;
  if (length < 3 && isOwn(a)) {
    if (length === 1) return byte(pairBytes + ownIndex(a));
    if (isOwn(before)) return pair(ownIndex(before) * own + ownIndex(a));
  }
  const hashed = length === 3 ? hash(elementOf(codes, at - 2), before, a) : hash(before, a, none);
  const most = length === 1 ? lonelyRounds : rounds;
  for (let round = 0; round < most; round++) byte(byteOf(hashed, round));
}

/** Adds a text to a slice of a block. Returns the number of newly set hashed bits. */
export function addNgrams(grams: Uint8Array, slice: number, text: string): number {
  let added = 0;
  const mask = 1 << slice;
  const byte = (index: number) => {
    const bits = u8At(grams, index);
    if ((bits & mask) !== 0) return;
    grams[index] = bits | mask;
    if (index >= hashedFrom) added++;
  };
  const pair = (bit: number) => {
    grams[bit >> 3] = u8At(grams, bit >> 3) | (1 << (bit & 7));
  };
  const codes = codesOf(text);
  for (let at = 0; at < codes.length; at++) {
    for (let length = 1; length <= Math.min(3, at + 1); length++) eachPlace(codes, at, length, byte, pair);
  }
  return added;
}

/**
 * The bytes and pairs of a text. A slice can contain the text only if its bit is set in each of `bytes`, and its block
 * has all of `pairs`.
 */
export type Ngrams = { bytes: number[]; pairs: number[] };

/**
 * Returns the longest runs of a text, spread over it. For a short text returns all runs, because rare characters
 * exclude the most.
 */
export function ngramsOf(text: string): Ngrams {
  const codes = codesOf(text);
  const longest = Math.min(3, codes.length);
  const bytes = new Set<number>();
  const pairs = new Set<number>();
  for (let length = longest; length >= (codes.length > 3 ? 3 : 1); length--) {
    const runs = spread(codes.length - length + 1).map((at) => {
      const places: number[] = [];
      eachPlace(
        codes,
        at + length - 1,
        length,
        (index) => places.push(index),
        (bit) => pairs.add(bit),
      );
      return places;
    });
    for (let round = 0; round < lonelyRounds; round++) {
      for (const index of runs.flatMap((places) => places[round] ?? [])) if (bytes.size < mostChecked) bytes.add(index);
    }
  }
  return { bytes: [...bytes], pairs: [...pairs] };
}

/**
 * Returns up to `mostChecked` numbers below `count`, each far from the previous ones, because neighbouring runs are
 * often similar.
 */
function spread(count: number): number[] {
  const step = Math.max(1, count / mostChecked);
  const numbers = Array.from({ length: Math.min(count, mostChecked) }, (_, index) => Math.floor(index * step));
  const angle = (number: number) => (number * 0.618) % 1;
  return numbers.sort((one, other) => angle(one) - angle(other));
}
