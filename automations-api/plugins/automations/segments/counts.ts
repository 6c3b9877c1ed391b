/**
 * Numbers of contacts in segments. A single segment is counted on request. For a page of segments, the index counts as
 * many as it can in a short time. The other segments show their last count and are counted in the background. Without
 * the index, this applies to all segments.
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

  /** Counts the contacts of a filter. @throws unprocessable_entity */
  async count(filter: FilterArgs): Promise<CountedFilter> {
    const at = presentSecond();
    return { filter, count: await this.#total(this.#context.finder, filter), at };
  }

  /**
   * Counts a stored segment. A segment with an invalid filter, for example with a deleted field, has no count. Such a
   * segment is still shown, so that users can correct it.
   */
  countStored(segment: SegmentRow): Promise<SegmentCount> {
    return this.count(JSON.parse(segment.filter)).catch((error) => {
      if (!(error instanceof ApiError && error.code === 'unprocessable_entity')) throw error;
      return { count: null, at: null };
    });
  }

  /** Counts a page of segments, in order. */
  async countAll(segments: SegmentRow[]): Promise<SegmentCount[]> {
    const until = performance.now() + pageMs;
    const isIndexed = (await this.#context.contactIndex.fresh()) !== undefined;
    const counts: SegmentCount[] = [];
    for (const segment of segments) {
      counts.push(isIndexed && performance.now() < until ? await this.countStored(segment) : this.#lastCount(segment));
    }
    if (this.#stale.size > 0) void this.#recounting.ask();
    return counts;
  }

  #lastCount({ id, counted, counted_at }: SegmentRow): SegmentCount {
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
