/** The small pages that visitors see instead of a redirect: HTML without scripts, or JSON if they only accept JSON. */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { escapeHtml, htmlDocument, pageHeaders, paragraph } from '../../shared/pages/html.ts';
import { inMinutes, type Language, languageOf } from '../../shared/pages/language.ts';
import { fill } from '../../shared/pages/texts.ts';
import type { DomainBrand } from '../core/tables.ts';
import type { Texts } from '../page-texts/en.ts';
import { texts } from '../page-texts/texts.ts';
import type { Headers } from './core/visit.ts';

/** A page to show. `form` adds the password field below the text. Screen readers read an `alert` at once. */
export type Page = {
  status: number;
  code: string;
  title: keyof Texts;
  text: keyof Texts;
  form?: true;
  alert?: true;
  allow?: string;
};

export const pages = {
  notFound: { status: 404, code: 'not_found', title: 'notFoundTitle', text: 'notFound' },
  unknown: { status: 503, code: 'unavailable', title: 'unavailableTitle', text: 'unknown' },
  expired: { status: 410, code: 'expired', title: 'expiredTitle', text: 'expired' },
  banned: { status: 403, code: 'banned', title: 'bannedTitle', text: 'banned' },
  tooLong: { status: 414, code: 'too_long', title: 'tooLongTitle', text: 'tooLong' },
  passwordNeeded: {
    status: 200,
    code: 'password_needed',
    title: 'passwordTitle',
    text: 'passwordNeeded',
    form: true,
  },
  wrongPassword: {
    status: 403,
    code: 'wrong_password',
    title: 'passwordTitle',
    text: 'wrongPassword',
    form: true,
    alert: true,
  },
  tooManyTries: { status: 429, code: 'rate_limited', title: 'tooManyTitle', text: 'tooMany', alert: true },
  busy: { status: 503, code: 'unavailable', title: 'unavailableTitle', text: 'busy' },
  notAllowed: {
    status: 405,
    code: 'method_not_allowed',
    title: 'notAllowedTitle',
    text: 'notAllowed',
    allow: 'GET, HEAD',
  },
} as const satisfies Record<string, Page>;

/**
 * Returns a page as an answer, in the format and language that the visitor accepts. It is never cached or indexed. JSON
 * is for programs and always English.
 */
export function pageAnswer(
  page: Page,
  request: Headers,
  headers?: Readonly<Record<string, string>>,
  brand?: DomainBrand,
): HttpAnswer {
  const accept = request.getHeader('accept');
  const asJson = /application\/json/i.test(accept) && !/text\/html/i.test(accept);
  const language = asJson ? 'en' : languageOf(request.getHeader('accept-language'));
  const template = texts[language][page.text];
  const wait = headers?.['Retry-After'];
  const text = wait === undefined ? template : fill(template, { when: inMinutes(language, Number(wait)) });
  return {
    status: page.status,
    headers: {
      ...pageHeaders('*', brand, language),
      Vary: 'Accept, Accept-Language',
      ...(asJson ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
      ...(page.allow ? { Allow: page.allow } : {}),
      ...headers,
    },
    body: asJson ? JSON.stringify({ error: { code: page.code, message: text } }) : html(page, text, language, brand),
  };
}

/** Returns the password form. `maxlength` is in UTF-16 units; a character has up to two. */
const form = ({ passwordLabel, passwordButton }: Texts) => `<form method="post">
<p><label for="password">${escapeHtml(passwordLabel)}</label><br>
<input id="password" name="password" type="password" maxlength="256" autocomplete="off" required autofocus></p>
<p><button type="submit">${escapeHtml(passwordButton)}</button></p>
</form>`;

function html({ title, form: hasForm, alert }: Page, text: string, language: Language, brand?: DomainBrand): string {
  const words = texts[language];
  return htmlDocument(words[title], `${paragraph(text, alert)}\n${hasForm ? form(words) : ''}`, brand, { language });
}
