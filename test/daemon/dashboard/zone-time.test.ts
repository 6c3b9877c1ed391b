/** Form times in a time zone. */
import fc from 'fast-check';
import { fromUtc, toUtc } from '../../../daemon/dashboard/screens/link-form/zone-time.ts';
import { t } from '../../runner/tap.ts';

t.test("a time zone's clock time converts back to the same moment", async (t) => {
  const cases: [zone: string, clock: string, moment: string][] = [
    ['UTC', '2026-11-05T14:03', '2026-11-05T14:03:00Z'],
    ['Europe/Berlin', '2026-11-05T14:03', '2026-11-05T13:03:00Z'],
    ['Europe/Berlin', '2026-07-01T00:00', '2026-06-30T22:00:00Z'],
    ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00Z'],
    ['Asia/Kathmandu', '2026-01-01T05:45', '2026-01-01T00:00:00Z'],
  ];
  for (const [zone, clock, moment] of cases) {
    t.equal(toUtc(clock, zone), moment, zone);
    t.equal(fromUtc(moment, zone), clock, zone);
  }
  t.equal(fromUtc(null, 'UTC'), '');
  for (const clock of ['', '2026-13-01T00:00', 'tomorrow', '2026-11-05']) t.equal(toUtc(clock, 'UTC'), undefined);
});

t.test('any minute in any time zone converts back, except in the hour that the clock shows twice', async () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC');
  const minute = fc.integer({ min: 24_000_000, max: 40_000_000 });
  fc.assert(
    fc.property(zone, minute, (zone, minutes) => {
      const moment = new Date(minutes * 60_000).toISOString();
      const found = toUtc(fromUtc(moment, zone), zone) as string;
      return (
        Math.abs(Date.parse(found) - Date.parse(moment)) <= 3_600_000 && fromUtc(found, zone) === fromUtc(moment, zone)
      );
    }),
    { numRuns: 2_000 },
  );
});
