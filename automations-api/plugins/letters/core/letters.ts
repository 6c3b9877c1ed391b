/** The context of the plugin's routes and workers. */

import { parseAddress } from '../../../../shared/mail/email-address.ts';
import { senderOf } from '../../../../shared/mail/transport.ts';
import type { EmailParts } from '../../../host/contacts.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { Contact, PluginApi, RuleList } from '../../../host/plugin.ts';
import type { Design } from '../render/layout.ts';
import { type CompiledLetter, type Filling, fillHtml, fillLine, fillText } from '../render/pieces.ts';
import { type Compile, createCompiler } from '../render/renderer.ts';
import { openCustomFields, valuesOf } from './merge-fields.ts';
import { readSettings } from './settings.ts';
import type { LettersTables } from './tables.ts';

export type Letters = Pick<PluginApi<LettersTables>, 'db' | 'config' | 'contacts' | 'hooks' | 'options' | 'log'> & {
  rules: RuleList;
  customFields: ReturnType<typeof openCustomFields>;
  compile: Compile;
  /** The domain of senders' email addresses; undefined if MAIL_FROM has no public domain. */
  senderDomain: string | undefined;
};

export async function openLetters(api: PluginApi<LettersTables>): Promise<Letters> {
  const rules = await api.hooks.applyFilters<RuleList | undefined>('automations_rules', undefined);
  if (!rules) throw new Error('contact automation has not started');
  const sender = parseAddress(senderOf(api.config.mailFrom).address);
  return {
    ...api,
    rules,
    customFields: openCustomFields(api.contacts),
    compile: createCompiler(),
    senderDomain: 'address' in sender ? sender.address.slice(sender.address.lastIndexOf('@') + 1) : undefined,
  };
}

export async function designOf({ options }: Letters, sender: string): Promise<Design> {
  const { logo_url: logoUrl, color, postal_address: postalAddress } = await readSettings(options);
  return { sender, logoUrl, color, postalAddress };
}

/** A contact for previews. */
const example: Contact = {
  id: 0,
  uid: '',
  email: 'ada@example.com',
  f_name: 'Ada',
  l_name: 'Lovelace',
  contact_no: '',
  country: 'GB',
  state: '',
  timezone: 'Europe/London',
  type: 'lead',
  source: '',
  points: 0,
  status: 'subscribed',
  creation_date: new Date('2026-05-04T09:30:00Z'),
  last_modified: new Date('2026-05-04T09:30:00Z'),
  tags: [],
  lists: [],
  fields: {},
};

export type Rendered = { subject: string; html: string; text: string };

/** Fills in a compiled template for a contact. `linkTo` returns the URL that replaces a link. */
export async function renderFor(
  letters: Letters,
  compiled: CompiledLetter,
  {
    contact = example,
    parts,
    linkTo = (url) => url,
  }: { contact?: Contact | undefined; parts: EmailParts; linkTo?: (url: string) => string },
): Promise<Rendered> {
  const { language, sender, urls, texts } = parts;
  const values = valuesOf(contact, await letters.customFields(), {
    ...urls,
    sender,
    _lang: language,
    _dir: language === 'ar' ? 'rtl' : 'ltr',
    _unsubscribe: texts.unsubscribe,
    _preferences: texts.preferences,
  });
  const filling: Filling = { values, language, links: compiled.links.map(linkTo) };
  return {
    subject: fillLine(compiled.subject, filling),
    html: fillHtml(compiled.html, filling),
    text: fillText(compiled.text, filling),
  };
}

/** Writes an entry of the audit log about a template. */
export const audit = (
  { hooks }: Letters,
  by: Caller | undefined,
  action: string,
  { id, name }: { id: number; name: string },
) => hooks.doAction('automations_audit', { by, action, subject: id, data: { name } });
