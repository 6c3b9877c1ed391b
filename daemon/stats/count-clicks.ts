/**
 * Answers to click queries: from the counts of a link or a workspace, from the sum of many links' counts or, with
 * filters by value, from the clicks themselves. Expensive queries wait in a queue.
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
import { byDayAndHour, type RequestedWindow, type StatsWindow, shownLength } from './core/window.ts';
import { costly, costlyCapacity } from './costly-queue.ts';
import { addUpGroup } from './group-counts.ts';
import { findLinkGroup, type GroupFilter, isForGroup } from './link-groups.ts';
import { type Filter, type FilterQuery, toFilters } from './scan/filters.ts';
import { describeStats, type Windows } from './show-counts.ts';
import { listTopLinks, rankLinks, type TopLink } from './top-links.ts';

export type Question = {
  subject: Subject;
  windows: Windows;
  query: GroupFilter & FilterQuery;
  /** The number of requested top links. */
  topLinks: number;
  now: number;
  signal: AbortSignal;
};

type Answer = { body: Awaited<ReturnType<typeof describeStats>>['body']; top: TopLink[] };

/** The maximum number of days whose clicks are read for one answer. */
const scannedDays = 31;

/**
 * @throws `validation_failed` if a filter is invalid or there is too much to read; `unavailable` if the queue is full
 */
export async function getStats(context: Context, question: Question): Promise<Answer> {
  const filters = await toFilters(context.db, question.query);
  if (filters?.length !== 0) return scanClicks(context, question, filters);
  return isForGroup(question.query) ? countGroup(context, question) : countSubject(context.db, question);
}

/** Splits the windows into days and hours, because links have counts by day only for past days. */
async function inMadeDays(db: Db, { window, previous }: Windows): Promise<Windows<StatsWindow>> {
  const openDay = await findOpenDay(db);
  return { window: byDayAndHour(window, openDay), previous: previous && byDayAndHour(previous, openDay) };
}

/** Counts all clicks of a link or a workspace. */
export async function countSubject(db: Db, question: Omit<Question, 'query' | 'signal'>): Promise<Answer> {
  const { subject, topLinks, now } = question;
  const windows = await inMadeDays(db, question.windows);
  const [{ body }, top] = await Promise.all([
    describeStats(db, windows, (window) => getCounts(db, subject, window)),
    topLinks === 0 ? [] : listTopLinks(db, subject.workspaceId, windows.window, { limit: topLinks, now }),
  ]);
  return { body, top };
}

/** Counts the clicks of a group. Visitors of share pages do not use up the workspace's places in the queue. */
const countGroup = (context: Context, { subject, query, topLinks, signal, ...question }: Question): Promise<Answer> =>
  costly.run(
    `${query.areShared ? 'shared ' : ''}${subject.workspaceId}`,
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

/**
 * Counts matching clicks, one query at a time, because the thread that reads uses one processor. If `filters` is
 * undefined, no click can match.
 */
async function scanClicks(context: Context, question: Question, filters: Filter[] | undefined): Promise<Answer> {
  const { subject, windows, query, topLinks, signal } = question;
  checkDays(windows.window);
  return costly.run(
    String(subject.workspaceId),
    async () => {
      const links = isForGroup(query) ? await findLinkGroup(context, subject, query, []) : groupOf(subject);
      const count = (of: RequestedWindow) => scanWindow(context, { subject, links, filters, topLinks }, of, signal);
      const { body, counts } = await describeStats(context.db, windows, count);
      return { body, top: rankLinks(counts.byLink, topLinks) };
    },
    { signal, weight: costlyCapacity },
  );
}

/** Returns the group of a single link; undefined for the whole workspace. */
const groupOf = ({ workspaceId, linkId }: Subject): LinkGroup | undefined =>
  linkId === wholeWorkspace ? undefined : { workspaceId, linkIds: [linkId] };

/** Checks the length of the window. Allows an hour more, because extending to whole hours can lengthen it. */
function checkDays({ zone, from, to }: RequestedWindow): void {
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
  window: RequestedWindow,
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
  return { ...tallied, ownClicks: 0, series };
}
