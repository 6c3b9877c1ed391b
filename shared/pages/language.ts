/** The language of a page for its visitor, from the Accept-Language of the request. Pure. */

/** English comes first: it is the answer where nothing else fits. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'tr', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

const direction = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** The attributes of an `html` element in this language. */
export const languageAttributes = (language: Language) => `lang="${language}" dir="${direction(language)}"`;

/** The headers of an answer that was written in this language because the visitor asked for it. */
export const languageHeaders = (language: Language) => ({ 'Content-Language': language, Vary: 'Accept-Language' });

/** The part of a header that is read, and how many tags of it; browsers send fewer than ten. */
const mostCharacters = 500;
const mostTags = 30;
const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * The language wanted most, the earlier of two alike. `de-AT`, and WordPress's `de_AT`, are answered with `de`; a wrong
 * weight counts as 0.
 */
export function languageOf(acceptLanguage: string): Language {
  let best: Language = 'en';
  let most = 0;
  for (const part of acceptLanguage.slice(0, mostCharacters).toLowerCase().split(',', mostTags)) {
    const [tag = '', weight = 'q=1'] = part.split(';').map((one) => one.trim());
    const wanted = Number(quality.exec(weight)?.[1] ?? 0);
    const main = tag.split(/[-_]/, 1)[0];
    const language = languages.find((one) => one === main);
    if (language === undefined || wanted <= most) continue;
    best = language;
    most = wanted;
  }
  return best;
}

/** A time from now, as in `in 5 minutes`, in the plural form of the language. Arabic says "within" there, and means "after". */
export const inTime = (language: Language, amount: number, unit: 'minute' | 'day'): string =>
  new Intl.RelativeTimeFormat(language).format(amount, unit).replace('خلال', 'بعد');

/** The same for the seconds of a `Retry-After`, in whole minutes. */
export const inMinutes = (language: Language, seconds: number): string =>
  inTime(language, Math.max(1, Math.ceil(seconds / 60)), 'minute');
