/** The language of the page, which the account chooses. Without a choice, the service follows the browser. */
import { type Language, languageCookie, languages } from '../pages/language.ts';

export type { Language };

/** The languages with their own names. */
export const languageChoices = (): { value: string; label: string }[] =>
  languages.map((value) => {
    const name = new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value;
    return { value, label: name.charAt(0).toLocaleUpperCase(value) + name.slice(1) };
  });

/** Returns the language that this browser remembers. */
const remembered = () =>
  languages.find((one) => document.cookie.split('; ').includes(`${languageCookie}=${one}`)) ?? null;

/**
 * Remembers the account's language in this browser, for the service's next page. Loads the page again if it is in
 * another language.
 */
export function followLanguage(chosen: Language | null): void {
  if (chosen === remembered()) return;
  const age = chosen === null ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS, and newer browsers than Firefox 128.
  document.cookie = `${languageCookie}=${chosen ?? ''}; Path=/; SameSite=Lax; Max-Age=${age}`;
  if (remembered() === chosen && chosen !== document.documentElement.lang) location.reload();
}
