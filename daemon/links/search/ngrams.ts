/**
 * The index of a search block over its links' texts: which runs of one, two and three characters occur in them. A block
 * is cut into slices; a byte belongs to a run, and each of its bits to a slice. A text that contains another contains all
 * of its runs, so a slice that lacks a bit cannot match; a slice with all of them may. Letters count without case,
 * exactly as far as every server's LOWER() agrees, and ß counts as ss; see `lowered`.
 */
import { elementOf, u8At } from '../../../shared/elements.ts';

export const slicesABlock = 8;

/** Printable ASCII characters, of which capital letters are never asked for. */
const own = 0x7f - 0x20 - 26;
/** Two of them have a bit of their own for the whole block: most slices have most pairs that occur at all. */
const pairBytes = Math.ceil((own * own) / 8);
/** One of them has a byte of its own; all else is hashed into the rest. */
const hashedFrom = pairBytes + own;
const hashedBytes = 7_187;

/** Two such rows fill a page of InnoDB; more would be stored apart from its row. */
export const gramBytes = hashedFrom + hashedBytes;

/** A slice in which more hashed bits than this are set tells too little. */
export const mostBits = hashedBytes * 0.23;

/** The hashed bits of a slice that are set. */
export const countHashed = (grams: Uint8Array, slice: number): number =>
  grams.subarray(hashedFrom).reduce((set, bits) => set + ((bits >> slice) & 1), 0);

/** A hashed run has so many bits. Where 23 % of all are set, one slice in 80 has these by chance. */
const rounds = 3;
/** A single character has more, because a search for it asks for nothing else. */
const lonelyRounds = 5;
/** A search asks for no more runs, and for no more bytes. */
const mostAsked = 32;

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
const ownIndex = (code: number) => (code > 90 ? code - 0x20 - 26 : code - 0x20);
const none = -1;

function hash(a: number, b: number, c: number): number {
  let mixed = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 2, 0x85ebca6b) ^ Math.imul(c + 3, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** The byte that a hashed run has in a round. */
const byteOf = (hashed: number, round: number) =>
  hashedFrom + (((hashed & 0xffff) + round * (1 + (hashed >>> 16))) % hashedBytes);

/** Calls `byte` or `pair` with each place of the run that ends at `at` and is `length` long. */
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

/** Adds a text to a slice of a block; returns how many hashed bits were not set before. */
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

/** A slice that holds a text has its bit in each of these bytes, and its block each of these bits. */
export type Ngrams = { bytes: number[]; pairs: number[] };

/** The longest runs of a text, spread over a long one; of a short one all, because a rare character tells most. */
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
      for (const index of runs.flatMap((places) => places[round] ?? [])) if (bytes.size < mostAsked) bytes.add(index);
    }
  }
  return { bytes: [...bytes], pairs: [...pairs] };
}

/** Up to `mostAsked` of the numbers below `count`, each far from those before it: neighbours in a text are often alike. */
function spread(count: number): number[] {
  const step = Math.max(1, count / mostAsked);
  const numbers = Array.from({ length: Math.min(count, mostAsked) }, (_, index) => Math.floor(index * step));
  const turn = (number: number) => (number * 0.618) % 1;
  return numbers.sort((one, other) => turn(one) - turn(other));
}
