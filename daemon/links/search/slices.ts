/**
 * The slices of a search block as it keeps them: the creation times of the first and the last link of each, as Unix ms of
 * six bytes. Links made at one time can lie in two slices, whose spans then meet in it.
 */
import type { Span } from '../core/page-queries.ts';

const timeBytes = 6;
const spanBytes = 2 * timeBytes;

export function toSlices(spans: Span[]): Buffer {
  const slices = Buffer.alloc(spans.length * spanBytes);
  for (const [slice, { from, to }] of spans.entries()) {
    slices.writeUIntBE(from.getTime(), slice * spanBytes, timeBytes);
    slices.writeUIntBE(to.getTime(), slice * spanBytes + timeBytes, timeBytes);
  }
  return slices;
}

const fromOf = (slices: Buffer, slice: number) => slices.readUIntBE(slice * spanBytes, timeBytes);
const toOf = (slices: Buffer, slice: number) => slices.readUIntBE(slice * spanBytes + timeBytes, timeBytes);

/** A slice whose span has this time. */
export function sliceAt(slices: Buffer, createdAt: Date): number {
  let slice = 0;
  while (toOf(slices, slice) < createdAt.getTime()) slice++;
  return slice;
}

/** A span of a block's links, and how many slices it has. */
export type SliceSpan = Span & { slices: number };

/** The spans of the slices whose bit is set, newest first; those that are neighbours or meet are one. */
export function spansOf(slices: Buffer, bits: number): SliceSpan[] {
  const spans: SliceSpan[] = [];
  for (let slice = slices.length / spanBytes - 1; slice >= 0; slice--) {
    if ((bits & (1 << slice)) === 0) continue;
    const span = { from: new Date(fromOf(slices, slice)), to: new Date(toOf(slices, slice)), slices: 1 };
    const last = spans.at(-1);
    const isNext = last && ((bits & (1 << (slice + 1))) !== 0 || last.from <= span.to);
    if (isNext) Object.assign(last, { from: span.from, slices: last.slices + 1 });
    else spans.push(span);
  }
  return spans;
}
