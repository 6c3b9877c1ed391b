/** The small pages visitors see instead of a redirect: HTML without scripts, or JSON when that is what they accept. */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import { htmlDocument, pageHeaders, paragraph } from '../../shared/pages/html.ts';
import type { DomainBrand } from '../core/tables.ts';

/** `form` adds the password field below the text; an `alert` is read out at once. */
export type Page = {
  status: number;
  code: string;
  title: string;
  text: string;
  form?: true;
  alert?: true;
  allow?: string;
};

const passwordTitle = 'Password needed';

export const pages = {
  notFound: {
    status: 404,
    code: 'not_found',
    title: 'Link not found',
    text: 'There is no link at this address. Check it for a typing mistake.',
  },
  unknown: {
    status: 503,
    code: 'unavailable',
    title: 'Not known just now',
    text: 'Whether there is a link at this address cannot be looked up just now. Try again in some seconds.',
  },
  expired: { status: 410, code: 'expired', title: 'Link expired', text: 'This link is no longer available.' },
  banned: {
    status: 403,
    code: 'banned',
    title: 'Link blocked',
    text: 'This link was blocked because its destination was found to be unsafe.',
  },
  tooLong: {
    status: 414,
    code: 'too_long',
    title: 'Address too long',
    text: 'What follows the question mark is too long to be passed on.',
  },
  passwordNeeded: {
    status: 200,
    code: 'password_needed',
    title: passwordTitle,
    text: 'Whoever shared this link protected it with a password.',
    form: true,
  },
  wrongPassword: {
    status: 403,
    code: 'wrong_password',
    title: passwordTitle,
    text: 'That is not the password of this link.',
    form: true,
    alert: true,
  },
  tooManyTries: {
    status: 429,
    code: 'rate_limited',
    title: 'Too many tries',
    text: 'Wait a few minutes before you try another password.',
    alert: true,
  },
  busy: {
    status: 503,
    code: 'unavailable',
    title: 'Too busy',
    text: 'Too many passwords are being tried just now. Try again in some seconds.',
  },
  notAllowed: {
    status: 405,
    code: 'method_not_allowed',
    title: 'Method not allowed',
    text: 'Links answer GET and HEAD.',
    allow: 'GET, HEAD',
  },
} as const satisfies Record<string, Page>;

/** A page as an answer, in the form the visitor accepts; never stored, never indexed. */
export function pageAnswer(
  page: Page,
  accept: string,
  headers?: Readonly<Record<string, string>>,
  brand?: DomainBrand,
): HttpAnswer {
  const asJson = /application\/json/i.test(accept) && !/text\/html/i.test(accept);
  return {
    status: page.status,
    headers: {
      ...pageHeaders('*', brand),
      ...(asJson ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
      ...(page.allow ? { Allow: page.allow } : {}),
      ...headers,
    },
    body: asJson ? JSON.stringify({ error: { code: page.code, message: page.text } }) : html(page, brand),
  };
}

/** Browsers count UTF-16 units, of which a character has two at most. */
const form = `<form method="post">
<p><label for="password">Password</label><br>
<input id="password" name="password" type="password" maxlength="256" autocomplete="off" required autofocus></p>
<p><button type="submit">Continue</button></p>
</form>`;

const html = ({ title, text, form: hasForm, alert }: Page, brand?: DomainBrand) =>
  htmlDocument(title, `${paragraph(text, alert)}\n${hasForm ? form : ''}`, brand);
