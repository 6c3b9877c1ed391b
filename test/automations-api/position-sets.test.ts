/**
 * The parts of the contact index without MySQL: position sets, and searching and sorting compared with a scan of
 * every contact.
 */
import fc from 'fast-check';
import { type Bits, countBits, newBits } from '../../automations-api/plugins/automations/finder/index/bits.ts';
import {
  ContactIndex,
  type IndexedContact,
  type Keep,
} from '../../automations-api/plugins/automations/finder/index/contact-index.ts';
import type { Place } from '../../automations-api/plugins/automations/finder/index/found.ts';
import { PositionSet } from '../../automations-api/plugins/automations/finder/index/position-set.ts';
import { t } from '../runner/tap.ts';

const highest = 400;
const positions = fc.uniqueArray(fc.nat(highest - 1), { maxLength: 40 });

t.test('a position set behaves like a set, as an array, as bits, and during conversion between them', async (t) => {
  let asBits = 0;
  fc.assert(
    fc.property(fc.array(fc.record({ add: fc.boolean(), positions }), { maxLength: 30 }), (steps) => {
      const set = new PositionSet();
      const expected = new Set<number>();
      let capacity = 0;
      for (const { add, positions } of steps) {
        for (const position of add ? positions : []) {
          capacity = Math.max(capacity, Math.ceil((position + 1) * 1.25));
          set.add(position, capacity);
          expected.add(position);
        }
        if (!add) set.deleteAll([...positions].sort((a, b) => a - b));
        for (const position of add ? [] : positions) expected.delete(position);
        const bits = newBits(highest * 2);
        set.addTo(bits);
        const isSame = Array.from({ length: highest }, (_, n) => n).every((n) => set.has(n) === expected.has(n));
        if (!isSame || set.size !== expected.size || countBits(bits) !== expected.size) return false;
        if (set.bytes * 8 <= capacity + 32) asBits++;
      }
      return true;
    }),
    { numRuns: 500 },
  );
  t.ok(asBits > 500, `${asBits} were small enough to be bits`);
});

type Known = IndexedContact & { terms: number[] };

/** Adds and removes several thousand contacts in parts, with ids out of order. */
function fill(count: number, random: () => number): { index: ContactIndex; known: Map<number, Known> } {
  const index = new ContactIndex();
  const known = new Map<number, Known>();
  for (let round = 0; round < 12; round++) {
    const ids = Array.from({ length: count / 4 }, () => 1 + Math.floor(random() * count * 2));
    const unique = [...new Set(ids)];
    const gone = unique.filter(() => random() < 0.2);
    const rows = unique
      .filter((id) => !gone.includes(id))
      .map((id) => {
        const created = Math.floor(random() * 500) - 100;
        const terms = [1, 2, 3, 4].filter((n) => random() < 1 / n ** 3);
        const own = {
          status: Math.floor(random() * 3),
          ...{ type: 'lead', points: 0, state: '', country: 'DE' },
          source: 'public_api',
          texts: [`c${id}@x.example`],
        };
        return { id, ...own, created, modified: created + Math.floor(random() * 50), terms };
      });
    const memberships = rows.flatMap(({ id, terms }) => terms.map((termId) => ({ contactId: id, termId })));
    index.put(unique, rows, memberships, []);
    for (const id of gone) known.delete(id);
    for (const row of rows) known.set(row.id, row);
  }
  return { index, known };
}

const bound = fc.option(
  fc.nat(500).map((n) => n - 100),
  { nil: undefined },
);
const range = fc.record({ from: bound, until: bound });
const conditions = fc.record({
  terms: fc.array(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), { maxLength: 3 }),
  statuses: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  created: range,
  modified: range,
});
type Asked = typeof conditions extends fc.Arbitrary<infer T> ? T : never;

const keepsOf = (index: ContactIndex, { terms, statuses, created, modified }: Asked): Keep[] => [
  ...terms.map(
    (ids): Keep =>
      (bits) =>
        index.keepTerms(bits, ids),
  ),
  ...(statuses.length > 0 ? [(bits: Bits) => index.keepStatuses(bits, statuses)] : []),
  ...(
    [
      ['created', created],
      ['modified', modified],
    ] as const
  ).map(
    ([date, { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }]): Keep =>
      (bits) =>
        index.keepWithin(bits, date, from, until),
  ),
];
const order = fc.record({ column: fc.constantFrom('created' as const, 'modified' as const), descending: fc.boolean() });

t.test('the index finds and sorts contacts like a scan of every contact', async (t) => {
  const numbers = fc.sample(fc.double({ min: 0, max: 0.999, noNaN: true }), 100_000);
  let at = 0;
  const { index, known } = fill(4_000, () => numbers[at++ % numbers.length] as number);
  const all = [...known.values()];
  t.equal(index.size, all.length);
  t.equal(
    index.memberships,
    all.reduce((sum, { terms }) => sum + terms.length, 0),
  );
  t.ok(index.bytes < 900_000, `${index.bytes} bytes for ${index.size} contacts`);
  fc.assert(
    fc.property(
      conditions,
      order,
      fc.nat(1_500),
      fc.option(fc.nat(4_000)),
      (asked, { column, descending }, n, from) => {
        const within = (value: number, { from, until }: { from?: number | undefined; until?: number | undefined }) =>
          (from === undefined || value >= from) && (until === undefined || value < until);
        const sign = descending ? -1 : 1;
        const expected = all
          .filter(
            (contact) =>
              asked.terms.every((group) => group.some((id) => contact.terms.includes(id))) &&
              (asked.statuses.length === 0 || asked.statuses.includes(contact.status)) &&
              within(contact.created, asked.created) &&
              within(contact.modified, asked.modified),
          )
          .sort((a, b) => sign * (a[column] - b[column] || a.id - b.id))
          .map((contact): Place => ({ id: contact.id, value: contact[column] }));
        const found = index.find(keepsOf(index, asked));
        t.equal(found.total, expected.length);
        t.strictSame(
          found.ids().sort((a, b) => a - b),
          expected.map(({ id }) => id).sort((a, b) => a - b),
        );
        const after = from === null ? undefined : expected[from];
        const start = after && from !== null ? from + 1 : 0;
        t.strictSame(found.first(n + 1, { column, descending }, after), expected.slice(start, start + n + 1));
      },
    ),
    { numRuns: 100 },
  );
});
