/**
 * The pages of forms. They work without a script: labels, hints and errors belong to their fields, and values are kept
 * after an error. The site's own texts are in the site's language, everything else in the visitor's.
 */
import { escapeHtml, htmlDocument, type PageBrand, pageHeaders, paragraph } from '../../../../shared/pages/html.ts';
import { inMinutes, type Language } from '../../../../shared/pages/language.ts';
import { fill } from '../../../../shared/pages/texts.ts';
import type { PageAnswer } from '../../../host/plugin.ts';
import type { Definition, FormSettings } from '../core/definition.ts';
import type { Texts } from '../text/en.ts';
import { texts } from '../text/texts.ts';
import type { Choice, Faults, Sent, ShownField, ShownForm } from './fields.ts';

/** The circumstances of a page. `formTo`: the allowed destinations of its form. */
export type Frame = {
  brand: PageBrand;
  language: Language;
  isEmbeddable: boolean;
  isEmbedded: boolean;
  leaves: boolean;
};

export type Body = { status?: number; title: string; body: string; headers?: Record<string, string> };

export const scriptPath = '/forms/form.js';

export function pageOf(frame: Frame, { status = 200, title, body, headers }: Body): PageAnswer {
  const { brand, language, isEmbeddable, isEmbedded, leaves } = frame;
  const formTo = leaves ? '*' : "'self'";
  return {
    status,
    headers: { ...pageHeaders(formTo, brand, language, { script: scriptPath, isFramed: isEmbeddable }), ...headers },
    text: htmlDocument(title, body, brand, { language, script: scriptPath, isFramed: isEmbedded }),
  };
}

const own = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((one) => one.trim() !== '')
    .map((one) => `<p dir="auto">${escapeHtml(one).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

/** Escapes a text and links the URLs in it. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, place) =>
      place % 2 === 1
        ? `<a href="${escapeHtml(part)}" target="_blank" rel="noopener">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');

/** A page's token, and the work that its script must do. */
export type Ticket = { token: string; bits: number };

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

const formTag = (frame: Frame, { bits }: Ticket, more = '') =>
  `<form method="post" data-bits="${bits}"${more}${frame.isEmbedded && frame.leaves ? ' target="_top"' : ''}>`;

const ending = (
  { language }: Frame,
  { token }: Ticket,
  button: string,
) => `${hidden('token', token)}${hidden('proof', '')}
<p><button type="submit"><span dir="auto">${escapeHtml(button)}</span></button></p>
<p role="status" data-text="${escapeHtml(texts[language].working)}"></p>
</form>`;

/** The field that only programs fill in. */
export const trap = 'company_url';

export type FormPage = FormSettings & { shown: ShownForm };

/** The values that a visitor has sent, with their faults. */
type Attempt = { sent: Sent; faults: Faults };

/** Builds the form, with the values and faults of a previous attempt. */
export function formPage(
  frame: Frame,
  form: FormPage,
  ticket: Ticket,
  { sent, faults }: Attempt = { sent: {}, faults: new Map() },
): Body {
  const { definition, name, consentText, shown } = form;
  const words = texts[frame.language];
  const show = { words, language: frame.language, sent, faults, first: [...faults.keys()][0] };
  return {
    status: faults.size > 0 ? 422 : 200,
    title: definition.title || name,
    body: [
      own(definition.intro),
      ...(faults.size > 0 ? [paragraph(words.check, true)] : []),
      formTag(frame, ticket, ' novalidate'),
      ...shown.fields.map((field) => showField(field, show)),
      ...(shown.lists.length > 0 ? [choices(words.lists, 'lists[]', shown.lists, sent.lists ?? [])] : []),
      ...(consentText === '' ? [] : [consentBox(consentText, show)]),
      `<p class="unseen" aria-hidden="true"><label>${escapeHtml(words.leaveEmpty)} <input name="${trap}" tabindex="-1" autocomplete="off"></label></p>`,
      ending(frame, ticket, definition.button || words.send),
    ].join('\n'),
  };
}

type Show = Attempt & { words: Texts; language: Language; first: string | undefined };

const labelOf = ({ label, isRequired }: ShownField, words: Texts) => {
  const text = 'own' in label ? label.own : words[label.key];
  return isRequired ? text : fill(words.optional, { label: text });
};

const faultText = (name: string, { words, faults }: Show) => {
  const fault = faults.get(name);
  return fault === undefined ? '' : `<span class="bad" id="${name}-fault">${escapeHtml(words[fault])}</span>`;
};

const faultOf = (name: string, { faults, first }: Show) =>
  faults.has(name) ? ` aria-invalid="true" aria-describedby="${name}-fault"${first === name ? ' autofocus' : ''}` : '';

function showField(field: ShownField, show: Show): string {
  const { name, type, options, isRequired } = field;
  const label = escapeHtml(labelOf(field, show.words));
  const given = show.sent[name] ?? [];
  if (type === 'radio' || type === 'checkbox') return optionSet(field, label, given, show);
  const common = `id="${name}" name="${name}"${isRequired ? ' required' : ''}${faultOf(name, show)}`;
  const control =
    type === 'select' || type === 'country'
      ? `<select ${common}${field.autocomplete ? ` autocomplete="${field.autocomplete}"` : ''}><option value="">${escapeHtml(show.words.choose)}</option>${(type === 'country' ? countries(show.language) : options.map((one) => [one, one] as const)).map(([value, text]) => `<option value="${escapeHtml(value)}"${given.includes(value) ? ' selected' : ''}>${escapeHtml(text)}</option>`).join('')}</select>`
      : textControl(field, common, given[0] ?? '');
  return `<p><label for="${name}" dir="auto">${label}</label>${control}${faultText(name, show)}</p>`;
}

function textControl({ type, longest, placeholder, autocomplete }: ShownField, common: string, value: string): string {
  const more = `${common} dir="auto" maxlength="${longest}"${placeholder === '' ? '' : ` placeholder="${escapeHtml(placeholder)}"`}`;
  if (type === 'textarea') return `<textarea ${more} rows="4">\n${escapeHtml(value)}</textarea>`;
  const kind = type === 'number' ? 'type="text" inputmode="decimal"' : `type="${type}"`;
  return `<input ${kind} ${more}${autocomplete ? ` autocomplete="${autocomplete}"` : ''} value="${escapeHtml(value)}">`;
}

const choice = (input: string, text: string) =>
  `<label class="choice"><input ${input}><span dir="auto">${text}</span></label>`;

/** The options of a radio or checkbox field. The fault belongs to the group. */
function optionSet({ name, type, options }: ShownField, label: string, given: string[], show: Show): string {
  const inputs = options.map((option, place) =>
    choice(
      `type="${type}" name="${type === 'checkbox' ? `${name}[]` : name}" value="${escapeHtml(option)}"${given.includes(option) ? ' checked' : ''}${place === 0 && show.first === name ? ' autofocus' : ''}`,
      escapeHtml(option),
    ),
  );
  const fault = show.faults.has(name) ? ` aria-describedby="${name}-fault"` : '';
  return `<fieldset${fault}>\n<legend dir="auto">${label}</legend>\n${inputs.join('\n')}\n${faultText(name, show)}</fieldset>`;
}

const choices = (legend: string, name: string, all: Choice[], given: string[]) =>
  `<fieldset>\n<legend>${escapeHtml(legend)}</legend>\n${all
    .map(({ id, name: text }) =>
      choice(
        `type="checkbox" name="${name}" value="${id}"${given.includes(String(id)) ? ' checked' : ''}`,
        escapeHtml(text),
      ),
    )
    .join('\n')}\n</fieldset>`;

const consentBox = (text: string, show: Show) =>
  `<p>${choice(`type="checkbox" name="consent" value="1" required${show.sent.consent?.[0] ? ' checked' : ''}${faultOf('consent', show)}`, linked(text))}${faultText('consent', show)}</p>`;

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const pairs = letters.flatMap((one) => letters.map((other) => one + other));
const notCountries = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];
const countryNames = new Map<Language, (readonly [code: string, name: string])[]>();

