/**
 * The pages of forms. They work without a script: labels, hints and errors are connected to their fields, and values
 * are kept after an error. The site's own texts are in the site's language, everything else in the visitor's.
 */
import { escapeHtml, htmlDocument, type PageBrand, pageHeaders, paragraph } from '../../../../shared/pages/html.ts';
import { inMinutes, type Language } from '../../../../shared/pages/language.ts';
import { fill } from '../../../../shared/pages/texts.ts';
import type { PageAnswer } from '../../../host/plugin.ts';
import type { Definition, FormSettings } from '../core/definition.ts';
import { texts } from '../text/texts.ts';
import { countries } from './countries.ts';
import type { Faults, Sent, ShownField, ShownForm } from './fields.ts';

/** The circumstances of a page. `isEmbedded`: it is in another site's frame. `leaves`: its form can open another site. */
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
  const { brand, language, isEmbeddable, isEmbedded: isFramed, leaves } = frame;
  const options = { script: scriptPath, framedBy: isEmbeddable ? '*' : undefined, isFramed } as const;
  return {
    status,
    headers: { ...pageHeaders(leaves ? '*' : "'self'", brand, language, options), ...headers },
    text: htmlDocument(title, body, brand, { language, ...options }),
  };
}

/** Builds the answer with a preview: without a script, only in frames of the same origin, and its form cannot be sent. */
export function previewOf({ brand, language }: Frame, { title, body }: Body): PageAnswer {
  return {
    headers: pageHeaders("'none'", brand, language, { framedBy: "'self'" }),
    text: htmlDocument(title, body, brand, { language }),
  };
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Builds an element. `content` is HTML. Attributes that are false or undefined are left out. */
function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined || value === false) return '';
    return value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`;
  });
  return `<${name}${written.join('')}>${content === undefined ? '' : `${content}</${name}>`}`;
}

const ownText = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((one) => one.trim() !== '')
    .map((one) => element('p', { dir: 'auto' }, escapeHtml(one).replaceAll('\n', '<br>')))
    .join('\n');

/** Escapes a text and links the URLs in it. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, place) =>
      place % 2 === 1
        ? element('a', { href: part, target: '_blank', rel: 'noopener' }, escapeHtml(part))
        : escapeHtml(part),
    )
    .join('');

/** A page's token, and the work that its script must do. */
export type Ticket = { token: string; bits: number };

const hidden = (name: string, value: string) => element('input', { type: 'hidden', name, value });

/** Builds a form. `more` are its other attributes. */
function formOf(frame: Frame, { token, bits }: Ticket, { fields, button, more }: FormParts): string {
  const target = frame.isEmbedded && frame.leaves ? '_top' : undefined;
  const parts = [
    ...fields,
    hidden('token', token) + hidden('proof', ''),
    `<p><button type="submit"><span dir="auto">${escapeHtml(button)}</span></button></p>`,
    element('p', { role: 'status', 'data-text': texts[frame.language].working }, ''),
  ];
  return element('form', { method: 'post', 'data-bits': bits, target, ...more }, `\n${parts.join('\n')}\n`);
}
type FormParts = { fields: string[]; button: string; more?: Attributes };

/** The honeypot: a hidden field that only programs fill in. */
export const trap = 'company_url';

export type FormPage = FormSettings & { shown: ShownForm };

/** The values that a visitor has sent, with their faults. */
type Attempt = { sent: Sent; faults: Faults };
type Show = Attempt & { language: Language; first: string | undefined };

/** Builds the form, with the values and faults of a previous attempt. */
export function formPage(
  frame: Frame,
  { definition, name, consentText, consentId, shown }: FormPage,
  ticket: Ticket,
  { sent, faults }: Attempt = { sent: {}, faults: new Map() },
): Body {
  const { language } = frame;
  const words = texts[language];
  const show = { language, sent, faults, first: [...faults.keys()][0] };
  const lists = shown.lists.map(({ id, name: text }) => ({ value: String(id), text }));
  const fields = [
    ...shown.fields.map((field) => showField(field, show)),
    ...(lists.length > 0 ? [choices('lists', words.wanted, { type: 'checkbox', options: lists }, show)] : []),
    ...(consentText === '' ? [] : [consentBox(consentText, String(consentId), show)]),
    `<p class="unseen" aria-hidden="true"><label>${escapeHtml(words.leaveEmpty)} <input name="${trap}" tabindex="-1" autocomplete="off"></label></p>`,
  ];
  return {
    status: faults.size > 0 ? 422 : 200,
    title: definition.title || name,
    body: [
      ownText(definition.intro),
      ...(faults.size > 0 ? [paragraph(words.check, true)] : []),
      formOf(frame, ticket, { fields, button: definition.button || words.send, more: { novalidate: true } }),
    ].join('\n'),
  };
}

const faultOf = (name: string, { faults, first }: Show): Attributes =>
  faults.has(name) ? { 'aria-invalid': 'true', 'aria-describedby': `${name}-fault`, autofocus: first === name } : {};

const faultText = (name: string, { language, faults }: Show) => {
  const fault = faults.get(name);
  return fault === undefined
    ? ''
    : element('span', { class: 'bad', id: `${name}-fault` }, escapeHtml(texts[language][fault]));
};

function showField(field: ShownField, show: Show): string {
  const { name, type, isRequired, autocomplete } = field;
  const words = texts[show.language];
  const label = isRequired ? field.label : fill(words.optional, { label: field.label });
  const options = field.options.map((option) => ({ value: option, text: option }));
  if (type === 'radio' || type === 'checkbox') return choices(name, label, { type, options }, show);
  const attributes = { id: name, name, required: isRequired, autocomplete, ...faultOf(name, show) };
  const given = show.sent[name]?.[0] ?? '';
  const control =
    type === 'select' || type === 'country'
      ? select(attributes, type === 'country' ? countries(show.language) : options, { given, none: words.choose })
      : textControl(field, attributes, given);
  const labelled = element('label', { for: name, dir: 'auto' }, escapeHtml(label));
  return `<p>${labelled}${control}${faultText(name, show)}</p>`;
}

type Option = { value: string; text: string };

function select(attributes: Attributes, options: readonly Option[], { given, none }: { given: string; none: string }) {
  const all = [{ value: '', text: none }, ...options].map(({ value, text }) =>
    element('option', { value, selected: value !== '' && value === given }, escapeHtml(text)),
  );
  return element('select', attributes, all.join(''));
}

function textControl({ type, longest, placeholder }: ShownField, attributes: Attributes, value: string): string {
  const all = { ...attributes, dir: 'auto', maxlength: longest, placeholder: placeholder || undefined };
  if (type === 'textarea') return element('textarea', { ...all, rows: 4 }, `\n${escapeHtml(value)}`);
  const kind = type === 'number' ? { type: 'text', inputmode: 'decimal' } : { type };
  return element('input', { ...kind, ...all, value });
}

const choice = (attributes: Attributes, html: string) =>
  `<label class="choice">${element('input', attributes)}<span dir="auto">${html}</span></label>`;

/** Builds a group of radio buttons or checkboxes. A fault belongs to the group. */
function choices(
  name: string,
  legend: string,
  { type, options }: { type: 'radio' | 'checkbox'; options: Option[] },
  show: Show,
): string {
  const inputs = options.map(({ value, text }, place) => {
    const checked = show.sent[name]?.includes(value);
    const autofocus = place === 0 && show.first === name;
    return choice(
      { type, name: type === 'checkbox' ? `${name}[]` : name, value, checked, autofocus },
      escapeHtml(text),
    );
  });
  const describedBy = show.faults.has(name) ? `${name}-fault` : undefined;
  const parts = [element('legend', { dir: 'auto' }, escapeHtml(legend)), ...inputs, faultText(name, show)];
  return element('fieldset', { 'aria-describedby': describedBy }, `\n${parts.join('\n')}\n`);
}

/**
 * Builds the checkbox of the consent text. Its value is the text's version, so that consent to another version is
 * refused.
 */
function consentBox(text: string, value: string, show: Show): string {
  const checked = show.sent.consent?.[0] === value;
  const attributes = { type: 'checkbox', name: 'consent', value, required: true, checked, ...faultOf('consent', show) };
  return `<p>${choice(attributes, linked(text))}${faultText('consent', show)}</p>`;
}

/** Builds the step for visitors without a script, or whose page was not accepted. It keeps the sent values. */
export function stepPage(frame: Frame, ticket: Ticket, sent: Sent, retryAfter?: number): Body {
  const words = texts[frame.language];
  const fields = Object.entries(sent)
    .filter(([name]) => name !== 'token' && name !== 'proof' && name !== trap)
    .flatMap(([name, values]) => values.map((value) => hidden(values.length > 1 ? `${name}[]` : name, value)));
  const form = (more: Attributes) => formOf(frame, ticket, { fields, button: words.stepButton, more });
  if (retryAfter === undefined)
    return { title: words.stepTitle, body: `${paragraph(words.step)}\n${form({ 'data-sends': '1' })}` };
  const limited = fill(words.limited, { when: inMinutes(frame.language, retryAfter) });
  return {
    status: 429,
    headers: { 'Retry-After': String(retryAfter) },
    title: words.limitedTitle,
    body: `${paragraph(limited, true)}\n${form({})}`,
  };
}

/** Builds the page after sending. Its text does not depend on whether the email address is known. */
export const thanksPage = ({ language }: Frame, { thanks, double_opt_in }: Definition): Body => ({
  title: texts[language].confirmedTitle,
  body: ownText(thanks) || paragraph(double_opt_in ? texts[language].thanksConfirm : texts[language].thanks),
});

/** Builds the page behind the link in the email. Opening it changes nothing, because mail scanners open links. */
export const confirmPage = ({ language }: Frame, values: { address: string; form: string }): Body => ({
  title: texts[language].confirmTitle,
  body: `${paragraph(fill(texts[language].confirm, values))}
<form method="post"><p><button type="submit">${escapeHtml(texts[language].confirmButton)}</button></p></form>`,
});

export const confirmedPage = ({ language }: Frame): Body => ({
  title: texts[language].confirmedTitle,
  body: paragraph(texts[language].confirmed),
});

const statuses = { closed: 404, expired: 410, unknown: 404, unavailable: 503 } as const;

/** Builds a page without a form. `form` is the form to fill in again. */
export const refusalPage = ({ language }: Frame, why: keyof typeof statuses, form?: { slug: string }): Body => ({
  status: statuses[why],
  title: texts[language][`${why}Title`],
  body: [
    paragraph(texts[language][why]),
    ...(form ? [element('p', {}, element('a', { href: form.slug }, escapeHtml(texts[language].send)))] : []),
  ].join('\n'),
});
