/** The building of search blocks: links are split into slices, and the grams of their texts are collected. */
import { addNgrams, gramBytes, mostBits, slicesABlock } from './ngrams.ts';
import { toSlices } from './slices.ts';

/** Maximum number of links in a slice, unless more were created at the same time. */
export const linksASlice = 32;
export const linksABlock = linksASlice * slicesABlock;

export type Texts = { slug: string; url: string; title: string | null };
export type Row = Texts & { id: number; createdAt: Date };

export type Block = { from: Date; to: Date; slices: Buffer; grams: Buffer };

/** Splits sorted rows into blocks, until too few rows are left for another block. */
export function* blocksOf(rows: Row[]): Generator<Block> {
  for (let left = rows; left.length >= linksABlock; ) {
    const block = blockOf(left);
    yield block;
    left = left.slice(left.findLastIndex(({ createdAt }) => createdAt <= block.to) + 1);
  }
}

/** Splits all rows into blocks of about equal length, so that later links between them rarely cause short blocks. */
export function* evenBlocksOf(rows: Row[]): Generator<Block> {
  const length = Math.ceil(rows.length / Math.ceil(rows.length / linksABlock));
  for (let left = rows; left.length > 0; ) {
    const last = timeAt(left, Math.min(length, left.length) - 1);
    const block = blockOf(left.slice(0, left.findLastIndex(({ createdAt }) => createdAt <= last) + 1));
    yield block;
    left = left.slice(left.findLastIndex(({ createdAt }) => createdAt <= block.to) + 1);
  }
}

/**
 * Builds a block of all rows, or of the first rows if the slices fill up earlier. Never splits links that were
 * created at the same time.
 */
function blockOf(rows: Row[]): Block {
  const grams = Buffer.alloc(gramBytes);
  const starts = [0];
  let inSlice = 0;
  let set = 0;
  for (const [index, row] of rows.entries()) {
    if (inSlice === linksASlice || set > mostBits) {
      if (starts.length === slicesABlock) {
        // The usual case: all rows before this one are in the block already.
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

/** Builds a block that ends before the links created at the same time as the first row without a slice. */
function shorterBlock(rows: Row[], end: number): Block {
  const last = (rows[end] as Row).createdAt.getTime();
  const isOfLast = ({ createdAt }: Row) => createdAt.getTime() === last;
  const whole = rows.findIndex(isOfLast);
  return whole > 0 ? blockOf(rows.slice(0, whole)) : blockOfOneTime(rows.filter(isOfLast));
}

/** Builds a block of any number of links created at the same time. */
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
