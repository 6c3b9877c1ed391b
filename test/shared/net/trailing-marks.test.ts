/** Slugs and tokens that were copied together with characters after them. */
import fc from 'fast-check';
import { nameBeforeEnding } from '../../../shared/net/trailing-marks.ts';
import { t } from '../../runner/tap.ts';

const endings = [
  ')',
  '.',
  ',',
  '>',
  '"',
  "'",
  '*',
  '!?',
  '…',
  '。',
  '»',
  '\u200b',
  '\u2060\ufeff',
  '\u00a0',
  ' ',
  '🎉',
  '☝️',
];

t.test('a name is found if punctuation, invisible characters or parameters follow it', async (t) => {
  for (const ending of [...endings, '/)', ').', ')/', '&', '&utm_source=a/b', '&amp;utm_source=%2F']) {
    t.equal(nameBeforeEnding(`Spring-24_a${ending}`), 'Spring-24_a', JSON.stringify(ending));
  }
});

t.test('no name is found if other characters follow, or if no characters follow', async (t) => {
  for (const text of [
    ...['', 'spring', 'spring/', 'spring//', '/', ')', '.env', 'spring.html', 'spring/sale', 'spring/sale)'],
    ...[
      'springé',
      'spring\u0301',
      'spring日本',
      'spring٣',
      "spring's",
      'spring)x',
      'spring=x',
      'spring%',
      'spring%zz',
      'spring\0',
      'é)',
    ],
  ]) {
    t.equal(nameBeforeEnding(text), undefined, JSON.stringify(text));
  }
});

t.test('the longest possible name at the start is found, in linear time', async () => {
  const part = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/), fc.constantFrom(...endings, '/', '&', 'é', '%'));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      const found = nameBeforeEnding(text);
      return (
        found === undefined ||
        (/^[\w-]+$/.test(found) && text.startsWith(found) && !/[\w-]/.test(text[found.length] ?? ''))
      );
    }),
  );
  for (const text of [`${'a'.repeat(1e6)}é`, `a${')'.repeat(1e6)}x`, `a${'/)'.repeat(1e6)}`]) {
    if (nameBeforeEnding(text) !== undefined) throw new Error(text.slice(0, 10));
  }
});
