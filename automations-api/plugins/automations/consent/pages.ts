/**
 * The pages that contacts see: one thing each, with a button that sends a form. Looking at one changes nothing, because
 * mail scanners follow every link. The address is shown in part: whoever was forwarded a mail need not learn it.
 */
import { escapeHtml, htmlDocument, pageHeaders, paragraph } from '../../../../shared/pages/html.ts';
import type { RestAnswer } from '../../../host/core/route.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import { hasOptedOut } from '../contacts/core/statuses.ts';
import type { Term } from '../terms/core/queries.ts';
import { fillTags } from './merge-tags.ts';
import { pageWords } from './page-words.ts';
import type { PageName } from './settings.ts';

export type Page = { status?: number; title: string; body: string };
/** Whose page it is. */
export type Reader = Pick<ContactRow, 'email' | 'status'>;
export type Site = { sender: string; texts: Record<PageName, string> };

export function pageAnswer({ sender }: Pick<Site, 'sender'>, { status = 200, title, body }: Page): RestAnswer {
  const brand = { name: sender, logoUrl: null, color: null };
  const { 'Content-Type': contentType = '', ...headers } = pageHeaders("'self'", brand);
  return { status, headers, contentType, text: htmlDocument(title, body, brand) };
}

/** A mail's HTML as a mail program would show it, which runs nothing and loads nothing. */
export const mailPage = (html: string): RestAnswer => ({
  headers: {
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  },
  contentType: 'text/html; charset=utf-8',
  text: html,
});

/** `ada@example.com` as `a…@example.com`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0]}…${email.slice(at)}`;
}

const button = (label: string, choice = '', look = '') =>
  `<p><button type="submit"${choice && ` name="choice" value="${choice}"`}${look && ` class="${look}"`}>${label}</button></p>`;
const form = (...parts: string[]) => `<form method="post">\n${parts.join('\n')}\n</form>`;
const link = (url: string, label: string) => `<p><a href="${escapeHtml(url)}">${label}</a></p>`;
const say = ({ sender, texts }: Site, name: PageName, email: string) =>
  (fillTags(texts[name], { sender }) || pageWords[name](sender, maskEmail(email)))
    .split(/\n{2,}/)
    .map((one) => paragraph(one))
    .join('\n');

export const pages = {
  unsubscribe: (site: Site, { email }: Reader, preferencesUrl: string | undefined): Page => ({
    title: 'Unsubscribe',
    body: [
      say(site, 'unsubscribe', email),
      form(button('Unsubscribe')),
      ...(preferencesUrl ? [link(preferencesUrl, 'Choose which mails you get instead')] : []),
    ].join('\n'),
  }),
  unsubscribed: (site: Site, { email }: Reader, preferencesUrl: string): Page => ({
    title: 'You are unsubscribed',
    body: [say(site, 'unsubscribed', email), link(preferencesUrl, 'Subscribe again')].join('\n'),
  }),
  confirm: (site: Site, { email }: Reader): Page => ({
    title: 'Please confirm',
    body: `${say(site, 'confirm', email)}\n${form(button('Confirm'))}`,
  }),
  confirmed: (site: Site, { email }: Reader, preferencesUrl: string | undefined): Page => ({
    title: 'Thank you',
    body: [
      say(site, 'confirmed', email),
      ...(preferencesUrl ? [link(preferencesUrl, 'Choose which mails you get')] : []),
    ].join('\n'),
  }),
  preferences(site: Site, { email, status }: Reader, lists: (Term & { chosen: boolean })[], saved: boolean): Page {
    const isOut = hasOptedOut(status);
    const choices = lists.length > 0 ? [chooseLists(lists, isOut ? 'Mails you want' : 'Mails you get')] : [];
    return {
      title: isOut ? 'You are unsubscribed' : 'Your mails',
      body: [
        ...(saved ? ['<p role="status">Your choice is saved.</p>'] : []),
        isOut ? paragraph(`No mails from ${site.sender} go to ${maskEmail(email)}.`) : say(site, 'preferences', email),
        isOut
          ? form(...choices, button('Subscribe again', 'resubscribe'))
          : form(
              ...(choices.length > 0 ? [...choices, button('Save', 'save')] : []),
              button('Unsubscribe from everything', 'unsubscribe', 'other'),
            ),
      ].join('\n'),
    };
  },
  expired: {
    status: 410,
    title: 'Link expired',
    body: paragraph('This link held for a few days only. Sign up again to get a new one.'),
  },
  settled: {
    status: 410,
    title: 'Link no longer valid',
    body: paragraph('This address was unsubscribed, or could not be reached, since the mail was sent.'),
  },
  unknown: {
    status: 404,
    title: 'Link not valid',
    body: paragraph(
      'The address is not complete, or is for somebody who is no longer here. Copy it whole from the mail.',
    ),
  },
  unavailable: {
    status: 503,
    title: 'Not just now',
    body: paragraph('Something is out of order here. Try again in some minutes.'),
  },
} as const;

function chooseLists(lists: (Term & { chosen: boolean })[], legend: string): string {
  const choices = lists.map(
    ({ id, name, chosen }) =>
      `<label class="choice"><input type="checkbox" name="lists[]" value="${id}"${chosen ? ' checked' : ''}><span>${escapeHtml(name)}</span></label>`,
  );
  return `<fieldset>\n<legend>${legend}</legend>\n${choices.join('\n')}\n</fieldset>`;
}
