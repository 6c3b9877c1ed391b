/** Breakdowns as bytes: concatenated parts in any order return the values that were put in. */
import fc from 'fast-check';
import { addParts, addValue, newBreakdown, partOfOne, toPart } from '../../../daemon/clicks/breakdown.ts';
import { dimensions } from '../../../daemon/clicks/core/dimensions.ts';
import { t } from '../../runner/tap.ts';

const id = fc.oneof(fc.nat(2), fc.nat(0xffffffff));
/** A click: its value in each dimension, and whether it is unique. */
const click = fc.record({
  values: fc.array(id, { minLength: dimensions.length, maxLength: dimensions.length }),
  unique: fc.boolean(),
});
type Clicks = { values: number[]; unique: boolean }[];
const clicks = fc.array(click, { minLength: 1, maxLength: 12 });

function count(all: Clicks) {
  const breakdown = newBreakdown();
  for (const { values, unique } of all) {
    for (const [place, value] of values.entries()) addValue(breakdown, place, value, 1, unique ? 1 : 0);
  }
  return breakdown;
}

const sorted = (breakdown: ReturnType<typeof newBreakdown>) =>
  breakdown.map((values) => [...values].sort(([a], [b]) => a - b));

function read(bytes: Buffer) {
  const breakdown = newBreakdown();
  addParts(breakdown, bytes);
  return breakdown;
}

t.test('a breakdown can be read back from its parts, whether they are read in sequence or merged', async (t) => {
  fc.assert(
    fc.property(fc.array(clicks, { maxLength: 4 }), clicks, (groups, single) => {
      const parts = [
        ...groups.map((group) => toPart(count(group))),
        ...single.map(({ values, unique }) => partOfOne(values, unique)),
      ];
      const expected = sorted(count([...groups.flat(), ...single]));
      const breakdown = read(Buffer.concat(parts));
      t.same(sorted(breakdown), expected);
      t.same(sorted(read(toPart(breakdown))), expected);
    }),
  );
  t.ok(partOfOne([17_477, 1, 2, 3, 0, 0, 5, 0, 0, 0], true).length <= 9, 'a click alone takes few bytes');
});

t.test('a breakdown whose bytes end inside a part is refused', async (t) => {
  fc.assert(
    fc.property(clicks, fc.nat(), (all, place) => {
      const part = toPart(count(all));
      t.throws(() => read(part.subarray(0, 1 + (place % (part.length - 1)))), RangeError);
    }),
  );
});
