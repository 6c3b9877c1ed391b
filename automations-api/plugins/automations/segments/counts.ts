/**
 * How many contacts are in segments. One is counted when it is asked for. Of a page of them the index in memory counts as
 * many as it can in a short time, most once while no contact changes; the rest, and all while SQL would have to count, are
 * as they were counted last, and are counted again in the background.
 */
import { patient } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { Loop } from '../../../../shared/jobs/loop.ts';
import type { ContactIndex } from '../contact-index/contact-index.ts';
import type { Context } from '../context.ts';
import { presentSecond } from '../core/dates.ts';
import { listContacts, type Sources } from '../search/list.ts';
import { resolveFilter } from '../search/resolve.ts';
import type { Filter, FilterArgs } from '../search/schema.ts';
import { Totals } from '../search/total.ts';
import { findSegment, type SegmentRow, updateSegmentCount } from './queries.ts';
import type { CountedFilter } from './save-segment.ts';
import type { SegmentCount } from './show.ts';

const pageMs = 300;
const mostRemembered = 1_000;
const staleMs = 60_000;
const anySort = { field: 'creation_date', descending: false } as const;

/** Whether it is all data: criteria are functions, of which a key would say nothing. */
const isPlain = ({ criteria, also = [] }: Filter): boolean => criteria.length === 0 && also.every(isPlain);

export class SegmentCounts {
  readonly #context: Context;
  readonly #background: Sources;
  readonly #totals = new Map<string, number>();
  /** What `totals` are of. */
  #index: { of: ContactIndex; changes: number } | undefined;
  readonly #stale = new Set<number>();
  readonly #recounting: Loop;
  #stopped = false;

  constructor(context: Context) {
    const { contactIndex, log, onStop } = context;
    const db = patient(context.db);
    this.#context = context;
    this.#background = { db, totals: new Totals(db), contactIndex };
    this.#recounting = new Loop(
      () => this.#recount(),
      (err) => log.warn({ err }, 'a segment could not be counted'),
    );
    onStop(() => {
      this.#stopped = true;
      return this.#recounting.end();
    });
  }

  /** @throws unprocessable_entity */
  async count(filter: FilterArgs): Promise<CountedFilter> {
    const at = presentSecond();
    return { filter, count: await this.#total(this.#context, filter), at };
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
    if (this.#stale.size > 0) this.#recounting.run();
    return counts;
  }

  #remembered({ id, counted, counted_at }: SegmentRow): SegmentCount {
    if (!counted_at || counted_at.getTime() < Date.now() - staleMs) this.#stale.add(id);
    return { count: counted, at: counted_at };
  }

  async #recount(): Promise<void> {
    for (const id of this.#stale) {
      if (this.#stopped) return;
      this.#stale.delete(id);
      const segment = await findSegment(this.#context.db, id);
      if (!segment) continue;
      const at = presentSecond();
      await updateSegmentCount(
        this.#context.db,
        segment,
        await this.#total(this.#background, JSON.parse(segment.filter)),
        at,
      );
    }
  }

  async #total(sources: Sources, args: FilterArgs): Promise<number> {
    const filter = await resolveFilter(sources.db, args);
    const key = isPlain(filter) ? JSON.stringify(filter) : undefined;
    const index = await sources.contactIndex.fresh();
    // Read before the count: what changes meanwhile moves the mark, and the next call counts again.
    this.#forgetUnless(index);
    const known = key === undefined ? undefined : this.#totals.get(key);
    if (known !== undefined) return known;
    const { changes } = index ?? {};
    const { total } = await listContacts(sources, filter, anySort, { limit: 0, offset: 0 });
    if (key !== undefined && index && this.#index?.of === index && this.#index.changes === changes)
      this.#totals.set(key, total);
    return total;
  }

  #forgetUnless(index: ContactIndex | undefined): void {
    const isOfNow = index && this.#index?.of === index && this.#index.changes === index.changes;
    if (isOfNow && this.#totals.size < mostRemembered) return;
    this.#totals.clear();
    this.#index = index && { of: index, changes: index.changes };
  }
}
