/**
 * How a question about clicks is answered: from the counts of a link or a workspace, from those of many links added up or,
 * where it is about clicks with certain values, from the clicks themselves. What reads much waits for its turn.
 */
import type { Context } from '../api/context.ts';
import { invalid } from '../api/errors.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { findOpenDay } from '../clicks/made-day-queries.ts';
import { dayMs, hourMs } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { type Counts, getCounts, noCounts, type Subject } from './core/queries.ts';
import type { LinkGroup } from './core/row-queries.ts';
import { toSeries } from './core/series.ts';
import { type AskedWindow, byDayAndHour, type StatsWindow, shownLength } from './core/window.ts';
import { costly, costlyCapacity } from './costly-queue.ts';
import { addUpGroup } from './group-counts.ts';
import { findLinkGroup, type GroupFilter } from './link-groups.ts';
import { type Filter, type FilterQuery, toFilters } from './scan/filters.ts';
import { describeStats, type Windows } from './show-counts.ts';
import { listTopLinks, rankLinks, type TopLink } from './top-links.ts';

export type Question = {
  subject: Subject;
  windows: Windows;
  query: GroupFilter & FilterQuery;
  /** How many top links are asked for. */
  topLinks: number;
  now: number;
  signal: AbortSignal;
};

type Answer = { body: Awaited<ReturnType<typeof describeStats>>['body']; top: TopLink[] };

/** Days whose clicks are read for one answer. */
const scannedDays = 31;

/** @throws `validation_failed` when a filter is none, or leaves too much to read; `unavailable` when too many wait */
export async function askStats(context: Context, question: Question): Promise<Answer> {
  const filters = await toFilters(context.db, question.query);
  if (filters?.length !== 0) return askClicks(context, question, filters);
  return isOfGroup(question) ? askGroup(context, question) : askCounts(context, question);
}

const isOfGroup = ({ query: { tag, domain } }: Question) => tag !== undefined || domain !== undefined;

/** Links have counts by day for days that are over. */
async function inMadeDays(db: Db, { window, previous }: Windows): Promise<Windows<StatsWindow>> {
  const openDay = await findOpenDay(db);
  return { window: byDayAndHour(window, openDay), previous: previous && byDayAndHour(previous, openDay) };
}

async function askCounts({ db }: Context, question: Question): Promise<Answer> {
  const { subject, topLinks, now } = question;
  const windows = await inMadeDays(db, question.windows);
  const [{ body }, top] = await Promise.all([
    describeStats(db, windows, (window) => getCounts(db, subject, window)),
    topLinks === 0 ? [] : listTopLinks(db, subject.workspaceId, windows.window, { limit: topLinks, now }),
  ]);
  return { body, top };
}

const askGroup = (context: Context, { subject, query, topLinks, signal, ...question }: Question): Promise<Answer> =>
  costly.run(
    String(subject.workspaceId),
    async () => {
      const windows = await inMadeDays(context.db, question.windows);
      const { window, previous } = windows;
      const links = await findLinkGroup(context, subject, query, previous ? [window, previous] : [window]);
      const count = (of: StatsWindow) => addUpGroup(context.db, links, of, { signal });
      const { body, counts } = await describeStats(context.db, windows, count);
      return { body, top: rankLinks(counts.byLink, topLinks) };
    },
    { signal },
  );

/** One at a time: the thread that reads has one processor. Without `filters` no click can match. */
async function askClicks(context: Context, question: Question, filters: Filter[] | undefined): Promise<Answer> {
  const { subject, windows, query, topLinks, signal } = question;
  checkDays(windows.window);
  return costly.run(
    String(subject.workspaceId),
    async () => {
      const links = isOfGroup(question) ? await findLinkGroup(context, subject, query, []) : groupOf(subject);
      const count = (of: AskedWindow) => scanWindow(context, { subject, links, filters, topLinks }, of, signal);
      const { body, counts } = await describeStats(context.db, windows, count);
      return { body, top: rankLinks(counts.byLink, topLinks) };
    },
    { signal, weight: costlyCapacity },
  );
}

/** Undefined for the whole workspace. */
const groupOf = ({ workspaceId, linkId }: Subject): LinkGroup | undefined =>
  linkId === wholeWorkspace ? undefined : { workspaceId, linkIds: [linkId] };

/** Whole hours may make it longer than it was asked for. */
function checkDays({ zone, from, to }: AskedWindow): void {
  if (shownLength(zone, from, to) <= scannedDays * dayMs + hourMs) return;
  throw invalid({
    field: 'from',
    message: `is too early: filters by value read each click, of at most ${scannedDays} days; request a shorter period`,
  });
}

type Scanned = { subject: Subject; links: LinkGroup | undefined; filters: Filter[] | undefined; topLinks: number };

async function scanWindow(
  { clickScanner }: Context,
  { subject, links, filters, topLinks }: Scanned,
  window: AskedWindow,
  signal: AbortSignal,
): Promise<Counts> {
  if (!filters || links?.linkIds.length === 0) return noCounts();
  const { workspaceId } = subject;
  const { from, to } = window;
  const tallied = await clickScanner.scan(
    { workspaceId, linkIds: links?.linkIds, times: { from, to }, filters, topLinks },
    signal,
  );
  if ('tooMany' in tallied) {
    throw invalid({
      field: 'from',
      message:
        `is too early: filters by value read each click, and this period has more than ${tallied.tooMany.toLocaleString('en')}; ` +
        'request a shorter one, or one link',
    });
  }
  const series = toSeries({ ...window, days: { first: 0, end: 0 } }, new Map(), tallied.ofHours);
  return { ...tallied, series };
}
