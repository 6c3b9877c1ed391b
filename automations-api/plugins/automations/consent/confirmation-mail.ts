/** The confirmation email: the site's own text, or the default text in the contact's language. Pure. */

import { fillTags } from '../../../../shared/mail/merge-tags.ts';
import type { WrittenMail } from '../../../../shared/mail/transport.ts';
import { escapeHtml } from '../../../../shared/pages/html.ts';
import { inTime, type Language, languageAttributes } from '../../../../shared/pages/language.ts';
import { fill } from '../../../../shared/pages/texts.ts';
import { texts } from './text/texts.ts';

type Values = Record<string, string>;
type Template = { subject: string; text: string };
type Named = { f_name: string; l_name: string };

export const confirmDays = 7;

/** Builds the default email, with merge tags. `greeting` is already filled in. */
const template = (language: Language, greeting: string): Template => {
  const words = texts[language];
  return {
    subject: words.mailSubject,
    text: [
      greeting,
      fill(words.mailRequest, { sender: '{{sender}}' }),
      '{{confirm_url}}',
      fill(words.mailNote, { when: inTime(language, confirmDays, 'day') }),
    ].join('\n\n'),
  };
};

/** A site's initial confirmation email. While the site keeps it unchanged, contacts get it in their own language. */
export const defaultTemplate = template('en', fill(texts.en.mailGreeting, { name: '{{f_name|there}}' }));

/**
 * Returns the name for the greeting: in English the first name, in other languages the full name, in Japanese with
 * the family name first.
 */
function nameOf(language: Language, { f_name, l_name }: Named): string {
  if (language === 'en') return f_name;
  return (language === 'ja' ? [l_name, f_name] : [f_name, l_name]).filter(Boolean).join(' ');
}

function greet(language: Language, contact: Named): string {
  const { mailGreeting, mailGreetingUnnamed } = texts[language];
  return nameOf(language, contact) === '' ? mailGreetingUnnamed : fill(mailGreeting, { name: '{{name}}' });
}

/** Writes the email. `tags` are the contact's values for merge tags, `urls` its personal URLs. */
export function writeConfirmation(own: Template, language: Language, tags: Values & Named, urls: Values) {
  const isOwn = own.subject !== defaultTemplate.subject || own.text !== defaultTemplate.text;
  const { subject, text } = isOwn ? own : template(language, greet(language, tags));
  const values = { ...tags, name: nameOf(language, tags) };
  return {
    subject: fillTags(subject, values).replace(/[\r\n]+/g, ' '),
    text: `${fillTags(text, { ...values, ...urls })}\n`,
    html: htmlOf(text, values, urls, isOwn ? '' : ` ${languageAttributes(language)}`),
  } satisfies WrittenMail;
}

/** Converts the text to HTML: paragraphs, with `urls` as links. Escapes all the contact's values. */
function htmlOf(text: string, tags: Values, urls: Values, attributes: string): string {
  const escaped = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, escapeHtml(value)]));
  const links = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`]),
  );
  const paragraphs = text
    .split(/\n{2,}/)
    .map((one) => fillTags(escapeHtml(one), { ...escaped, ...links }).replaceAll('\n', '<br>'));
  const body = paragraphs.map((one) => `<p dir="auto">${one}</p>`).join('');
  return `<!doctype html><html${attributes}><meta charset="utf-8"><body style="font-family:sans-serif;max-width:36em;overflow-wrap:anywhere">${body}</body></html>\n`;
}
