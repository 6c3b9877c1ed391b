/** Lists of ids: every notation gives the same ids, and a list with an invalid text is refused as a whole. */
import fc from 'fast-check';
import qs from 'qs';
import Type from 'typebox';
import { compileArgs } from '../../../automations-api/host/core/args.ts';
import { parseQuery } from '../../../automations-api/host/params.ts';
import { t } from '../../runner/tap.ts';

const clean = compileArgs(Type.Object({ ids: Type.Optional(Type.Array(Type.Integer())) }), { forgiving: true });
const read = (ids: unknown) => clean({ ids }).ids;
/** PHP writes an empty list as an array. */
const numbered = (ids: unknown[]) =>
  ids.length === 0 ? [] : Object.fromEntries(ids.map((id, place) => [place * 3, id]));

const forms: [name: string, write: (ids: number[]) => unknown][] = [
  ['a list', (ids) => ids],
  ['a list of texts', (ids) => ids.map(String)],
  ['texts with surrounding spaces', (ids) => ids.map((id) => ` ${id} `)],
  ['commas', (ids) => ids.join(',')],
  ['commas and spaces', (ids) => ids.join(' , ')],
  ['spaces', (ids) => ids.join(' ')],
  ['JSON text', (ids) => JSON.stringify(ids)],
  ['JSON text with space in it', (ids) => ` ${JSON.stringify(ids, null, 2)}\n`],
  ['JSON text of texts', (ids) => JSON.stringify(ids.map(String))],
  ['an object as PHP writes it', (ids) => numbered(ids)],
  ['JSON text of that object', (ids) => JSON.stringify(numbered(ids))],
  ['brackets in a query', (ids) => parseQuery(qs.stringify({ ids }, { arrayFormat: 'brackets' })).ids ?? []],
  ['positions in a query', (ids) => parseQuery(qs.stringify({ ids }, { arrayFormat: 'indices' })).ids ?? []],
];
const ids = fc.array(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { maxLength: 30 });

for (const [name, write] of forms) {
  t.test(`ids written as ${name} are read as the same ids`, async (t) => {
    fc.assert(fc.property(ids, (given) => t.strictSame(read(write(given)), given)));
  });
}

t.test('a single id is read as a list with one id', async (t) => {
  t.strictSame(read(7), [7]);
  t.strictSame(read('7'), [7]);
});

t.test('an integer that is not a valid id keeps its place in the list, as an unknown id', async (t) => {
  for (const id of [0, -1, '-7']) t.strictSame(read([3, id]), [3, 0]);
});

t.test('numbers too long for an id, and nested lists, are refused', async (t) => {
  for (const id of [2 ** 53, '9007199254740993', '1'.repeat(400), ['1']]) {
    t.throws(() => read([3, id]), { code: 'rest_invalid_param' });
  }
  for (const query of ['ids[][]=1', 'ids%5B%5D%5B%5D=1', 'ids[0][]=1', 'ids[][][]=1']) {
    t.throws(() => clean(parseQuery(query)), { code: 'rest_invalid_param' }, query);
  }
  t.strictSame(clean(parseQuery('ids[]=1&ids[]=2')).ids, [1, 2]);
});

/** Any value that is not an integer. */
const noId = fc.oneof(
  fc.string().filter((text) => !/^\s*[+-]?\d+\s*$/.test(text)),
  fc.double().filter((number) => !Number.isInteger(number)),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.anything(), { maxLength: 2 }),
  fc.record({ id: fc.integer() }),
);

t.test('a list is refused if any value in it is not an integer, in any notation', async (t) => {
  const refuses = (given: unknown) => t.throws(() => read(given), { code: 'rest_invalid_param' });
  fc.assert(
    fc.property(ids, noId, ids, (before, wrong, after) => {
      const list = [...before, wrong, ...after];
      refuses(list);
      refuses(JSON.stringify(list));
      refuses({ ...numbered(list) });
    }),
  );
});

for (const given of [
  'x',
  '1,x',
  '[1,2',
  '[1,2]]',
  '{"a":1}',
  '{}',
  {},
  '"1"',
  'null',
  ',',
  '1.5',
  '[[1]]',
  '1;2',
  true,
  { a: 1 },
]) {
  t.test(`${JSON.stringify(given)} is refused as a list of ids`, async (t) => {
    t.throws(() => read(given), { code: 'rest_invalid_param' });
  });
}
