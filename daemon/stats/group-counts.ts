/**
 * The sum of the counts of a tag's or a domain's links: from rows, as in `addUpCounts`, or, if there are many, from sums
 * kept in memory. Then only links, hours and days missing from these sums are looked up.
 */
import { f64At, u32At, valueIn } from '../../shared/elements.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { addValuesTo, type BucketSums, noSums, SumsBuilder } from './core/bucket-sums.ts';
import { addUpCounts, type Counts, eachRow, listStates, noCounts, type RowKind } from './core/queries.ts';
import type { LinkGroup } from './core/row-queries.ts';
import { addSum, listSeriesHours, type Sums, toSeries } from './core/series.ts';
import { bucketsOf, type StatsWindow } from './core/window.ts';
import { createKeptSums, type KeptSums, linksBeyond } from './kept-sums.ts';

/** A group with a name that is unique in its workspace. Its links can change between two queries. */
export type NamedGroup = LinkGroup & { name: string };

/** The number of lookups up to which they are faster than checking the kept sums. */
const fewLookUps = 2_000;
const keptBytes = 64 * 2 ** 20;

const ofThisProcess = createKeptSums(keptBytes);

/** Adds up the counts of a group's links, which are sorted by id without duplicates. */
export async function addUpGroup(
  db: Db,
  group: NamedGroup,
  window: StatsWindow,
  { signal, keptSums = ofThisProcess }: { signal?: AbortSignal; keptSums?: KeptSums } = {},
): Promise<Counts> {
  const [days, hours] = [bucketsOf(window.days), window.hours.flatMap(bucketsOf)];
  const series = listSeriesHours(window);
  if (group.linkIds.length * (days.length + hours.length + series.length) <= fewLookUps) {
    return addUpCounts(db, group, window, signal);
  }
  const links = Uint32Array.from(group.linkIds);
  const sum = (kind: RowKind, buckets: number[]) =>
    sumBuckets(db, { ...group, links }, kind, { buckets, keptSums, signal });
  const [sumsOfDays, sumsOfHours, sumsOfSeries] = await Promise.all([
    sum('days', days),
    sum('hours', hours),
    sum('series', series),
  ]);
  const counts = noCounts();
  const [ofDays, ofHours]: [Sums, Sums] = [new Map(), new Map()];
  const byLink = new LinkSums(links);
  for (const [bucket, sums] of sumsOfDays) addBucket(counts, byLink, bucket * dayMs, sums);
  for (const [bucket, sums] of sumsOfHours) addBucket(counts, byLink, bucket * hourMs, sums);
  for (const [bucket, sums] of sumsOfDays) addSum(ofDays, bucket, sums.clicks, sums.uniqueClicks);
  for (const [bucket, sums] of [...sumsOfHours, ...sumsOfSeries]) {
    addSum(ofHours, bucket, sums.clicks, sums.uniqueClicks);
  }
  return { ...counts, series: toSeries(window, ofDays, ofHours), byLink: byLink.toSums() };
}

function addBucket(counts: Counts, byLink: LinkSums, startMs: number, sums: BucketSums): void {
  counts.clicks += sums.clicks;
  counts.uniqueClicks += sums.uniqueClicks;
  counts.botClicks += sums.botClicks;
  counts.ownClicks += sums.ownClicks;
  if (sums.lastMs !== undefined) counts.lastClickAt = Math.max(counts.lastClickAt ?? 0, startMs + sums.lastMs);
  addValuesTo(counts.breakdown, sums);
  byLink.add(sums);
}

/** Sums by link, in arrays, which are much faster than a map for a hundred thousand links. */
class LinkSums {
  readonly #links: Uint32Array;
  readonly #clicks: Float64Array;
  readonly #uniqueClicks: Float64Array;
  readonly #isPresent: Uint8Array;

  constructor(links: Uint32Array) {
    this.#links = links;
    this.#clicks = new Float64Array(links.length);
    this.#uniqueClicks = new Float64Array(links.length);
    this.#isPresent = new Uint8Array(links.length);
  }

  /** Adds sums whose links are a subset of these links, sorted by id like these. */
  add({ ofLinks }: BucketSums): void {
    for (let at = 0, place = 0; at < ofLinks.length; at += 3) {
      while (place < this.#links.length && this.#links[place] !== ofLinks[at]) place++;
      this.#clicks[place] = f64At(this.#clicks, place) + u32At(ofLinks, at + 1);
      this.#uniqueClicks[place] = f64At(this.#uniqueClicks, place) + u32At(ofLinks, at + 2);
      this.#isPresent[place] = 1;
    }
  }

  toSums(): Sums {
    const sums: Sums = new Map();
    for (const [place, id] of this.#links.entries()) {
      if (this.#isPresent[place] === 0) continue;
      sums.set(id, { clicks: f64At(this.#clicks, place), uniqueClicks: f64At(this.#uniqueClicks, place) });
    }
    return sums;
  }
}

type SortedGroup = NamedGroup & { links: Uint32Array };

/**
 * Returns the sums of each hour or day with clicks in the workspace. Reads in one snapshot, so that states and rows
 * agree.
 */
async function sumBuckets(
  db: Db,
  { workspaceId, name, linkIds, links }: SortedGroup,
  kind: RowKind,
  { buckets, keptSums, signal }: { buckets: number[]; keptSums: KeptSums; signal: AbortSignal | undefined },
): Promise<Map<number, BucketSums>> {
  const sums = new Map<number, BucketSums>();
  if (buckets.length === 0) return sums;
  const keyOf = (bucket: number) => `${workspaceId} ${kind} ${bucket} ${name}`;
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await snapshot.execute(async (trx) => {
    const states = await listStates(trx, workspaceId, { unit: kind === 'days' ? 'day' : 'hour', buckets });
    const builders = new Map<number, SumsBuilder>();
    const missing = new Map<number[], number[]>();
    const comparisons = new Map<Uint32Array, number[] | undefined>();
    for (const [bucket, state] of states) {
      const kept = keptSums.find(keyOf(bucket));
      if (kept && !comparisons.has(kept.links)) comparisons.set(kept.links, linksBeyond(links, kept.links));
      const beyond = kept?.state === state ? comparisons.get(kept.links) : undefined;
      if (kept && beyond?.length === 0) sums.set(bucket, kept.sums);
      else {
        builders.set(bucket, new SumsBuilder(kept && beyond ? kept.sums : noSums));
        const lacking = beyond ?? linkIds;
        missing.set(lacking, [...(missing.get(lacking) ?? []), bucket]);
      }
    }
    for (const [lacking, some] of missing) {
      const read = { workspaceId, linkIds: lacking };
      await eachRow(trx, read, kind, { buckets: some, use: (row) => builders.get(row.bucket)?.add(row), signal });
    }
    for (const [bucket, builder] of builders) {
      const made = builder.finish();
      sums.set(bucket, made);
      keptSums.keep(keyOf(bucket), { state: valueIn(states, bucket), links, sums: made });
    }
  });
  return sums;
}
