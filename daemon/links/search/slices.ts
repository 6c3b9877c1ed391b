/**
 * The stored slices of a search block. Each has four numbers of six bytes: the creation times of its first and last
 * link in Unix ms, and its lowest and highest id. Links created at the same time can be in two slices, whose spans
 * then overlap.
 */
import type { IdentifiedSpan } from '../core/page-queries.ts';

const numberBytes = 6;
const spanBytes = 4 * numberBytes;

export function toSlices(spans: IdentifiedSpan[]): Buffer {
  const slices = Buffer.alloc(spans.length * spanBytes);
  for (const [slice, span] of spans.entries()) write(slices, slice, span);
  return slices;
}

function write(slices: Buffer, slice: number, { from, to, ids }: IdentifiedSpan): void {
  for (const [index, number] of [from.getTime(), to.getTime(), ids.from, ids.to].entries())
    slices.writeUIntBE(number, slice * spanBytes + index * numberBytes, numberBytes);
}

const numberAt = (slices: Buffer, slice: number, index: number) =>
  slices.readUIntBE(slice * spanBytes + index * numberBytes, numberBytes);

const boundsOf = (slices: Buffer, slice: number): IdentifiedSpan => ({
  from: new Date(numberAt(slices, slice, 0)),
  to: new Date(numberAt(slices, slice, 1)),
  ids: { from: numberAt(slices, slice, 2), to: numberAt(slices, slice, 3) },
});

/** Finds a slice whose span includes the time and the id of a link. */
export function sliceOf(slices: Buffer, { id, createdAt }: { id: number; createdAt: Date }): number | undefined {
  for (let slice = 0; slice < slices.length / spanBytes; slice++) {
    const { from, to, ids } = boundsOf(slices, slice);
    if (from <= createdAt && createdAt <= to && ids.from <= id && id <= ids.to) return slice;
  }
  return undefined;
}

export type Slice = IdentifiedSpan & { number: number };

/** Extends the slice around a link's time, so that it includes the link. */
export function includeLink(slices: Buffer, { id, createdAt }: { id: number; createdAt: Date }): Slice {
  let number = 0;
  while (number < slices.length / spanBytes - 1 && boundsOf(slices, number).to < createdAt) number++;
  const { from, to, ids } = boundsOf(slices, number);
  const span = {
    ...{ from: from < createdAt ? from : createdAt, to: to > createdAt ? to : createdAt },
    ids: { from: Math.min(ids.from, id), to: Math.max(ids.to, id) },
  };
  write(slices, number, span);
  return { ...span, number };
}

/** A span of a block's links and its number of slices. */
export type SliceSpan = IdentifiedSpan & { slices: number };

/** Returns the spans of the slices whose bit is set, newest first. Adjacent and overlapping spans are merged. */
export function spansOf(slices: Buffer, bits: number): SliceSpan[] {
  const spans: SliceSpan[] = [];
  for (let slice = slices.length / spanBytes - 1; slice >= 0; slice--) {
    if ((bits & (1 << slice)) === 0) continue;
    const bounds = boundsOf(slices, slice);
    const last = spans.at(-1);
    if (last && ((bits & (1 << (slice + 1))) !== 0 || last.from <= bounds.to)) {
      const ids = { from: Math.min(last.ids.from, bounds.ids.from), to: Math.max(last.ids.to, bounds.ids.to) };
      Object.assign(last, { from: bounds.from, ids, slices: last.slices + 1 });
    } else spans.push({ ...bounds, slices: 1 });
  }
  return spans;
}
