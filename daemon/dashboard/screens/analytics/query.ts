/** The analytics query in a URL: period, filters and comparison. */
import { stats } from '../../../../shared/limits-of-fields.ts';
import { date } from '../../../../shared/ui/format.ts';
import {
  addDays,
  addressOf,
  daysOf,
  type Period,
  type Preset,
  periodOf,
  todayOf,
  windowOf,
} from '../../../../shared/ui/period.ts';
import { zoneOf } from '../../../../shared/ui/preferences.ts';
import type { Params } from '../../../../shared/ui/service.ts';
import { type Query, useQuery } from '../../../../shared/ui/url-state.ts';
import type { Dimension, Workspace } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { dimensions } from './dimensions.ts';

/** The query that removes every filter from a URL. */
export const noFilters: Query = Object.fromEntries(dimensions.map((dimension) => [dimension, undefined]));
export type Filters = Partial<Record<Dimension, string>>;
export type Interval = 'hour' | 'day';

const longestHourlyDays = stats.hourlyDays;
const dayMs = 86_400_000;

export type Question = {
  period: Period;
  filters: Filters;
  isComparing: boolean;
  /** The chosen interval. If `undefined`, the service chooses. */
  interval: Interval | undefined;
  canBeHourly: boolean;
  zone: string;
  earliest: string;
  /** A text that explains how far back data exists. */
  limit: string | undefined;
  /** Returns the service's parameters, with times as of now. */
  params: () => Params;
  /** A key that identifies the query. */
  key: string;
};

/** Returns the first day of available analytics. */
export function earliestOf(limits: Limits, zone: string): string {
  const created = todayOf(zone, Date.parse(limits.since));
  if (limits.retentionDays === null) return created;
  const kept = addDays(todayOf(zone, Date.now()), -limits.retentionDays);
  return created > kept ? created : kept;
}

/** The range of available data. It is unlimited if `retentionDays` is null. */
type Limits = { since: string; retentionDays: number | null };

export const limitsOf = (workspace: Workspace | undefined): Limits => ({
  since: workspace?.createdAt ?? new Date(Date.now() - 30 * dayMs).toISOString(),
  retentionDays: workspace?.limits.retentionDays ?? null,
});

function questionOf(query: Query, limits: Limits, usual: Preset | undefined): Question {
  const zone = zoneOf();
  const earliest = earliestOf(limits, zone);
  const period = periodOf(query, usual);
  const today = todayOf(zone, Date.now());
  const { from, to } = daysOf(period, today, earliest);
  const canBeHourly = addDays(from, longestHourlyDays) > to;
  const filters = Object.fromEntries(
    dimensions.flatMap((dimension) => (query[dimension] ? [[dimension, query[dimension]]] : [])),
  ) as Filters;
  const interval = canBeHourly && (query.interval === 'hour' || query.interval === 'day') ? query.interval : undefined;
  const isComparing = query.compare !== 'none' && period.name !== 'all';
  const fixed = { interval, compare: isComparing ? 'previous' : undefined, timezone: zone, ...filters };
  return {
    period,
    filters,
    isComparing,
    interval,
    canBeHourly,
    zone,
    earliest,
    limit: limits.retentionDays === null ? undefined : text.analytics.kept(limits.retentionDays, date(earliest, 'UTC')),
    params: () => ({ ...windowOf(period, today, earliest, Date.now()), ...fixed }),
    key: JSON.stringify([period, period.name === 'all' && earliest, fixed]),
  };
}

/** Returns the query in the URL and functions that change it. `usual`: the period of a URL without one. */
export function useQuestion(limits: Limits, usual?: Preset) {
  const [query, change] = useQuery();
  return {
    query,
    change,
    question: questionOf(query, limits, usual),
    setPeriod: (period: Period) => change(addressOf(period, usual)),
    setCompare: (isOn: boolean) => change({ compare: isOn ? undefined : 'none' }),
    setInterval: (interval: Interval) => change({ interval }),
    setFilter: (dimension: Dimension, value: string | undefined) => change({ [dimension]: value }),
  };
}
