/** The supported languages, and the language of a page from the request's Accept-Language. Pure. */

/** The supported languages. English, the first, is the default. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'tr', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

/** The cookie with the account's language. An application sets it for the service, which chooses the next page by it. */
export const languageCookie = 'waypost-language';

const direction = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** Returns the attributes of an `html` element in a language. */
export const languageAttributes = (language: Language) => `lang="${language}" dir="${direction(language)}"`;

/** Returns the headers of a response in the visitor's language. */
export const languageHeaders = (language: Language) => ({ 'Content-Language': language, Vary: 'Accept-Language' });

/** The maximum number of characters read from a header, and of its language tags; browsers send fewer than ten tags. */
const mostCharacters = 500;
const mostTags = 30;
const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Returns the language of a locale such as `de-AT` or WordPress's `de_AT`; undefined if it is not supported. */
export function findLanguage(locale: string): Language | undefined {
  const main = locale.toLowerCase().split(/[-_]/, 1)[0];
  return languages.find((one) => one === main);
}

/**
 * Returns the preferred language. If two have equal weights, it returns the first of them. An invalid weight counts as 0.
 */
export function languageOf(acceptLanguage: string): Language {
  let best: Language = 'en';
  let most = 0;
  for (const part of acceptLanguage.slice(0, mostCharacters).toLowerCase().split(',', mostTags)) {
    const [tag = '', weight = 'q=1'] = part.split(';').map((one) => one.trim());
    const wanted = Number(quality.exec(weight)?.[1] ?? 0);
    const language = findLanguage(tag);
    if (language === undefined || wanted <= most) continue;
    best = language;
    most = wanted;
  }
  return best;
}

/** Formats a future time, as in `in 5 minutes`. Arabic needs "after" instead of "within". */
export const inTime = (language: Language, amount: number, unit: 'minute' | 'day'): string =>
  new Intl.RelativeTimeFormat(language).format(amount, unit).replace('خلال', 'بعد');

/** Formats the seconds of a `Retry-After` in whole minutes. */
export const inMinutes = (language: Language, seconds: number): string =>
  inTime(language, Math.max(1, Math.ceil(seconds / 60)), 'minute');
