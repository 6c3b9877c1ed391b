/** Windows of analytics: the counted part of the requested one. */
import fc from 'fast-check';
import { dayMs, hourMs } from '../../../daemon/clicks/time.ts';
import {
  bucketsOf,
  byDayAndHour,
  type Times,
  toTimes,
  toWindow,
  type WindowQuery,
  windowBefore,
} from '../../../daemon/stats/core/window.ts';
import { t } from '../../runner/tap.ts';

const now = Date.parse('2026-11-21T12:34:56.789Z');
const iso = (ms: number) => new Date(ms).toISOString();
const retentionDays = 30;

const windowOf = (asked: WindowQuery) => {
  const window = toWindow(asked, retentionDays, now);
  if ('field' in window) throw new Error(window.message);
  return window;
};

t.test('every requested window in the table gives the expected counts', async (t) => {
  const cases: [name: string, asked: WindowQuery, from: string, to: string, buckets?: number][] = [
    ['nothing', {}, '2026-10-22T12:00:00.000Z', '2026-11-21T13:00:00.000Z', 31],
    [
      'whole hours',
      { from: '2026-11-20T01:00:00Z', to: '2026-11-20T03:00:00Z' },
      '2026-11-20T01:00:00.000Z',
      '2026-11-20T03:00:00.000Z',
      2,
    ],
    [
      'parts of hours',
      { from: '2026-11-20T01:59:59Z', to: '2026-11-20T03:00:01Z' },
      '2026-11-20T01:00:00.000Z',
      '2026-11-20T04:00:00.000Z',
      3,
    ],
    [
      'a day, by name',
      { from: '2026-11-20', to: '2026-11-20' },
      '2026-11-20T00:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
      24,
    ],
    [
      'days, including the last, one of which has 25 hours in this zone',
      { from: '2026-10-24', to: '2026-10-25', timezone: 'Europe/Berlin', interval: 'day' },
      '2026-10-23T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      2,
    ],
    [
      'a midnight, which is a time',
      { from: '2026-11-20', to: '2026-11-21T00:00:00Z' },
      '2026-11-20T00:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
      24,
    ],
    [
      'an end in the future',
      { from: '2026-11-21', to: '2026-11-22' },
      '2026-11-21T00:00:00.000Z',
      '2026-11-21T13:00:00.000Z',
      13,
    ],
    [
      'only an end, in the far future',
      { to: '2099-01-01' },
      '2026-10-22T12:00:00.000Z',
      '2026-11-21T13:00:00.000Z',
      31,
    ],
    ['only an end, past', { to: '2026-11-09' }, '2026-10-22T12:00:00.000Z', '2026-11-10T00:00:00.000Z', 19],
    ['a start too early', { from: '2020-01-01' }, '2026-10-22T12:00:00.000Z', '2026-11-21T13:00:00.000Z', 31],
    [
      'all too early',
      { from: '2020-01-01', to: '2020-01-31' },
      '2020-02-01T00:00:00.000Z',
      '2020-02-01T00:00:00.000Z',
      0,
    ],
    [
      'all too early by little',
      { from: '2026-10-20', to: '2026-10-22T12:00:00Z' },
      '2026-10-22T12:00:00.000Z',
      '2026-10-22T12:00:00.000Z',
      0,
    ],
    [
      'all in the future',
      { from: '2099-01-01', to: '2099-02-01T10:00:00Z' },
      '2099-01-01T00:00:00.000Z',
      '2099-01-01T00:00:00.000Z',
      0,
    ],
    [
      'all in the future, within a day',
      { from: '2099-01-01T07:30:00Z', to: '2099-01-01T08:00:00Z' },
      '2099-01-01T07:00:00.000Z',
      '2099-01-01T07:00:00.000Z',
      0,
    ],
  ];
  for (const [name, asked, from, to, buckets] of cases) {
    const window = windowOf(asked);
    t.same([iso(window.from), iso(window.to)], [from, to], name);
    t.equal(window.points.length, buckets, `${name}: its series`);
  }
});

