/**
 * The writer of letters. It runs when an email is due, so it checks consent again. It postpones the email in the
 * contact's quiet time, while the site's rate is reached, and for a minute at most until the email's short links exist.
 */
import { shareFinds } from '../../../../shared/batches.ts';
import { inTransaction } from '../../../../shared/db/db.ts';
import type { MailWriter, RecordedMail } from '../../../host/contacts.ts';
import type { Contact } from '../../../host/plugin.ts';
import { designOf, type Letters, renderFor } from '../core/letters.ts';
import { readSettings } from '../core/settings.ts';
import type { Trx } from '../core/tables.ts';
import { listTemplatesById } from '../templates/queries.ts';
import { senderFields } from '../templates/sender-fields.ts';
import { insertLetters, reserveTime } from './queries.ts';
import { endOfQuiet } from './quiet-time.ts';
import type { LetterData } from './send-step.ts';

/** The wait before the next check whether the short links exist. */
const linksWaitMs = 2_000;

export function letterWriter(letters: Letters): MailWriter {
  const findTemplate = shareFinds((ids) => listTemplatesById(letters.db, ids));
  return async ({ id: mail, to, contact, data }) => {
    const { hasTime = false, ...letter } = data as LetterData;
    const template = await findTemplate(letter.template);
    if (!contact || !template) return undefined;
    const reason = reasonNotToSend(contact, to);
    if (reason !== undefined) {
      const text = `The email “${template.name}” was not sent: ${reason}.`;
      await letters.contacts.change((contacts) => contacts.note(contact.id, text));
      return undefined;
    }
    const later = await timeToWait(letters, contact, hasTime);
    if (later) return { postponeTo: later.at, data: { ...letter, ...(later.hasTime ? { hasTime: true } : {}) } };
    const parts = await letters.contacts.emailParts(contact, mail);
    const compiled = await letters.compile(template, await designOf(letters, parts.sender));
    const { id, name } = template;
    const about = { mail, contact: contact.id, template: { id, name } };
    const { shorten, isComplete } = await letters.contacts.shortUrls(about, compiled.links);
    if (!isComplete) return { postponeTo: new Date(Date.now() + linksWaitMs), data: { ...letter, hasTime: true } };
    return {
      ...(await renderFor(letters, compiled, { contact, parts, linkTo: shorten })),
      ...senderFields(template),
      headers: { 'List-Id': `<letters.${new URL(letters.config.siteUrl).hostname}>` },
      by: { type: 'rule', ...letter.rule },
      details: { template: { ID: id, name } } satisfies LetterDetails,
    };
  };
}

type LetterDetails = { template: { ID: number; name: string } };

export const recordLetters = (trx: Trx, mails: RecordedMail[]): Promise<void> =>
  insertLetters(
    trx,
    mails.map(({ mail: id, contact: contact_id, details }) => {
      const { template } = details as LetterDetails;
      return { id, template_id: template.ID, contact_id, sent_at: new Date() };
    }),
  );

function reasonNotToSend({ status, email }: Contact, to: string): string | undefined {
  if (email !== to) return 'the email address has changed';
  return status === 'subscribed' ? undefined : `the contact's status is ${status.replace('_', ' ')}`;
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
