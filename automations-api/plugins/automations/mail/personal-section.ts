/** Emails to a contact, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { sqlDate } from '../core/dates.ts';
import { listMailsOfContact, moveMails } from './core/queries.ts';

export const mailSection: PersonalSection = {
  name: 'mails',
  title: 'Mails',
  async list(db, { id }) {
    const mails = await listMailsOfContact(db, id);
    return mails.map(({ kind, recipient, status, data, created_at, sent_at }) => ({
      at: sqlDate(created_at),
      sent_at: sent_at && sqlDate(sent_at),
      status,
      kind,
      to: recipient,
      data: JSON.parse(data) as unknown,
    }));
  },
  move: moveMails,
};