t.test('the error for a window that starts after its end names the end', async (t) => {
  for (const [asked, end] of [
    [{ from: '2030-01-01' }, 'now'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
  ] as const) {
    t.same(toWindow(asked, retentionDays, now), { field: 'from', message: `must be before ${end}` });
  }
});

t.test('the interval depends on the requested length', async (t) => {
  for (const [from, to, interval] of [
    ['2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z', 'hour'],
    ['2026-11-18T00:30:00Z', '2026-11-20T00:30:00Z', 'hour'],
    ['2026-11-18T00:00:00Z', '2026-11-20T00:00:01Z', 'day'],
  ] as const) {
    t.equal(windowOf({ from, to }).interval, interval, `${from} to ${to}`);
  }
  t.match(toWindow({ from: '2026-09-01', interval: 'hour' }, 365, now), { field: 'interval' });
});

t.test('days and hours together make up the window, and requesting it again gives the same window', async (t) => {
  const time = fc.integer({ min: now - 40 * dayMs, max: now + 5 * dayMs });
  const end = (times: Times | { field: string }) => ({ from: (times as Times).from, to: (times as Times).to });
  fc.assert(
    fc.property(time, time, (a, b) => {
      fc.pre(a !== b);
      const asked = { from: iso(Math.min(a, b)), to: iso(Math.max(a, b)) };
      const { from, to, days, hours } = byDayAndHour(windowOf(asked), Number.POSITIVE_INFINITY);
      const counted = [
        ...bucketsOf(days).flatMap((day) => bucketsOf({ first: day * 24, end: day * 24 + 24 })),
        ...hours.flatMap(bucketsOf),
      ];
      const whole = bucketsOf({ first: from / hourMs, end: to / hourMs });
      fc.pre(from < to);
      t.same(
        counted.sort((x, y) => x - y),
        whole,
      );
      const again = end(toTimes({ from: iso(from), to: iso(to) }, retentionDays, now));
      t.same(again, { from, to });
      t.same(end(toTimes(asked, retentionDays, now)), { from, to }, 'the export has the same');
    }),
    { numRuns: 200 },
  );
});

t.test(
  "a window is compared with the previous window of as many days or hours, within the plan's retention",
  async (t) => {
    const cases: [name: string, asked: WindowQuery, from: string, to: string][] = [
      ['a day', { from: '2026-11-20', to: '2026-11-20' }, '2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
      [
        'some hours',
        { from: '2026-11-20T05:00:00Z', to: '2026-11-20T08:00:00Z' },
        '2026-11-20T02:00:00.000Z',
        '2026-11-20T05:00:00.000Z',
      ],
      [
        'a current day, up to now',
        { from: '2026-11-21', to: '2026-11-22' },
        '2026-11-20T11:00:00.000Z',
        '2026-11-21T00:00:00.000Z',
      ],
      [
        'two local days, one of which has 25 hours',
        { from: '2026-10-25', to: '2026-10-26', timezone: 'Europe/Berlin' },
        '2026-10-22T22:00:00.000Z',
        '2026-10-24T22:00:00.000Z',
      ],
      [
        'partly too early',
        { from: '2026-10-24', to: '2026-10-31' },
        '2026-10-22T12:00:00.000Z',
        '2026-10-24T00:00:00.000Z',
      ],
      ['all too early', {}, '2026-10-22T12:00:00.000Z', '2026-10-22T12:00:00.000Z'],
    ];
    for (const [name, asked, from, to] of cases) {
      const window = windowOf(asked);
      const before = windowBefore(window, retentionDays, now);
      t.same([iso(before.from), iso(before.to)], [from, to], name);
      t.equal(before.interval, window.interval);
    }
  },
);

t.test('a window has the same hours even if not all of its days are built', async (t) => {
  const asked = windowOf({ from: '2026-10-25T05:00:00Z', to: '2026-11-20T05:00:00Z', interval: 'day' });
  const whole = byDayAndHour(asked, Number.POSITIVE_INFINITY);
  const hoursOf = ({ days, hours }: ReturnType<typeof byDayAndHour>) =>
    [
      ...bucketsOf(days).flatMap((day) => bucketsOf({ first: day * 24, end: (day + 1) * 24 })),
      ...hours.flatMap(bucketsOf),
    ].sort((a, b) => a - b);
  for (const day of [
    0,
    whole.days.first,
    whole.days.first + 1,
    whole.days.end - 1,
    whole.days.end,
    whole.days.end + 9,
  ]) {
    const window = byDayAndHour(asked, day);
    t.same(hoursOf(window), hoursOf(whole), String(day));
    t.ok(bucketsOf(window.days).every((one) => one < day));
    t.same(window.points, whole.points);
  }
});