/** Lists the countries by their names in a language. */
function countries(language: Language) {
  const known = countryNames.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const all = pairs.flatMap((code) => {
    const name = notCountries.includes(code) ? undefined : names.of(code);
    // Old codes, such as DD, have the name of today's country.
    const isToday = name !== undefined && new Intl.Locale(`und-${code}`).region === code;
    return isToday ? [[code, name] as const] : [];
  });
  const { compare } = new Intl.Collator(language);
  const sorted = all.sort(([, one], [, other]) => compare(one, other));
  countryNames.set(language, sorted);
  return sorted;
}

/** Builds the step for visitors without a script, or whose page was not accepted. It keeps what was sent. */
export function stepPage(frame: Frame, ticket: Ticket, sent: Sent, retryAfter?: number): Body {
  const words = texts[frame.language];
  const kept = Object.entries(sent)
    .filter(([name]) => name !== 'token' && name !== 'proof' && name !== trap)
    .flatMap(([name, values]) => values.map((value) => hidden(values.length > 1 ? `${name}[]` : name, value)));
  const isLimited = retryAfter !== undefined;
  return {
    status: isLimited ? 429 : 200,
    ...(isLimited ? { headers: { 'Retry-After': String(retryAfter) } } : {}),
    title: isLimited ? words.limitedTitle : words.stepTitle,
    body: [
      isLimited
        ? paragraph(fill(words.limited, { when: inMinutes(frame.language, retryAfter) }), true)
        : paragraph(words.step),
      formTag(frame, ticket, isLimited ? '' : ' data-sends="1"'),
      ...kept,
      ending(frame, ticket, words.stepButton),
    ].join('\n'),
  };
}

/** Builds the page after sending. Its text does not depend on whether the address is known. */
export const thanksPage = ({ language }: Frame, { thanks, double_opt_in }: Definition): Body => ({
  title: texts[language].thanksTitle,
  body: own(thanks) || paragraph(double_opt_in ? texts[language].thanksConfirm : texts[language].thanks),
});

export const closedPage = ({ language }: Frame): Body => ({
  status: 404,
  title: texts[language].closedTitle,
  body: paragraph(texts[language].closed),
});

/** Builds the page behind the link in the email. Opening it changes nothing, because mail scanners open links. */
export const confirmPage = ({ language }: Frame, values: { address: string; form: string }): Body => ({
  title: texts[language].confirmTitle,
  body: `${paragraph(fill(texts[language].confirm, values))}
<form method="post"><p><button type="submit">${escapeHtml(texts[language].confirmButton)}</button></p></form>`,
});

export const confirmedPage = ({ language }: Frame): Body => ({
  title: texts[language].thanksTitle,
  body: paragraph(texts[language].confirmed),
});

const statuses = { expired: 410, unknown: 404, unavailable: 503 } as const;

export const refusalPage = ({ language }: Frame, why: keyof typeof statuses): Body => ({
  status: statuses[why],
  title: texts[language][`${why}Title`],
  body: paragraph(texts[language][why]),
});
