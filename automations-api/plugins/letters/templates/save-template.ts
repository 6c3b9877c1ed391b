/** The checks of a template before it is saved or previewed. */

import { ApiError } from '../../../../shared/errors.ts';
import { letters } from '../../../../shared/limits-of-fields.ts';
import { parseAddress } from '../../../../shared/mail/email-address.ts';
import { unprocessable } from '../../../host/core/errors.ts';
import type { Letters } from '../core/letters.ts';
import { checkFields } from '../core/merge-fields.ts';
import type { TemplateRow } from './queries.ts';
import type { TemplateChange } from './schema.ts';

/** The editable columns. */
export type Draft = Pick<
  TemplateRow,
  'name' | 'subject' | 'preheader' | 'format' | 'body' | 'text' | 'from_name' | 'from_email' | 'reply_to'
>;

const empty: Draft = {
  name: '',
  subject: '',
  preheader: '',
  format: 'markdown',
  body: '',
  text: '',
  from_name: '',
  from_email: '',
  reply_to: '',
};

/** Returns a template's editable columns. */
export const draftOf = (template: Draft): Draft => ({ ...empty, ...columnsOf(template) });

/** Applies the given fields and checks the result. @throws required_fields_missing or unprocessable_entity */
export async function readDraft(context: Letters, given: TemplateChange, before: Draft = empty): Promise<Draft> {
  const { html, ...values } = given;
  if (html !== undefined && (values.body !== undefined || values.format === 'markdown')) {
    throw unprocessable('Give either html, or body and format.');
  }
  const draft: Draft = {
    ...empty,
    ...columnsOf(before),
    ...columnsOf(values),
    ...(html === undefined ? {} : { body: html, format: 'html' as const }),
  };
  for (const name of ['name', 'subject', 'preheader', 'from_name'] as const) draft[name] = oneLine(name, draft[name]);
  for (const name of ['from_email', 'reply_to'] as const) draft[name] = readAddress(name, draft[name]);
  if (draft.format === 'markdown' && draft.body.length > letters.markdown) {
    throw unprocessable(`body must have at most ${letters.markdown} characters as Markdown`);
  }
  checkSender(context, draft.from_email);
  const { subject, preheader, body, text } = draft;
  checkFields({ subject, preheader, body, text }, await context.customFields());
  return draft;
}

/** Checks that a template has the fields that every email needs. @throws required_fields_missing */
export function checkComplete(draft: Draft): void {
  const missing = (['name', 'subject', 'body'] as const).filter((name) => draft[name].trim() === '');
  if (missing.length > 0) {
    throw new ApiError('required_fields_missing', `Missing parameter(s): ${missing.join(', ')}`);
  }
}

const columnsOf = (values: Partial<Draft>): Partial<Draft> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in empty));

/** Trims a text for one line of a header. @throws unprocessable_entity for control characters */
function oneLine(name: string, text: string): string {
  if (/\p{Cc}|\u2028|\u2029/u.test(text.trim())) throw unprocessable(`${name} must be one line`);
  return text.trim();
}

function readAddress(name: string, text: string): string {
  if (text.trim() === '') return '';
  const read = parseAddress(text.trim());
  if ('fault' in read) throw unprocessable(`${name} ${read.fault}`);
  return read.address;
}

/**
 * Refuses senders at other domains than MAIL_FROM's: mail servers and DNS records are set up for that domain, so
 * receivers would reject others as forged. If the domain is not public, such as localhost, allows all.
 */
function checkSender({ senderDomain }: Letters, address: string): void {
  if (address === '' || senderDomain === undefined) return;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (domain !== senderDomain && !domain.endsWith(`.${senderDomain}`)) {
    throw unprocessable(`from_email must be at ${senderDomain}, the domain of MAIL_FROM`);
  }
}
