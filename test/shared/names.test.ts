/** Names are one line, because emails contain them. */
import { nameSchema } from '../../shared/name-schema.ts';
import { isName, toLine } from '../../shared/names.ts';
import { compile } from '../../shared/validate.ts';
import { t } from '../runner/tap.ts';

const check = compile(nameSchema(20));

const texts = [
  ['Ada Lovelace', true],
  ['  Ada  ', true],
  ['Zoë 山田 👩‍💻', true],
  ['', false],
  ['   ', false],
  ['\u00a0', false],
  ['Ada\nBob', false],
  ['Ada\r\n\r\nYour password expired', false],
  ['Ada\u2028Bob', false],
  ['Ada\u2029', false],
  ['Ada\u0085Bob', false],
  ['Ada\u0000', false],
  ['Ada\tBob', false],
  ['x'.repeat(20), true],
  ['x'.repeat(21), false],
] as const;

t.test('a name in a form or command must be one line that is not blank', async (t) => {
  for (const [text, isOk] of texts) {
    t.equal(isName(text, 20), isOk, encodeURIComponent(text));
    t.equal(check(text).ok, isOk, encodeURIComponent(text));
  }
});

t.test('a name from another system becomes one line', async (t) => {
  t.equal(toLine('\u0000 Ada\r\n\r\nBob\u2028\tEve\n'), 'Ada Bob Eve');
  t.ok(isName(toLine('Ada\nBob'), 20));
});
