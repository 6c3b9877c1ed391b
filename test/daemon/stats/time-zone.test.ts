/** Local days: over all time zones and clock changes, compared with the platform's own result for each hour. */
import fc from 'fast-check';
import { dayMs, hourMs } from '../../../daemon/clicks/time.ts';
import { listSeriesHours, type Sums, toSeries } from '../../../daemon/stats/core/series.ts';
import {
  bucketsOf,
  byDayAndHour,
  shownLength,
  toTimes,
  toWindow,
  type WindowQuery,
} from '../../../daemon/stats/core/window.ts';
import { findTimeZone, startOfLocalDay, type TimeZone, toMoment } from '../../../shared/time-zone.ts';
import { t } from '../../runner/tap.ts';

// The machine's own time zone must not matter.
const usualZone = process.env.TZ;
process.env.TZ = 'America/New_York';
t.teardown(() => {
  if (usualZone === undefined) delete process.env.TZ;
  else process.env.TZ = usualZone;
});

const zones = Intl.supportedValuesOf('timeZone');
const zoneOf = (name: string) => findTimeZone(name) as TimeZone;
const zone = fc.oneof(
  fc.constantFrom(...zones),
  fc.constantFrom('Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Sao_Paulo', 'UTC'),
);
const from = Date.parse('2015-01-01T00:00:00Z');
const until = Date.parse('2038-01-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** Formats a moment with the platform's time zones, by other means than the code under test. */
const shownIn = (name: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: name,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  return (ms: number) => format.format(ms).replace(', ', 'T');
};
const dateIn = (name: string) => {
  const shown = shownIn(name);
  return (ms: number) => shown(ms).slice(0, 10);
};

const windowOf = (asked: WindowQuery, now = until) => {
  const window = toWindow(asked, 40_000, now);
  if ('field' in window) throw new Error(window.message);
  return window;
};

t.test('a day starts at the first moment with its date', async () => {
  fc.assert(
    fc.property(zone, fc.integer({ min: from / dayMs, max: until / dayMs }), (name, day) => {
      const date = dateIn(name);
      const start = startOfLocalDay(zoneOf(name), day);
      const wanted = iso(day * dayMs).slice(0, 10);
      return date(start) === wanted && date(start - 1) < wanted;
    }),
    { numRuns: 1_000 },
  );
});

t.test('a local time means the first moment the clock shows it, or the moment the clock skips it', async (t) => {
  for (const [name, shown, moment] of [
    ['Europe/Berlin', '2026-07-01T12:00', '2026-07-01T10:00'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00'],
    ['Asia/Kolkata', '2026-11-02T00:00', '2026-11-01T18:30'],
    ['Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45'],
    ['Pacific/Apia', '2011-12-30T00:00', '2011-12-30T10:00'],
    ['UTC', '2026-01-01T00:00', '2026-01-01T00:00'],
  ] as const) {
    t.equal(iso(toMoment(zoneOf(name), Date.parse(`${shown}:00Z`))), `${moment}:00.000Z`, `${name} ${shown}`);
  }
});

t.test('the days of any window have each of its hours once, in the day in which it starts', async (t) => {
  const length = fc.integer({ min: 1, max: 80 * dayMs });
  const start = fc.integer({ min: from, max: until - 81 * dayMs });
  let changed = 0;
  fc.assert(
    fc.property(zone, start, length, (name, at, ms) => {
      const window = windowOf({ from: iso(at), to: iso(at + ms), interval: 'day', timezone: name });
      const date = dateIn(name);
      const hours = window.points.flatMap(bucketsOf);
      t.same(hours, bucketsOf({ first: window.from / hourMs, end: window.to / hourMs }));
      for (const point of window.points) {
        const dates = new Set(bucketsOf(point).map((hour) => date(hour * hourMs)));
        t.same([...dates], [point.time.slice(0, 10)], `${name} ${point.time}`);
        t.ok(Date.parse(point.time) <= point.first * hourMs || point === window.points[0]);
        if (![24, 1].includes(point.end - point.first)) changed++;
      }
    }),
    { numRuns: 60 },
  );
  t.ok(changed > 0, 'some days were longer or shorter');
});

t.test("local days' sums, computed from UTC days and a few hours, equal the sums of their hours", async (t) => {
  const start = fc.integer({ min: from, max: until - 81 * dayMs });
  const days = fc.integer({ min: 1, max: 80 });
  const interval = fc.constantFrom<'hour' | 'day'>('hour', 'day');
  fc.assert(
    fc.property(zone, start, days, interval, fc.nat(1_000), (name, at, length, by, seed) => {
      // The limit is in local clock time: 31 times 24 hours over a change to summer time are too long.
      fc.pre(by === 'day' || shownLength(zoneOf(name), at, at + length * dayMs) <= 31 * dayMs);
      const asked = windowOf({ from: iso(at), to: iso(at + length * dayMs), interval: by, timezone: name });
      const window = byDayAndHour(asked, Number.POSITIVE_INFINITY);
      const countOf = (hour: number) => ((hour * 7919 + seed) % 13) * ((hour + seed) % 3);
      const sumOf = (hours: number[]) => hours.reduce((sum, hour) => sum + countOf(hour), 0);
      const toSums = (buckets: number[], hoursOf: (bucket: number) => number[]): Sums =>
        new Map(buckets.map((bucket) => [bucket, { clicks: sumOf(hoursOf(bucket)), uniqueClicks: 0 }]));
      const extra = listSeriesHours(window);
      t.ok(by === 'hour' || extra.length <= 12 * (length + 1), `${extra.length} hours for ${length} days`);
      const series = toSeries(
        window,
        toSums(bucketsOf(window.days), (day) => bucketsOf({ first: day * 24, end: day * 24 + 24 })),
        toSums([...window.hours.flatMap(bucketsOf), ...extra], (hour) => [hour]),
      );
      t.same(
        series.map(({ clicks }) => clicks),
        window.points.map((point) => sumOf(bucketsOf(point))),
      );
    }),
    { numRuns: 60, examples: [['Pacific/Fiji', Date.UTC(2026, 5, 1, 5), 4, 'day', 1]] },
  );
});

t.test('requested local days are complete, despite clock changes', async (t) => {
  const cases: [zone: string, from: string, to: string, hours: number[], first: string][] = [
    ['Europe/Berlin', '2026-03-28', '2026-03-30', [24, 23, 24], '2026-03-28T00:00:00.000+01:00'],
    ['Europe/Berlin', '2026-10-24', '2026-10-26', [24, 25, 24], '2026-10-24T00:00:00.000+02:00'],
    ['America/New_York', '2026-11-01', '2026-11-01', [25], '2026-11-01T00:00:00.000-04:00'],
    ['Asia/Kolkata', '2026-11-01', '2026-11-02', [24, 24], '2026-11-01T00:00:00.000+05:30'],
    ['Australia/Lord_Howe', '2026-04-04', '2026-04-06', [24, 25, 24], '2026-04-04T00:00:00.000+11:00'],
    ['Africa/Cairo', '2026-04-23', '2026-04-25', [24, 23, 24], '2026-04-23T00:00:00.000+02:00'],
    ['UTC', '2026-11-01', '2026-11-01', [24], '2026-11-01T00:00:00.000Z'],
  ];
  for (const [timezone, first, end, hours, time] of cases) {
    const window = windowOf({ from: first, to: end, timezone, interval: 'day' });
    t.same(
      window.points.map((point) => point.end - point.first),
      hours,
      `${timezone} from ${first}`,
    );
    t.equal(window.points[0]?.time, time);
  }
  const [, skipped] = windowOf({
    from: '2026-04-23',
    to: '2026-04-25',
    timezone: 'Africa/Cairo',
    interval: 'day',
  }).points;
  t.equal(skipped?.time, '2026-04-24T01:00:00.000+03:00', 'a day without a midnight starts at its first moment');
});

t.test('a month can be requested by the hour even if the clock changes in it', async (t) => {
  const october = { from: '2026-10-01', to: '2026-10-31', interval: 'hour' } as const;
  t.equal(windowOf({ ...october, timezone: 'Europe/Berlin' }).points.length, 31 * 24 + 1);
  t.match(toWindow({ ...october, to: '2026-11-01', timezone: 'Europe/Berlin' }, 40_000, until), {
    field: 'interval',
  });
  t.match(toWindow({ ...october, to: '2026-11-01T01:00:00Z' }, 40_000, until), { field: 'interval' });
});

t.test('an invalid time zone is reported, and the export accepts the same zones', async (t) => {
  for (const timezone of ['', 'Berlin', 'Europe/Nowhere', '+02:00', '-05:00', 'Europe/Berlin ', '../etc', 'UTC+1x']) {
    t.match(toWindow({ timezone }, 30, until), { field: 'timezone' }, timezone);
    t.match(toTimes({ timezone }, 30, until), { field: 'timezone' }, timezone);
  }
  for (const timezone of ['Europe/Berlin', 'Asia/Kolkata', 'Etc/GMT+5', 'UTC', 'GMT', 'America/Argentina/Ushuaia']) {
    t.notOk('field' in toWindow({ timezone }, 30, until), timezone);
  }
});
