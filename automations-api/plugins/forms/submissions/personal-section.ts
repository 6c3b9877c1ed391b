/** Submissions of a contact, for exports of personal data, merges and deletions. */
import type { PluginSection } from '../../../host/contacts.ts';
import { sqlDate } from '../../../host/shapes.ts';
import type { Context } from '../core/context.ts';
import { deleteOfContacts, listOfContact, moveToContact } from '../core/submission-queries.ts';
import type { FormsTables } from '../core/tables.ts';

export const submissionSection = ({ db }: Context): PluginSection<FormsTables> => ({
  name: 'form_submissions',
  title: 'Form submissions',
  async list(contact) {
    const submissions = await listOfContact(db, contact);
    return submissions.map((row) => ({
      at: sqlDate(row.created_at),
      form: row.form_name,
      email: row.email,
      outcome: row.outcome,
      values: JSON.parse(row.input) as unknown,
      consent_text: row.consent_text,
      language: row.language,
      confirmed_at: row.confirmed_at && sqlDate(row.confirmed_at),
    }));
  },
  move: moveToContact,
  remove: deleteOfContacts,
});
