/**
 * How many contacts are in segments. One is counted when it is requested. Of a page of them the index in memory counts as
 * many as it can in a short time; the rest, and all while SQL would need to count, are as they were counted last, and are
 * counted again in the background.
 */
import { patient } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { type Repeated, repeat } from '../../../../shared/jobs/repeat.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { type ContactFinder, createFinder } from '../finder/core/finder.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { resolveFilter } from '../finder/resolve.ts';
import { findSegment, type SegmentRow, updateSegmentCount } from './queries.ts';
import type { CountedFilter } from './save-segment.ts';
import type { SegmentCount } from './show.ts';

const pageMs = 300;
const staleMs = 60_000;

export class SegmentCounts {
  readonly #context: Context;
  readonly #patient: ContactFinder;
  readonly #stale = new Set<number>();
  readonly #recounting: Repeated<void>;

  constructor(context: Context) {
    const { log, onStop } = context;
    this.#context = context;
    this.#patient = createFinder({ ...context, db: patient(context.db) });
    this.#recounting = repeat(log, 'count segments', 0, { work: (stopping) => this.#recount(stopping) });
    onStop(this.#recounting.stop);
  }

  /** @throws unprocessable_entity */
  async count(filter: FilterArgs): Promise<CountedFilter> {
    const at = presentSecond();
    return { filter, count: await this.#total(this.#context.finder, filter), at };
  }

  /** A filter that means nothing any more, as when its field is gone, has no count; the segment can be read and mended. */
  countKept(segment: SegmentRow): Promise<SegmentCount> {
    return this.count(JSON.parse(segment.filter)).catch((error) => {
      if (!(error instanceof ApiError && error.code === 'unprocessable_entity')) throw error;
      return { count: null, at: null };
    });
  }

  /** In the order of the segments. */
  async countAll(segments: SegmentRow[]): Promise<SegmentCount[]> {
    const until = performance.now() + pageMs;
    const isIndexed = (await this.#context.contactIndex.fresh()) !== undefined;
    const counts: SegmentCount[] = [];
    for (const segment of segments) {
      counts.push(isIndexed && performance.now() < until ? await this.countKept(segment) : this.#remembered(segment));
    }
    if (this.#stale.size > 0) void this.#recounting.ask();
    return counts;
  }

  #remembered({ id, counted, counted_at }: SegmentRow): SegmentCount {
    if (!counted_at || counted_at.getTime() < Date.now() - staleMs) this.#stale.add(id);
    return { count: counted, at: counted_at };
  }

  async #recount(stopping: AbortSignal): Promise<void> {
    for (const id of this.#stale) {
      if (stopping.aborted) return;
      this.#stale.delete(id);
      const segment = await findSegment(this.#context.db, id);
      if (!segment) continue;
      const at = presentSecond();
      await updateSegmentCount(
        this.#context.db,
        segment,
        await this.#total(this.#patient, JSON.parse(segment.filter)),
        at,
      );
    }
  }

  #total = async (finder: ContactFinder, args: FilterArgs): Promise<number> =>
    finder.count(await resolveFilter(this.#context.db, args, this.#context.registries.criteria));
}
