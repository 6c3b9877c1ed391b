/**
 * Conversions of the admin application's filters: to rows of conditions, to a URL and to the form that the API
 * stores.
 */
import fc from 'fast-check';
import { filterIn, paramsOf } from '../../../automations-api/admin/filter/address.ts';
import { conditionsOf, type Filter, filterOf, normal } from '../../../automations-api/admin/filter/conditions.ts';
import { followed, rowsOf } from '../../../automations-api/admin/filter/rows.ts';
import { addTerms, startAutomations } from '../../fixtures/automations.ts';
import { t } from '../../runner/tap.ts';

const texts = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '');
const some = <T>(one: fc.Arbitrary<T>) => fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
const ids = some(fc.integer({ min: 1, max: 999 }));
const day = fc.constantFrom('2026-01-31', '2026-11-05 14:03:00');
const range = fc.record({ from: fc.constantFrom('1', '2026-01-31'), to: fc.constant('9') }, { requiredKeys: ['from'] });
const field = fc.oneof(
  texts,
  fc.uniqueArray(texts, { minLength: 2, maxLength: 3 }),
  fc.record({ contains: texts, empty: fc.constantFrom(0, 1) }, { requiredKeys: ['contains'] }),
  range,
  fc.record({ empty: fc.constantFrom(0, 1) }),
);
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    search: texts,
    status: some(fc.constantFrom('subscribed', 'bounced')),
    tag: ids,
    tag_all: ids,
    list_not: ids,
    segment: fc.integer({ min: 1, max: 99 }),
    country: some(fc.constantFrom('DE', 'FR')),
    source: some(texts),
    clicked_link: some(texts),
    event: fc.record(
      {
        name: fc.constantFrom('order.paid', 'seen'),
        times: fc.integer({ min: 0, max: 9 }),
        within: fc.constantFrom('30 days', '1 week'),
        data: fc.constantFrom({ total: { over: 100 } }, { plan: 'Gold' }, { a: 1, b: { contains: 'x' } }),
      },
      { requiredKeys: ['name'] },
    ),
    from: day,
    updated_to: day,
    field: fc.dictionary(fc.integer({ min: 1, max: 99 }).map(String), field, { minKeys: 1, maxKeys: 3 }),
  },
  { requiredKeys: [] },
);

t.test('a filter stays the same after conversion to rows or to a URL and back', async () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const same = (other: Filter) => t.strictSame(other, normal(filter)) || undefined;
      same(filterOf(conditionsOf(filter)));
      const address = new URLSearchParams(paramsOf(filter)).toString();
      same(normal(filterIn(Object.fromEntries(new URLSearchParams(address)))));
    }),
    { numRuns: 300, seed: 19 },
  );
});

t.test('a filter that a program created is shown like a filter created in the admin application', async (t) => {
  t.strictSame(normal({ status: ['1', 'Bounced'], tag: 3, from: '', field: { size: ['M'] } }), {
    status: ['subscribed', 'bounced'],
    tag: [3],
    field: { size: 'M' },
  });
});

t.test(
  "a filter's rows, even incomplete ones, keep their positions when the filter is changed elsewhere",
  async (t) => {
    const always = ['status', 'tag'] as const;
    const rows = [
      ...rowsOf({ tag_not: [1], source: ['shop'] }, always),
      { kind: 'country', how: 'any', values: [] } as const,
    ].map((row) => ({ ...row, values: [...row.values] }));
    const kinds = (filter: Filter) => followed(rows, filter, always).map(({ kind, how }) => `${kind} ${how}`);
    t.same(kinds({ tag_not: [1] }), ['status any', 'tag none', 'country any'], 'one is removed');
    t.same(
      kinds({ source: ['shop'] }),
      ['status any', 'source any', 'country any', 'tag any'],
      'an empty row for the other',
    );
    t.same(kinds({ tag_not: [2], source: ['shop'], list: [3] }).at(-1), 'list any', 'a new one is the last');
  },
);

t.test('a URL finds the same contacts as the filter it was created from', async (t) => {
  const site = await startAutomations(t);
  const { get, post } = site;
  const [red, blue] = (await addTerms(site, 'tag', ['red', 'blue'])) as [number, number];
  const fieldId = async (given: object) => (await post('/field/add', given)).body.data.fields.ID as string;
  const seats = await fieldId({ field_name: 'Seats', type: 2 });
  const motto = await fieldId({ field_name: 'Motto', type: 1 });
  await post('/contacts/batch', {
    contacts: Array.from({ length: 12 }, (_, n) => ({
      email: `p${n}@example.com`,
      status: ['subscribed', 'unverified', 'bounced'][n % 3],
      country: ['DE', 'FR'][n % 2],
      source: ['shop', 'a, b', 'form'][n % 3],
      tags: [[red], [blue], [red, blue], []][n % 4],
      fields: { ...(n % 2 ? { [seats]: n } : {}), ...(n % 3 ? { [motto]: n % 3 === 1 ? 'one, two' : 'three' } : {}) },
    })),
  });
  const cases: [filter: Filter, count: number][] = [
    [{ status: ['subscribed', 'bounced'] }, 8],
    [{ tag_all: [red, blue] }, 3],
    [{ tag_not: [red], country: ['DE'] }, 0],
    [{ tag: [blue], country: ['DE', 'FR'] }, 6],
    [{ source: ['a, b'] }, 4],
    [{ source: ['a, b', 'form'] }, 8],
    [{ field: { [motto]: ['one, two', 'three'] } }, 8],
    [{ field: { [motto]: 'one, two' } }, 4],
    [{ field: { [motto]: { contains: 'wo' }, [seats]: { from: '5' } } }, 1],
    [{ field: { [seats]: { from: '3', to: '7' } } }, 3],
    [{ field: { [seats]: { empty: 1 } } }, 6],
    [{ from: '2020-01-01', updated_to: '2020-01-01' }, 0],
  ];
  for (const [n, [filter, count]] of cases.entries()) {
    const { body } = await post('/segment/add', { name: `case ${n}`, filter });
    t.equal(body.data.segment.count, count, `as an object: ${JSON.stringify(filter)}`);
    const query = new URLSearchParams({ ...paramsOf(filter), strict: '1' });
    t.equal((await get(`/contacts?${query}`)).body.data.contact.total, count, `as a URL: ${query}`);
    t.strictSame(normal(body.data.segment.filter), normal(filter), 'the API stores the same filter');
  }
});
