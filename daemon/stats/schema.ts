/** Queries and bodies of analytics. */
import Type, { type Static } from 'typebox';
import { stats } from '../../shared/limits-of-fields.ts';
import { bom } from '../api/csv-mark.ts';
import { id, nullable, number, text, textOrNull } from '../api/schemas.ts';
import { byDimension, toBreakdown } from '../clicks/core/dimensions.ts';
import { linkFilters } from '../links/core/schema.ts';
import { columns } from './export-columns.ts';

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));
const times = {
  from: time(
    'Start, an ISO 8601 time; default 30 days before `to`, or before now if that is earlier. Counted from the start of its hour.',
  ),
  to: time(
    'End; default now. A day such as 2026-01-31 counts as a whole, a time to the end of its hour; at most the current hour.',
  ),
  timezone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'IANA name of a time zone, such as `Europe/Berlin`; default UTC. Days start at its midnight, times without an ' +
        'offset are in this zone, and series and rows show its local times.',
    }),
  ),
};

const interval = Type.Optional(
  Type.Enum(['hour', 'day'], {
    description: 'Default: `hour` for up to 48 hours, otherwise `day`; `hour` is possible for up to 31 days.',
  }),
);

/** Filters by breakdown values. */
const filters = byDimension(({ filter }) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: `Only clicks ${filter}.` })),
);

/** A window and an optional comparison. */
const comparedTimes = {
  ...times,
  interval,
  compare: Type.Optional(
    Type.Enum(['previous'], { description: 'Adds `previous`: the preceding period of the same length.' }),
  ),
};

export const StatsQuery = Type.Object({ ...comparedTimes, ...filters });
export type StatsQuery = Static<typeof StatsQuery>;

export const SharedStatsQuery = Type.Object(comparedTimes);

export const WorkspaceStatsQuery = Type.Object({
  ...StatsQuery.properties,
  ...linkFilters,
});
export type WorkspaceStatsQuery = Static<typeof WorkspaceStatsQuery>;

export const LinksStatsQuery = Type.Object({
  ids: Type.String({
    minLength: 1,
    maxLength: 8_192,
    description: `Ids of 1 to ${stats.links} links, separated by commas.`,
  }),
  ...times,
  interval,
});

export const UnknownQuery = Type.Object({
  domain: Type.Optional(Type.String({ maxLength: 253, description: 'Only paths of this custom domain.' })),
  from: times.from,
  to: times.to,
});
export const ExportQuery = Type.Object({
  ...times,
  linkId: Type.Optional(Type.String({ maxLength: 64, description: 'Only clicks of this link.' })),
  bom,
  columns: Type.Optional(
    Type.String({
      pattern: `^(all|(${columns.join('|')})(,(${columns.join('|')})){0,${columns.length - 1}})$`,
      description: `\`all\`, or some of ${columns.join(', ')}, separated by commas; default: all up to \`visitorId\``,
    }),
  ),
});

const clicks = { clicks: number(412), uniqueClicks: number(298) };
const timestamp = Type.String({ format: 'date-time' });
export const StatsTotals = Type.Object({
  ...clicks,
  qrScans: number(37),
  botClicks: number(19),
  ownClicks: number(3, "visits from the workspace's own networks, which are not clicks; 0 with filters"),
  lastClickAt: nullable(timestamp),
});
const pointStart = Type.String({
  format: 'date-time',
  description: 'Start of the bucket; with `timezone`, as local time with its offset.',
  examples: ['2026-11-21T00:00:00.000Z'],
});
export const StatsPoint = Type.Object({
  time: pointStart,
  ...clicks,
});
export const StatsValue = Type.Object({ value: Type.String(), ...clicks });
export const StatsBreakdown = Type.Object(
  toBreakdown(({ example }) =>
    Type.Array(StatsValue, {
      examples: [Object.entries(example).map(([value, [clicks, uniqueClicks]]) => ({ value, clicks, uniqueClicks }))],
    }),
  ),
);

/**
 * The analytics of the previous window. The schema itself is optional, so that the API description publishes it under
 * its name.
 */
export const StatsPrevious = Type.Optional(
  Type.Object(
    { from: timestamp, to: timestamp, totals: StatsTotals, timeseries: Type.Array(StatsPoint) },
    { description: "The previous period, within the plan's retention." },
  ),
);

const counted = {
  from: { ...timestamp, examples: ['2026-11-21T00:00:00.000Z'] },
  to: { ...timestamp, examples: ['2026-11-22T00:00:00.000Z'] },
  interval: Type.Enum(['hour', 'day'], { examples: ['day'] }),
  timezone: Type.Optional(Type.String({ description: 'As requested; absent without.' })),
};

const common = {
  ...counted,
  totals: StatsTotals,
  timeseries: Type.Array(StatsPoint),
  breakdown: StatsBreakdown,
  previous: StatsPrevious,
};

export const LinkStats = Type.Object({ linkId: id('lnk'), ...common });
export const TopLink = Type.Object({
  linkId: id('lnk'),
  shortUrl: text('https://go.example.com/launch'),
  title: textOrNull('Launch page'),
  ...clicks,
});
export const Stats = Type.Object({ ...common, topLinks: Type.Array(TopLink) });
export const TagStats = Type.Object({ tag: text('spring'), ...Stats.properties });

export const SharedTopLink = Type.Object({
  shortUrl: text('https://go.example.com/launch'),
  title: textOrNull('Launch page'),
  url: textOrNull('https://example.com/products/launch', 'The destination; null unless it is shown on the page.'),
  ...clicks,
});
/** Shared analytics. `topLinks`: absent for a link. */
export const SharedStats = Type.Object({ ...common, topLinks: Type.Optional(Type.Array(SharedTopLink)) });

export const LinksStatsPoint = Type.Object({ start: pointStart, clicks: clicks.clicks });
export const LinkClicks = Type.Object({
  id: id('lnk'),
  ...clicks,
  lastClickAt: nullable(timestamp),
  series: Type.Array(LinksStatsPoint),
});
export const LinksStats = Type.Object({ ...counted, links: Type.Array(LinkClicks) });

export const RecentMinute = Type.Object({ time: timestamp, clicks: number(3) });
export const RecentClicks = Type.Object({ clicks: number(3), minutes: Type.Array(RecentMinute) });

export const UnknownPath = Type.Object({
  domain: text('go.example.com'),
  path: text('/sprnig', 'As requested, up to 100 characters; characters other than visible ASCII become `?`.'),
  requests: number(12, 'Without bots.'),
  bots: number(3),
  lastAt: timestamp,
});
export const UnknownPaths = Type.Object({ paths: Type.Array(UnknownPath) });
