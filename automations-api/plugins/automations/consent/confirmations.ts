/**
 * Double opt-in: the email that asks an unverified contact to confirm. The outbox shows when a contact was last
 * asked. This limits how often the email is sent.
 */
import type { WrittenMail } from '../../../../shared/mail/transport.ts';
import { languageOf } from '../../../../shared/pages/language.ts';
import type { Contact, EmailParts, MailWriter } from '../../../host/contacts.ts';
import { Status } from '../contacts/core/statuses.ts';
import type { ConfirmationOutcome, Confirmations } from '../context/context.ts';
import { keyOfEmail } from '../core/text.ts';
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
  const { mails, config } = consent;
  mails.addKind(confirmationKind, confirmationWriter(consent));
  mails.setContactHeaders((contact, mailId) => ({
    ...unsubscribeHeaders(consentLinks(consent, bearerOf(contact), mailId).unsubscribe_url),
    ...postmarkHeaders(config.smtpUrl, mailId),
  }));
}

/** Writes the email when it is due, unless the contact has confirmed or changed its email address by then. */
const confirmationWriter =
  (consent: Consent): MailWriter =>
  async ({ id, contact, to }): Promise<WrittenMail | undefined> => {
    const { options, tokens, siteUrl } = consent;
    if (contact?.status !== 'unverified' || contact.email !== to) return undefined;
    const settings = await readConsentSettings(options);
    const token = tokens.make('confirm', bearerOf(contact), { expiresAt: new Date(Date.now() + confirmDays * dayMs) });
    const tags = tagValues(contact, senderOf(settings, siteUrl));
    const urls = { confirm_url: urlOf(siteUrl, 'confirm', token), ...consentLinks(consent, bearerOf(contact), id) };
    return writeConfirmation(settings.double_opt_in, languageFor(contact), tags, urls);
  };

const bearerOf = ({ id, uid, email }: Contact) => ({ id, uid, email_key: keyOfEmail(email) });

/** Returns the language of a contact's emails: its custom field `language`, such as `de` or `pt-BR`. */
const languageFor = ({ fields }: Contact) => languageOf(String(fields.language ?? ''));

const tagValues = ({ f_name, l_name, email }: Contact, sender: string) => ({ f_name, l_name, email, sender });

/** Returns the parts that all emails to a contact have. An example's URLs only open the site. */
export async function emailParts(consent: Consent, contact?: Contact, mailId?: number): Promise<EmailParts> {
  const { options, siteUrl } = consent;
  const language = contact ? languageFor(contact) : 'en';
  const { unsubscribeTitle, choose } = texts[language];
  return {
    language,
    sender: senderOf(await readConsentSettings(options), siteUrl),
    urls: contact
      ? consentLinks(consent, bearerOf(contact), mailId)
      : { unsubscribe_url: `${siteUrl}/#unsubscribe`, preferences_url: `${siteUrl}/#preferences` },
    texts: { unsubscribe: unsubscribeTitle, preferences: choose },
  };
}
