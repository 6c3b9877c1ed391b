/** Makes a search block of links: cuts them into slices and gathers the grams of their texts. */
import { addNgrams, gramBytes, mostBits, slicesABlock } from './ngrams.ts';
import { toSlices } from './slices.ts';

/** At most, unless more were made at one time. */
export const linksASlice = 32;
export const linksABlock = linksASlice * slicesABlock;

export type Texts = { slug: string; url: string; title: string | null };
export type Row = Texts & { id: number; createdAt: Date };

export type Block = { from: Date; to: Date; slices: Buffer; grams: Buffer };

/** Blocks of rows in their order, until too few are left for another. */
export function* blocksOf(rows: Row[]): Generator<Block> {
  for (let left = rows; left.length >= linksABlock; ) {
    const block = blockOf(left);
    yield block;
    left = left.slice(left.findLastIndex(({ createdAt }) => createdAt <= block.to) + 1);
  }
}

/** Blocks of all rows, about equally long, so that a later link between them rarely makes a short block. */
export function* evenBlocksOf(rows: Row[]): Generator<Block> {
  const length = Math.ceil(rows.length / Math.ceil(rows.length / linksABlock));
  for (let left = rows; left.length > 0; ) {
    const last = timeAt(left, Math.min(length, left.length) - 1);
    const block = blockOf(left.slice(0, left.findLastIndex(({ createdAt }) => createdAt <= last) + 1));
    yield block;
    left = left.slice(left.findLastIndex(({ createdAt }) => createdAt <= block.to) + 1);
  }
}

/** A block of the first rows, never parting links made at one time: all of them, unless their slices fill up before. */
function blockOf(rows: Row[]): Block {
  const grams = Buffer.alloc(gramBytes);
  const starts = [0];
  let inSlice = 0;
  let set = 0;
  for (const [index, row] of rows.entries()) {
    if (inSlice === linksASlice || set > mostBits) {
      if (starts.length === slicesABlock) {
        // The usual case, in which everything before the row is in the block already.
        if (row.createdAt > timeAt(rows, index - 1)) return { ...slicesOf(rows.slice(0, index), starts), grams };
        return shorterBlock(rows, index);
      }
      starts.push(index);
      inSlice = 0;
      set = 0;
    }
    set += addTexts(grams, starts.length - 1, row);
    inSlice++;
  }
  return { ...slicesOf(rows, starts), grams };
}

/** A block that ends before the links made at one time with the row that no slice is left for. */
function shorterBlock(rows: Row[], end: number): Block {
  const last = (rows[end] as Row).createdAt.getTime();
  const isOfLast = ({ createdAt }: Row) => createdAt.getTime() === last;
  const whole = rows.findIndex(isOfLast);
  return whole > 0 ? blockOf(rows.slice(0, whole)) : blockOfOneTime(rows.filter(isOfLast));
}

/** However many they are. */
function blockOfOneTime(rows: Row[]): Block {
  const grams = Buffer.alloc(gramBytes);
  const starts = Array.from({ length: slicesABlock }, (_, slice) => Math.floor((slice * rows.length) / slicesABlock));
  for (const [slice, start] of starts.entries())
    for (const row of rows.slice(start, starts[slice + 1])) addTexts(grams, slice, row);
  return { ...slicesOf(rows, starts), grams };
}

const timeAt = (rows: Row[], index: number) => (rows[index] as Row).createdAt;

function slicesOf(rows: Row[], starts: number[]) {
  const spans = starts.map((start, slice) => {
    const end = starts[slice + 1] ?? rows.length;
    const ids = { from: Number.POSITIVE_INFINITY, to: 0 };
    for (const { id } of rows.slice(start, end)) {
      ids.from = Math.min(ids.from, id);
      ids.to = Math.max(ids.to, id);
    }
    return { from: timeAt(rows, start), to: timeAt(rows, end - 1), ids };
  });
  return { from: timeAt(rows, 0), to: timeAt(rows, rows.length - 1), slices: toSlices(spans) };
}

export function addTexts(grams: Uint8Array, slice: number, { slug, url, title }: Texts): number {
  return [slug, url, title ?? ''].reduce((set, text) => set + addNgrams(grams, slice, text), 0);
}
