/** Breakdowns as bytes: parts one behind another, in any order and of two releases, say what was put in. */
import fc from 'fast-check';
import { addParts, addValue, newBreakdown, partOfOne, toPart } from '../../../daemon/clicks/breakdown.ts';
import { readVarints } from '../../../daemon/clicks/bytes/varints.ts';
import { dimensions } from '../../../shared/limits-of-fields.ts';
import { formerBreakdown } from '../../fixtures/former-clicks.ts';
import { t } from '../../runner/tap.ts';

const formerDimensions = 6;
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

t.test('parts of many clicks and of one, in a row or merged, give back what they hold', async (t) => {
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
  t.ok(partOfOne([17_477, 1, 2, 3, 0, 0, 5, 0, 0, 0], true).length <= 18, 'a click alone takes few bytes');
});

t.test('parts of the former release stand among new ones; what they do not tell is unknown', async (t) => {
  const asFormer = (all: Clicks) =>
    all.map(({ values, unique }) => ({
      values: values.map((value, place) => (place < formerDimensions ? value : 0)),
      unique,
    }));
  fc.assert(
    fc.property(clicks, clicks, fc.boolean(), (former, fresh, isFirst) => {
      const told = sorted(count(former)).slice(0, formerDimensions);
      const part = formerBreakdown(told.map((values) => values.map(([value, [n, unique]]) => [value, n, unique])));
      const parts = [part, toPart(count(fresh))];
      const breakdown = read(Buffer.concat(isFirst ? parts : parts.reverse()));
      t.same(sorted(breakdown), sorted(count([...asFormer(former), ...fresh])));
    }),
  );
});

t.test('the former release fails on a new part, and never misreads it', async (t) => {
  const readAsFormer = (bytes: Buffer) => {
    const { more, next } = readVarints(bytes);
    while (more()) {
      for (let place = 0; place < formerDimensions; place++) {
        for (let left = next(); left > 0; left--) {
          next();
          next();
          next();
        }
      }
    }
  };
  fc.assert(fc.property(clicks, (all) => void t.throws(() => readAsFormer(toPart(count(all))), RangeError)));
});
