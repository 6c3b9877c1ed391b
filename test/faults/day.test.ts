/** A company's day in short form. `npm run faults -- --day` has 10,000 links and 20,000 contacts. */
import { t } from '../runner/tap.ts';
import { liveDay, shortDay } from './day.ts';

t.test("nothing that was acknowledged during a company's day is lost or doubled", async (t) => {
  const rows = await liveDay(t, shortDay, (line) => t.comment(line));
  for (const { kind, acknowledged, missing, doubled } of rows) {
    t.ok(acknowledged > 0, kind);
    t.same({ missing, doubled }, { missing: [], doubled: [] }, kind);
  }
});
