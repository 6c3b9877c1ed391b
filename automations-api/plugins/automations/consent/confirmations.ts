/**
 * Double opt-in: the email that asks an unverified contact to confirm. The outbox shows when a contact was last
 * asked. This limits how often the email is sent.
 */
import type { WrittenMail } from '../../../../shared/mail/transport.ts';
import { languageOf } from '../../../../shared/pages/language.ts';
import type { EmailParts, MailWriter } from '../../../host/contacts.ts';
import { type ContactRow, findContactById } from '../contacts/core/queries.ts';
import { Status } from '../contacts/core/statuses.ts';
import type { ConfirmationOutcome, Confirmations } from '../context/context.ts';
import { findFieldValuesBySlug } from '../fields/value-queries.ts';
import { listQueuedTimes } from '../mail/core/queries.ts';
import { postmarkHeaders } from './bounces/postmark.ts';
import { confirmDays, writeConfirmation } from './confirmation-mail.ts';
import type { Consent } from './consent.ts';
import { consentLinks, unsubscribeHeaders, urlOf } from './links.ts';
import { readConsentSettings, senderOf } from './settings.ts';
import { texts } from './text/texts.ts';

const confirmationKind = 'confirm';

const mostADay = 3;
const minutesBetween = 10;
const dayMs = 86_400_000;

/** Creates the port that requests confirmations, in the transaction that created or locked the contacts. */
export const createConfirmations = ({ options, mails }: Pick<Consent, 'options' | 'mails'>): Confirmations => ({
  async prepare() {
    const { enabled } = (await readConsentSettings(options)).double_opt_in;
    return {
      enabled,
      async request(trx, contact, now): Promise<ConfirmationOutcome> {
        if (contact.status !== Status.unverified) return 'not_unverified';
        const requests = await listQueuedTimes(trx, contact.id, confirmationKind, new Date(now.getTime() - dayMs));
        const [last] = requests;
        if (requests.length >= mostADay) return 'limited';
        if (last && now.getTime() - last.getTime() < minutesBetween * 60_000) return 'limited';
        await mails.queueKind(trx, { to: contact.email, kind: confirmationKind, data: {}, contactId: contact.id });
        return 'queued';
      },
    };
  },
});

/** Registers the confirmation email, and adds the unsubscribe headers to all emails to contacts. */
export function addConsentMails(consent: Consent): void {
  const { db, mails, config } = consent;
  mails.addKind(confirmationKind, confirmationWriter(consent));
  mails.setContactHeaders(async (contactId, mailId) => {
    const contact = await findContactById(db, contactId);
    return {
      ...(contact && unsubscribeHeaders(consentLinks(consent, contact, mailId).unsubscribe_url)),
      ...postmarkHeaders(config.smtpUrl, mailId),
    };
  });
}

/** Writes the email when it is due, unless the contact has confirmed or changed its email address by then. */
const confirmationWriter =
  (consent: Consent): MailWriter =>
  async ({ id, contactId, to }): Promise<WrittenMail | undefined> => {
    const { db, options, tokens, siteUrl } = consent;
    const contact = contactId === null ? undefined : await findContactById(db, contactId);
    if (!contact || contact.status !== Status.unverified || contact.email !== to) return undefined;
    const settings = await readConsentSettings(options);
    const token = tokens.make('confirm', contact, { expiresAt: new Date(Date.now() + confirmDays * dayMs) });
    const tags = tagValues(contact, senderOf(settings, siteUrl));
    const urls = { confirm_url: urlOf(siteUrl, 'confirm', token), ...consentLinks(consent, contact, id) };
    return writeConfirmation(settings.double_opt_in, await languageFor(db, contact.id), tags, urls);
  };

/** Finds the language of a contact's emails: its custom field `language`, such as `de` or `pt-BR`. */
const languageFor = async (db: Consent['db'], contactId: number) =>
  languageOf(String((await findFieldValuesBySlug(db, contactId)).language ?? ''));

const tagValues = ({ f_name, l_name, email }: ContactRow, sender: string) => ({ f_name, l_name, email, sender });

/** Returns the parts that all emails to a contact have. An example's URLs only open the site. */
export async function emailParts(consent: Consent, contactId?: number, mailId?: number): Promise<EmailParts> {
  const { db, options, siteUrl } = consent;
  const contact = contactId === undefined ? undefined : await findContactById(db, contactId);
  const language = contact ? await languageFor(db, contact.id) : 'en';
  const { unsubscribeTitle, choose } = texts[language];
  return {
    language,
    sender: senderOf(await readConsentSettings(options), siteUrl),
    urls: contact
      ? consentLinks(consent, contact, mailId)
      : { unsubscribe_url: `${siteUrl}/#unsubscribe`, preferences_url: `${siteUrl}/#preferences` },
    texts: { unsubscribe: unsubscribeTitle, preferences: choose },
  };
}
