/** The mail by which a contact confirms its address, from the site's words. Pure. */
import type { WrittenMail } from '../../../../shared/mail/transport.ts';
import { escapeHtml } from '../../../../shared/pages/html.ts';
import { fillTags } from './merge-tags.ts';
import type { ConsentSettings } from './settings.ts';

type Values = Record<string, string>;

/** `tags` are what is known of the contact, `urls` the addresses that are its own. */
export function writeConfirmation({ double_opt_in: { subject, text } }: ConsentSettings, tags: Values, urls: Values) {
  return {
    subject: fillTags(subject, tags).replace(/[\r\n]+/g, ' '),
    text: `${fillTags(text, { ...tags, ...urls })}\n`,
    html: htmlOf(text, tags, urls),
  } satisfies WrittenMail;
}

/** The text as HTML: its paragraphs, and each of our addresses as a link. What a contact wrote is text. */
function htmlOf(text: string, tags: Values, urls: Values): string {
  const escaped = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, escapeHtml(value)]));
  const links = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`]),
  );
  const paragraphs = text
    .split(/\n{2,}/)
    .map((one) => fillTags(escapeHtml(one), { ...escaped, ...links }).replaceAll('\n', '<br>'));
  const body = paragraphs.map((one) => `<p>${one}</p>`).join('');
  return `<!doctype html><meta charset="utf-8"><body style="font-family:sans-serif;max-width:36em">${body}</body>\n`;
}
