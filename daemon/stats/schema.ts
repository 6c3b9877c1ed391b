/** The queries and bodies of analytics. */
import Type, { type Static } from 'typebox';
import { nullable } from '../api/schemas.ts';
import { dimensions } from '../clicks/breakdown.ts';

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));
const times = {
  from: time(
    'Start, an ISO 8601 time; default 30 days before `to`, or before now if that is earlier. Counted from the start of its hour.',
  ),
  to: time('End; default now. Counted to the end of its hour, at most the present one.'),
};

export const StatsQuery = Type.Object({
  ...times,
  interval: Type.Optional(
    Type.Enum(['hour', 'day'], { description: 'Default `hour` for up to 48 hours, else `day`; `hour` up to 31 days.' }),
  ),
});
export type StatsQuery = Static<typeof StatsQuery>;

export const LinksStatsQuery = Type.Object({
  ids: Type.String({
    minLength: 1,
    maxLength: 8_192,
    description: 'Ids of 1 to 100 links, separated by commas.',
  }),
  ...StatsQuery.properties,
});

export const ExportQuery = Type.Object({
  ...times,
  linkId: Type.Optional(Type.String({ maxLength: 64, description: 'Only clicks of this link.' })),
});

const count = Type.Integer({ minimum: 0 });
const clicks = { clicks: count, uniqueClicks: count };
const timestamp = Type.String({ format: 'date-time' });
export const StatsTotals = Type.Object({
  ...clicks,
  qrScans: count,
  botClicks: count,
  lastClickAt: nullable(timestamp),
});
export const StatsPoint = Type.Object({ time: timestamp, ...clicks });
export const StatsValue = Type.Object({ value: Type.String(), ...clicks });
export const StatsBreakdown = Type.Object(
  Object.fromEntries(dimensions.map((dimension) => [dimension, Type.Array(StatsValue)])),
);

const common = {
  from: timestamp,
  to: timestamp,
  interval: Type.Enum(['hour', 'day']),
  totals: StatsTotals,
  timeseries: Type.Array(StatsPoint),
  breakdown: StatsBreakdown,
};

export const LinkStats = Type.Object({ linkId: Type.String(), ...common });
export const TopLink = Type.Object({
  linkId: Type.String(),
  shortUrl: Type.String(),
  title: nullable(Type.String()),
  ...clicks,
});
export const Stats = Type.Object({ ...common, topLinks: Type.Array(TopLink) });

export const LinksStatsPoint = Type.Object({ start: timestamp, clicks: count });
export const LinkClicks = Type.Object({
  id: Type.String(),
  ...clicks,
  lastClickAt: nullable(timestamp),
  series: Type.Array(LinksStatsPoint),
});
export const LinksStats = Type.Object({
  from: timestamp,
  to: timestamp,
  interval: Type.Enum(['hour', 'day']),
  links: Type.Array(LinkClicks),
});
