/**
 * The writer of letters. It runs when an email is due, so it checks consent again, and postpones the email in the
 * contact's quiet time or while the site's rate is reached.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import type { DueMail } from '../../../../shared/mail/transport.ts';
import type { QueuedMail } from '../../../host/contacts.ts';
import type { Contact, PluginApi } from '../../../host/plugin.ts';
import { designOf, type Letters, renderFor } from '../core/letters.ts';
import { readSettings } from '../core/settings.ts';
import type { LettersTables } from '../core/tables.ts';
import { findTemplate } from '../templates/queries.ts';
import { senderFields } from '../templates/sender-fields.ts';
import { insertLetter, reserveTime } from './queries.ts';
import { endOfQuiet } from './quiet-time.ts';
import type { LetterData } from './send-step.ts';

type Api = Pick<PluginApi<LettersTables>, 'within'>;

export const letterWriter =
  (letters: Letters, { within }: Api) =>
  async ({ to, contactId, data }: QueuedMail): Promise<DueMail | undefined> => {
    const { template: id, hasTime } = data as LetterData;
    const contact = contactId === null ? undefined : await letters.contacts.find({ id: contactId });
    const template = await findTemplate(letters.db, id);
    if (!contact || !template) return undefined;
    const reason = reasonNotToSend(contact, to);
    if (reason !== undefined) {
      const text = `The email “${template.name}” was not sent: ${reason}.`;
      await letters.contacts.change((contacts) => contacts.note(contact.id, text));
      return undefined;
    }
    const later = await timeToWait(letters, contact, hasTime === true);
    if (later) return { postponeTo: later.at, data: { template: id, ...(later.hasTime ? { hasTime: true } : {}) } };
    const parts = await letters.contacts.emailParts(contact.id);
    const compiled = await letters.compile(template, await designOf(letters, parts.sender));
    const linkTo = await letters.contacts.shortUrls(contact.id, compiled.links);
    return {
      ...(await renderFor(letters, compiled, { contact, parts, linkTo })),
      ...senderFields(template),
      headers: { 'List-Id': `<letters.${new URL(letters.config.siteUrl).hostname}>` },
      recordSent: (trx) => insertLetter(within(trx), { template_id: id, contact_id: contact.id, sent_at: new Date() }),
    };
  };

function reasonNotToSend({ status, email }: Contact, to: string): string | undefined {
  if (email !== to) return 'the email address has changed';
  return status === 'subscribed' ? undefined : `the contact is ${status.replace('_', ' ')}`;
}

/** Returns the time to which a letter is postponed; undefined if it can be sent now. */
async function timeToWait({ db, options }: Letters, { timezone }: Contact, hasTime: boolean) {
  const now = new Date();
  const { quiet_from: from, quiet_to: to, rate } = await readSettings(options);
  const quietEnd = endOfQuiet(now, timezone, { from, to });
  if (quietEnd) return { at: quietEnd, hasTime: false };
  if (rate === 0 || hasTime) return undefined;
  const at = await inTransaction(db, (trx) => reserveTime(trx, Math.ceil(60_000 / rate), now));
  return at > now ? { at, hasTime: true } : undefined;
}
