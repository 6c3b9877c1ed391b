/** A test file sees the same date from its start to its end. */
import { waitForMidnightMs } from './midnight.ts';
import { t } from './tap.ts';

t.test('no file starts in the last three minutes of a day', (t) => {
  const cases: [begins: string, waits: number][] = [
    ['2026-11-30T23:56:59.999Z', 0],
    ['2026-11-30T23:57:00.000Z', 181_000],
    ['2026-11-30T23:59:59.000Z', 2_000],
    ['2026-12-01T00:00:00.000Z', 0],
    ['2026-12-01T12:00:00.000Z', 0],
  ];
  for (const [begins, waits] of cases) t.equal(waitForMidnightMs(Date.parse(begins)), waits, begins);
  t.end();
});
