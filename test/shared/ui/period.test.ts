/** Periods: their URLs, their days, and the adjacent periods. */
import fc from 'fast-check';
import {
  addDays,
  addressOf,
  daysOf,
  type Period,
  type Preset,
  periodOf,
  presets,
  shiftPeriod,
  todayOf,
  usualSince,
  windowOf,
} from '../../../shared/ui/period.ts';
import { t } from '../../runner/tap.ts';

const today = '2026-03-15';
const earliest = '2025-01-10';
const now = Date.parse('2026-03-15T12:00:00Z');

t.test('a URL names a period, and an invalid period means the default', async (t) => {
  const cases: [object, Period][] = [
    [{}, { name: '30d' }],
    [{ range: '7d' }, { name: '7d' }],
    [{ range: 'ever' }, { name: '30d' }],
    [
      { from: '2026-02-01', to: '2026-02-28' },
      { name: 'days', from: '2026-02-01', to: '2026-02-28' },
    ],
    [{ from: '2026-02-28', to: '2026-02-01' }, { name: '30d' }],
    [{ from: '2026-02-31', to: '2026-03-01', range: '90d' }, { name: '90d' }],
    [{ from: '2026-02-01' }, { name: '30d' }],
  ];
  for (const [address, period] of cases) t.same(periodOf(address), period, JSON.stringify(address));
  for (const name of presets) t.same(periodOf(addressOf({ name })), { name });
});

t.test('every period has a first and last day, and ends now or with a complete day', async (t) => {
  const cases: [Period, from: string, to: string, end: string | undefined][] = [
    [{ name: 'today' }, '2026-03-15', '2026-03-15', undefined],
    [{ name: '7d' }, '2026-03-09', '2026-03-15', undefined],
    [{ name: '30d' }, '2026-02-14', '2026-03-15', undefined],
    [{ name: 'month' }, '2026-03-01', '2026-03-15', undefined],
    [{ name: 'last-month' }, '2026-02-01', '2026-02-28', '2026-02-28'],
    [{ name: 'year' }, '2026-01-01', '2026-03-15', undefined],
    [{ name: 'all' }, '2025-01-10', '2026-03-15', undefined],
    [{ name: 'days', from: '2026-01-30', to: '2026-02-02' }, '2026-01-30', '2026-02-02', '2026-02-02'],
  ];
  for (const [period, from, to, end] of cases) {
    t.same(daysOf(period, today, earliest), { from, to }, period.name);
    t.same(windowOf(period, today, earliest, now), { from, to: end }, period.name);
  }
  const dayBefore = (now: string) => windowOf({ name: '24h' }, today, earliest, Date.parse(now));
  // The service extends the end to a whole hour: 24 hours in all.
  t.same(dayBefore('2026-03-15T12:00:00Z'), { from: '2026-03-14T12:00:00.000Z', to: undefined });
  t.same(dayBefore('2026-03-15T12:00:01Z'), { from: '2026-03-14T13:00:00.000Z', to: undefined });
});

t.test("a link's or workspace's usual period fits its age, and has no range in the URL", async (t) => {
  const cases: [created: string, usual: Preset][] = [
    ['2026-03-15T11:59:00Z', '24h'],
    ['2026-03-14T12:00:00Z', '24h'],
    ['2026-03-14T11:59:00Z', '7d'],
    ['2026-03-09T00:00:00Z', '7d'],
    ['2026-03-08T23:59:00Z', '30d'],
    ['2024-01-01T00:00:00Z', '30d'],
  ];
  for (const [created, usual] of cases) {
    t.equal(usualSince(Date.parse(created), 'UTC', now), usual, created);
    t.same(periodOf({}, usual), { name: usual });
    for (const name of presets) t.same(periodOf(addressOf({ name }, usual), usual), { name });
    t.same(addressOf({ name: usual }, usual), { range: undefined, from: undefined, to: undefined });
  }
});

t.test('the previous period has the same length, months follow months, and no period is in the future', async (t) => {
  const cases: [Period, steps: -1 | 1, from: string | undefined, to?: string][] = [
    [{ name: 'today' }, -1, '2026-03-14', '2026-03-14'],
    [{ name: '24h' }, -1, '2026-03-14', '2026-03-14'],
    [{ name: '7d' }, -1, '2026-03-02', '2026-03-08'],
    [{ name: 'month' }, -1, '2026-02-01', '2026-02-28'],
    [{ name: 'last-month' }, -1, '2026-01-01', '2026-01-31'],
    [{ name: 'last-month' }, 1, '2026-03-01', '2026-03-31'],
    [{ name: 'year' }, -1, '2025-01-01', '2025-12-31'],
    [{ name: '30d' }, 1, undefined],
    [{ name: 'all' }, -1, undefined],
    [{ name: 'days', from: '2025-01-10', to: '2025-01-20' }, -1, undefined],
  ];
  for (const [period, steps, from, to] of cases) {
    t.same(shiftPeriod(period, steps, today, earliest), from && { name: 'days', from, to }, `${period.name} ${steps}`);
  }
});

t.test('a custom period is the same again after one step back and one step forward', async () => {
  const day = fc.integer({ min: 40, max: 300 }).map((days) => addDays(today, -days));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 35 }), (from, length) => {
      const period: Period = { name: 'days', from, to: addDays(from, length) };
      const before = shiftPeriod(period, -1, today, '2020-01-01');
      if (!before) throw new Error('there is one before');
      const again = shiftPeriod(before, 1, today, '2020-01-01');
      const isSame = JSON.stringify(again) === JSON.stringify(period);
      // If the previous range consists of whole months, the step forward is by months.
      const isMonths = before.name === 'days' && before.from.endsWith('-01') && addDays(before.to, 1).endsWith('-01');
      return isSame || isMonths;
    }),
  );
});

t.test('the current day depends on the time zone', async (t) => {
  const late = Date.parse('2026-03-15T23:30:00Z');
  t.equal(todayOf('UTC', late), '2026-03-15');
  t.equal(todayOf('Asia/Tokyo', late), '2026-03-16');
  t.equal(todayOf('America/New_York', Date.parse('2026-03-15T02:00:00Z')), '2026-03-14');
});
