/** The periods of reports in every time zone, across changes of the clock. */
import fc from 'fast-check';
import { dayMs, hourMs } from '../../../daemon/clicks/time.ts';
import {
  dayText,
  dueInNewZone,
  lastPeriod,
  nextDue,
  periodAfter,
  periodBefore,
} from '../../../daemon/email-reports/periods.ts';
import { findTimeZone, type TimeZone } from '../../../shared/time-zone.ts';
import { t } from '../../runner/tap.ts';

const zoneOf = (name: string) => findTimeZone(name) as TimeZone;
const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC').map(zoneOf);
const frequency = fc.constantFrom('weekly' as const, 'monthly' as const);
const moment = fc.integer({ min: Date.parse('2015-01-01T00:00:00Z'), max: Date.parse('2038-01-01T00:00:00Z') });
const memberId = fc.integer({ min: 1, max: 10_000_000 });

const reader = (id: number, reportedUntil: number | null = null) => ({ id, reportedUntil });

/** The clock in a zone, by other means than the code under test. */
function clockIn({ name }: TimeZone, ms: number) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: name,
    ...{ weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
  });
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return { day: `${part.year}-${part.month}-${part.day}`, weekday: part.weekday, hour: Number(part.hour) };
}

t.test('a report is due on Monday or the first of the month after six, for the period that ended then', async () => {
  fc.assert(
    fc.property(zone, frequency, moment, memberId, (zone, every, now, id) => {
      const due = nextDue(every, zone, now, reader(id));
      const { day, weekday, hour } = clockIn(zone, due);
      const { first, end } = lastPeriod(every, zone, due);
      const starts = every === 'weekly' ? weekday === 'Mon' : day.endsWith('-01');
      const spans = every === 'weekly' ? end - first === 7 : dayText(first).endsWith('-01') && end - first >= 28;
      return due > now && due - now < 32 * dayMs && starts && spans && hour === 6 && dayText(end) === day;
    }),
    { numRuns: 2_000 },
  );
});

t.test('periods follow each other without a gap, and each period is reported once', async () => {
  fc.assert(
    fc.property(zone, frequency, moment, memberId, (zone, every, now, id) => {
      const due = nextDue(every, zone, now, reader(id));
      const period = lastPeriod(every, zone, due);
      const next = periodAfter(every, period);
      const nextTime = nextDue(every, zone, due, reader(id));
      const isNext = JSON.stringify(lastPeriod(every, zone, nextTime)) === JSON.stringify(next);
      const isSteady = nextDue(every, zone, nextTime - 1, reader(id)) === nextTime;
      return isNext && isSteady && periodBefore(every, next).first === period.first && period.end === next.first;
    }),
    { numRuns: 2_000 },
  );
});

const weeks: [zone: string, now: string, week: [string, string], due: string][] = [
  ['Europe/Berlin', '2026-03-30T12:00:00Z', ['2026-03-23', '2026-03-30'], '2026-04-06T04:00:00Z'],
  ['Europe/Berlin', '2026-10-20T12:00:00Z', ['2026-10-12', '2026-10-19'], '2026-10-26T05:00:00Z'],
  ['America/New_York', '2026-03-09T09:00:00Z', ['2026-03-02', '2026-03-09'], '2026-03-09T10:00:00Z'],
  ['Pacific/Kiritimati', '2026-06-07T10:30:00Z', ['2026-06-01', '2026-06-08'], '2026-06-07T16:00:00Z'],
  ['Asia/Kathmandu', '2026-06-07T18:14:00Z', ['2026-05-25', '2026-06-01'], '2026-06-08T00:15:00Z'],
  ['Africa/Cairo', '2026-04-24T12:00:00Z', ['2026-04-13', '2026-04-20'], '2026-04-27T03:00:00Z'],
];
for (const [name, now, week, due] of weeks) {
  t.test(`the last week in ${name} at ${now} has the expected days`, async (t) => {
    const time = Date.parse(now);
    const { first, end } = lastPeriod('weekly', zoneOf(name), time);
    t.same([dayText(first), dayText(end)], week);
    t.equal(new Date(nextDue('weekly', zoneOf(name), time, reader(60))).toISOString(), due.replace('Z', '.000Z'));
  });
}

t.test('a period that was reported is not due again', async () => {
  fc.assert(
    fc.property(zone, zone, frequency, moment, memberId, (zone, newZone, every, now, id) => {
      const { end } = lastPeriod(every, zone, now);
      const due = nextDue(every, newZone, now, reader(id, end));
      return due > now && lastPeriod(every, newZone, due).end > end;
    }),
  );
});

t.test('a new time zone skips no period, and repeats no period', async (t) => {
  fc.assert(
    fc.property(zone, zone, frequency, moment, memberId, (from, to, every, reportedAt, id) => {
      const member = reader(id, lastPeriod(every, from, reportedAt).end);
      const dueAt = nextDue(every, from, reportedAt, member);
      const isRight = (now: number) => {
        const due = dueInNewZone({ every, from, to, dueAt }, now, member);
        return due > now && lastPeriod(every, to, due).end === lastPeriod(every, from, dueAt).end;
      };
      return [reportedAt, (reportedAt + dueAt) / 2, dueAt - 12 * hourMs, dueAt - 1].every(
        (now) => now < reportedAt || isRight(now),
      );
    }),
    { numRuns: 2_000 },
  );
  const [from, to] = [zoneOf('America/Los_Angeles'), zoneOf('Asia/Tokyo')];
  const dueAt = Date.parse('2026-06-08T13:00:00Z');
  const due = (now: string) =>
    dueInNewZone({ every: 'weekly', from, to, dueAt }, Date.parse(now), reader(60, Date.UTC(2026, 5, 1) / dayMs));
  t.equal(due('2026-06-07T00:00:00Z'), Date.parse('2026-06-07T21:00:00Z'), 'before the hour in both zones');
  t.equal(due('2026-06-08T12:00:00Z'), dueAt, 'after the hour in the new zone');
  t.equal(due('2026-06-09T12:00:00Z'), dueAt, 'also if the report is overdue');
});

t.test('the reports in a time zone are spread over an hour', async (t) => {
  const times = Array.from({ length: 120 }, (_, id) => nextDue('weekly', zoneOf('UTC'), 0, reader(id)));
  t.equal(new Set(times).size, 60);
  t.ok(Math.max(...times) - Math.min(...times) < hourMs);
});
