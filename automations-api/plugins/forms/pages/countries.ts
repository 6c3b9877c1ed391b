/** The countries that a form offers, by their names in the visitor's language. */
import type { Language } from '../../../../shared/pages/language.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const notCountries = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];
/** Withdrawn codes, such as DD, have another canonical code. */
const codes = letters
  .flatMap((one) => letters.map((other) => one + other))
  .filter((code) => !notCountries.includes(code) && new Intl.Locale(`und-${code}`).region === code);

const known = new Map<Language, { value: string; text: string }[]>();

/** Lists the countries, sorted by name. */
export function countries(language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const { compare } = new Intl.Collator(language);
  const all =
    known.get(language) ??
    codes
      .map((value) => ({ value, text: names.of(value) ?? '' }))
      .filter(({ text }) => text !== '')
      .sort((one, other) => compare(one.text, other.text));
  known.set(language, all);
  return all;
}
