/** Visitors get pages in the language that they request, and every language has all texts and placeholders. */
import { texts as consentTexts } from '../../../automations-api/plugins/automations/consent/text/texts.ts';
import { texts as formTexts } from '../../../automations-api/plugins/forms/text/texts.ts';
import { texts as linkTexts } from '../../../daemon/page-texts/texts.ts';
import { inMinutes, inTime, languageAttributes, languageOf, languages } from '../../../shared/pages/language.ts';
import { fill } from '../../../shared/pages/texts.ts';
import { t } from '../../runner/tap.ts';

const asked: [header: string, language: string][] = [
  ['', 'en'],
  ['*', 'en'],
  ['sv', 'en'],
  ['de', 'de'],
  ['de-AT, en;q=0.5', 'de'],
  ['pt_BR', 'pt'],
  ['FR-ca', 'fr'],
  ['zh-Hant-TW, ja ; q=0.5', 'ja'],
  ['sv, de;q=0.4, fr;q=0.8', 'fr'],
  ['de;q=0.8, fr;q=0.8', 'de'],
  ['de;q=0, fr;q=0.001', 'fr'],
  ['de;q=0', 'en'],
  ['de;q=9, fr;q=0.1', 'fr'],
  ['de;q=0.5;q=0.9, fr;q=0.4', 'de'],
  ['default, french', 'en'],
  [' , ;;q=, =,de', 'de'],
  [`${'xx,'.repeat(29)}de`, 'de'],
  [`${'xx,'.repeat(30)}de`, 'en'],
  [`${'x'.repeat(100_000)},de`, 'en'],
  ['constructor, __proto__', 'en'],
];

for (const [header, language] of asked) {
  const shown = header.length < 60 ? header : `${header.slice(0, 20)}… of ${header.length}`;
  t.test(`a visitor who sends "${shown}" gets ${language}`, async (t) => t.equal(languageOf(header), language));
}

t.test('Arabic is the only language that is read from right to left', async (t) => {
  const toLeft = languages.filter((language) => languageAttributes(language).includes('dir="rtl"'));
  t.same(toLeft, ['ar']);
});

t.test('a duration has the plural form that its language requires', async (t) => {
  t.same(
    [60, 61, 300].map((seconds) => inMinutes('pl', seconds)),
    ['za 1 minutę', 'za 2 minuty', 'za 5 minut'],
  );
  t.equal(inMinutes('en', 0), 'in 1 minute');
  t.equal(inTime('de', 7, 'day'), 'in 7 Tagen');
  t.match(
    [inMinutes('ar', 60), inMinutes('ar', 120), inMinutes('ar', 180)],
    [/^بعد دقيقة/, /^بعد دقيقتين/, /^بعد \S+ دقائق/],
  );
});

const placeholders = (text: string) => (text.match(/\{\w*\}?|\w*\}/g) ?? []).sort();
const shape = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(text)]));
const isolated = (text: string) => text.match(/\u2068\{(sender|address|name|form|label)\}\u2069/g)?.length ?? 0;

for (const [what, texts] of Object.entries({ links: linkTexts, consent: consentTexts, forms: formTexts })) {
  for (const language of languages) {
    t.test(`the ${language} texts of ${what} have the same keys and placeholders as the English texts`, async (t) => {
      t.same(shape(texts[language]), shape(texts.en));
      for (const [key, text] of Object.entries(texts[language])) {
        t.equal(text, text.trim().replace(/ {2,}/g, ' '), `${key} has no stray spaces`);
        t.not(text, '', key);
      }
    });
  }

  t.test(`names in the Arabic texts of ${what} do not change the order of the words around them`, async (t) => {
    for (const [key, text] of Object.entries(texts.ar)) {
      t.equal(isolated(text), placeholders(text).filter((name) => name !== '{when}').length, key);
    }
  });
}

t.test('a value is inserted into a text unchanged, even if it contains placeholders', async (t) => {
  t.equal(fill('{sender} to {address}', { sender: '{address} $&', address: 'a' }), '{address} $& to a');
});
