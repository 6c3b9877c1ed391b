/** The form for reporting a link, in the visitor's language. */
import type { HttpAnswer } from '../../../shared/http/answer.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../../../shared/pages/html.ts';
import type { Language } from '../../../shared/pages/language.ts';
import type { Texts } from '../../page-texts/en.ts';
import { texts } from '../../page-texts/texts.ts';

/** Reasons with the keys of their labels. */
export const reasons = {
  phishing: 'reportPhishing',
  malware: 'reportMalware',
  spam: 'reportSpam',
  other: 'reportOther',
} as const satisfies Record<string, keyof Texts>;

/** The fields that the visitor filled in. */
export type ReportFields = Partial<Record<'url' | 'reason' | 'details', string>>;

/** Returns the page with the form. `fault` is shown above the form. */
export function reportPage(
  language: Language,
  status: number,
  { url = '', reason = '', details = '' }: ReportFields,
  fault?: string,
): HttpAnswer {
  const labels = texts[language];
  const options = Object.entries(reasons).map(
    ([value, label]) =>
      `<option value="${value}"${value === reason ? ' selected' : ''}>${escapeHtml(labels[label])}</option>`,
  );
  const form = [
    '<form method="post">',
    `<p><label for="url">${escapeHtml(labels.reportUrl)}</label><br><input id="url" name="url" dir="ltr" maxlength="400" required value="${escapeHtml(url.slice(0, 400))}"></p>`,
    `<p><label for="reason">${escapeHtml(labels.reportReason)}</label><br><select id="reason" name="reason">${options.join('')}</select></p>`,
    `<p><label for="details">${escapeHtml(labels.reportDetails)}</label><br><textarea id="details" name="details" dir="auto" maxlength="500" rows="4">${escapeHtml(details.slice(0, 500))}</textarea></p>`,
    `<p><button type="submit">${escapeHtml(labels.reportButton)}</button></p>`,
    '</form>',
  ];
  const alert = fault ? [paragraph(fault, true)] : [];
  return htmlAnswer(status, labels.reportTitle, [...alert, ...form].join('\n'), language);
}
