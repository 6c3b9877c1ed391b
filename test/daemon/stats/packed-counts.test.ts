/** Counts packed into numbers equal maps, for ids of any size and more clicks than are ever read. */
import fc from 'fast-check';
import {
  clicksOf,
  DenseCounts,
  SparseCounts,
  uniqueClicksOf,
  uniqueWeight,
} from '../../../daemon/stats/scan/packed-counts.ts';
import { t } from '../../runner/tap.ts';

type Counted = [id: number, isFirst: boolean][];

const weightOf = (isFirst: boolean) => (isFirst ? 1 + uniqueWeight : 1);
const id = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 1 << 18 }), fc.integer({ min: 1, max: 2 ** 32 - 1 }));
const counted = fc.array(fc.tuple(id, fc.boolean()), { maxLength: 3_000, size: 'max' });

function naively(clicks: Counted): [id: number, clicks: number, unique: number][] {
  const sums = new Map<number, [number, number]>();
  for (const [id, isFirst] of clicks) {
    const [all, unique] = sums.get(id) ?? [0, 0];
    sums.set(id, [all + 1, unique + (isFirst ? 1 : 0)]);
  }
  return [...sums].map(([id, [all, unique]]): [number, number, number] => [id, all, unique]).sort(([a], [b]) => a - b);
}

const unpacked = (entries: Iterable<[id: number, sum: number]>) =>
  [...entries].map(([id, sum]) => [id, clicksOf(sum), uniqueClicksOf(sum)]).sort(([a = 0], [b = 0]) => a - b);

t.test('the counts of a column with any ids equal a naive count', async (t) => {
  fc.assert(
    fc.property(counted, (clicks) => {
      const counts = new DenseCounts();
      const places = Uint32Array.from(clicks, (_, at) => at);
      const weights = Float64Array.from(clicks, ([, isFirst]) => weightOf(isFirst));
      counts.add(
        Uint32Array.from(clicks, ([id]) => id),
        places,
        weights,
      );
      t.strictSame(unpacked(counts.entries()), naively(clicks));
    }),
    { numRuns: 30 },
  );
});

t.test('links are counted, and the most clicked links include ties', async (t) => {
  fc.assert(
    fc.property(counted, fc.nat({ max: 50 }), (clicks, wanted) => {
      const ofLinks = clicks.filter(([id]) => id > 0);
      const counts = new SparseCounts();
      for (const [id, isFirst] of ofLinks) counts.add(id, weightOf(isFirst));
      const all = naively(ofLinks);
      t.strictSame(unpacked(counts.entries()), all);
      const least =
        wanted === 0 ? Number.POSITIVE_INFINITY : (all.map(([, n]) => n).sort((a, b) => b - a)[wanted - 1] ?? 0);
      t.strictSame(
        unpacked(counts.mostClicked(wanted)),
        all.filter(([, n]) => n >= least),
      );
    }),
    { numRuns: 30 },
  );
});

t.test(
  'clicks and unique clicks stay distinguishable at the maximum number of clicks, all of them unique',
  async (t) => {
    const counts = new SparseCounts();
    counts.add(7, 12_000_000 * (1 + uniqueWeight));
    counts.add(7, 1);
    t.same(unpacked(counts.entries()), [[7, 12_000_001, 12_000_000]]);
  },
);
