/** Values that PHP serialized are read, and anything else is refused. */
import fc from 'fast-check';
import { type PhpValue, readSerialized } from '../../../automations-api/host/php-serialized.ts';
import { hashesOf } from '../../../automations-api/plugins/admin/wordpress/users.ts';
import { t } from '../../runner/tap.ts';

/** Works like PHP's serialize(). */
function serialize(value: PhpValue): string {
  if (value === null) return 'N;';
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (typeof value === 'number') return `i:${value};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  return `a:${value.size}:{${[...value].flat().map(serialize).join('')}}`;
}

const { value } = fc.letrec<{ value: PhpValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.nat()), tie('value')), { maxLength: 5 })
      .map((members) => new Map(members)),
  ),
}));

t.test('a serialized value is read correctly, and refused if it is truncated, extended or changed', (t) => {
  fc.assert(
    fc.property(value, fc.nat(), fc.string({ minLength: 1 }), (given, cut, added) => {
      const text = serialize(given);
      t.strictSame(readSerialized(text), given);
      t.equal(readSerialized(text.slice(0, cut % text.length)), undefined);
      t.equal(readSerialized(text + added), undefined);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readSerialized(text)));
  t.end();
});

t.test('non-standard notations, objects and values that are too large are refused', (t) => {
  t.equal(readSerialized('d:1.5;'), 1.5);
  for (const text of [
    '',
    'O:8:"stdClass":0:{}',
    'C:1:"a":0:{}',
    'R:1;',
    'i:;',
    'i:9223372036854775807;',
    's:-1:"";',
    's:1:"ä";',
    's:99999999:"a";',
    'a:1:{}',
    'a:9999999:{i:0;N;}',
    'a:1:{a:0:{}i:0;}',
    `${'a:1:{i:0;'.repeat(10)}N;${'}'.repeat(10)}`,
    `s:1048577:"${'a'.repeat(1_048_577)}";`,
  ]) {
    t.equal(readSerialized(text), undefined, text.slice(0, 40));
  }
  t.end();
});

t.test("WordPress's application password hashes are read, newest first", (t) => {
  const item = (password: PhpValue) =>
    new Map<string, PhpValue>([
      ['uuid', 'a3b1'],
      ['name', 'Bücher ✓"}'],
      ['password', password],
      ['created', 1],
      ['last_used', null],
    ]);
  const list = (...items: PhpValue[]) => serialize(new Map(items.map((one, index) => [index, one])));
  t.same(hashesOf(list(item('one'), item('two'))), ['two', 'one']);
  t.same(hashesOf(list(item(5), 'text', item('two'))), ['two']);
  t.equal(hashesOf(list(...Array.from({ length: 60 }, (_, n) => item(`${n}`)))).length, 50);
  for (const text of ['', 'N;', 's:1:"a";', 'a:0:{}', 'not serialized']) t.same(hashesOf(text), [], text);
  // Written by PHP 8.2.
  t.same(
    hashesOf(
      'a:1:{i:0;a:7:{s:4:"uuid";s:36:"a3b1c2d4-0000-4000-8000-000000000001";s:6:"app_id";s:0:"";s:4:"name";s:11:"Bücher ✓";' +
        's:8:"password";s:34:"$P$BnbAZyzSQgvVZbon2wU7BLD8Ubku1H/";s:7:"created";i:1700000000;s:9:"last_used";N;s:7:"last_ip";N;}}',
    ),
    ['$P$BnbAZyzSQgvVZbon2wU7BLD8Ubku1H/'],
  );
  t.end();
});
