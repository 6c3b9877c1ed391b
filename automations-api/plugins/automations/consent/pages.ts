/**
 * The pages for contacts, each with a form. Opening a page changes nothing, because mail scanners follow every link.
 * The email address is partly hidden, because emails get forwarded.
 */

import { maskEmail } from '../../../../shared/mail/email-address.ts';
import { fillTags } from '../../../../shared/mail/merge-tags.ts';
import { escapeHtml, htmlDocument, type PageBrand, pageHeaders, paragraph } from '../../../../shared/pages/html.ts';
import type { Language } from '../../../../shared/pages/language.ts';
import { fill } from '../../../../shared/pages/texts.ts';
import type { RestAnswer } from '../../../host/core/route.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import { hasOptedOut } from '../contacts/core/statuses.ts';
import type { Term } from '../terms/core/queries.ts';
import type { PageName } from './settings.ts';
import { texts } from './text/texts.ts';

export type Page = { status?: number; title: string; body: string };
/** The contact who reads the page. */
export type Reader = Pick<ContactRow, 'email' | 'status'>;
/** The site's part of a page. `language` is the visitor's; `texts` are the site's own, in its own language. */
export type Site = { brand: PageBrand; language: Language; texts: Record<PageName, string> };

export function pageAnswer(
  { brand, language }: Pick<Site, 'brand' | 'language'>,
  { status = 200, title, body }: Page,
): RestAnswer {
  const { 'Content-Type': contentType = '', ...headers } = pageHeaders("'self'", brand, language);
  return { status, headers, contentType, text: htmlDocument(title, body, brand, { language }) };
}

/** Answers with an email's HTML. Blocks scripts and external resources, as mail programs do. */
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

const button = (label: string, choice = '', look = '') =>
  `<p><button type="submit"${choice && ` name="choice" value="${choice}"`}${look && ` class="${look}"`}>${escapeHtml(label)}</button></p>`;
const form = (...parts: string[]) => `<form method="post">\n${parts.join('\n')}\n</form>`;
const link = (url: string, label: string) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;

const defaultText = ({ brand, language }: Omit<Site, 'texts'>, name: PageName, email: string) =>
  fill(texts[language][name], { sender: brand.name, address: maskEmail(email) });

/** Renders the site's own text, otherwise the default text. */
function renderText(site: Site, name: PageName, email: string): string {
  const written = fillTags(site.texts[name], { sender: site.brand.name });
  if (written === '') return paragraph(defaultText(site, name, email));
  return written
    .split(/\n{2,}/)
    .map((one) => `<p dir="auto">${escapeHtml(one)}</p>`)
    .join('\n');
}

export const pages = {
  unsubscribe(site: Site, { email }: Reader, preferencesUrl: string | undefined): Page {
    const words = texts[site.language];
    return {
      title: words.unsubscribeTitle,
      body: [
        renderText(site, 'unsubscribe', email),
        form(button(words.unsubscribeButton)),
        ...(preferencesUrl ? [link(preferencesUrl, words.chooseInstead)] : []),
      ].join('\n'),
    };
  },
  unsubscribed(site: Site, { email }: Reader, preferencesUrl: string): Page {
    const words = texts[site.language];
    return {
      title: words.unsubscribedTitle,
      body: `${renderText(site, 'unsubscribed', email)}\n${link(preferencesUrl, words.resubscribe)}`,
    };
  },
  confirm(site: Site, { email }: Reader): Page {
    const words = texts[site.language];
    return {
      title: words.confirmTitle,
      body: `${renderText(site, 'confirm', email)}\n${form(button(words.confirmButton))}`,
    };
  },
  confirmed(site: Site, { email }: Reader, preferencesUrl: string | undefined): Page {
    const words = texts[site.language];
    const choose = preferencesUrl ? `\n${link(preferencesUrl, words.choose)}` : '';
    return { title: words.confirmedTitle, body: `${renderText(site, 'confirmed', email)}${choose}` };
  },
  preferences(site: Site, reader: Reader, lists: (Term & { chosen: boolean })[], saved: boolean): Page {
    const words = texts[site.language];
    const isOut = hasOptedOut(reader.status);
    const choices = lists.length > 0 ? [chooseLists(lists, isOut ? words.wanted : words.received)] : [];
    return {
      title: isOut ? words.unsubscribedTitle : words.preferencesTitle,
      body: [
        ...(saved ? [`<p role="status">${escapeHtml(words.saved)}</p>`] : []),
        isOut
          ? paragraph(defaultText(site, 'unsubscribed', reader.email))
          : renderText(site, 'preferences', reader.email),
        isOut
          ? form(...choices, button(words.resubscribe, 'resubscribe'))
          : form(
              ...(choices.length > 0 ? [...choices, button(words.save, 'save')] : []),
              button(words.unsubscribeAll, 'unsubscribe', 'other'),
            ),
      ].join('\n'),
    };
  },
};

const statuses = { expired: 410, settled: 410, unknown: 404, unavailable: 503 } as const;

/** Builds the page that explains why a URL cannot be used now. */
export const refusal = ({ language }: Pick<Site, 'language'>, why: keyof typeof statuses): Page => ({
  status: statuses[why],
  title: texts[language][`${why}Title`],
  body: paragraph(texts[language][why]),
});

function chooseLists(lists: (Term & { chosen: boolean })[], legend: string): string {
  const choices = lists.map(
    ({ id, name, chosen }) =>
      `<label class="choice"><input type="checkbox" name="lists[]" value="${id}"${chosen ? ' checked' : ''}><span><bdi>${escapeHtml(name)}</bdi></span></label>`,
  );
  return `<fieldset>\n<legend>${escapeHtml(legend)}</legend>\n${choices.join('\n')}\n</fieldset>`;
}
