/** A contact's tags and lists, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { listTermsOfContacts } from './core/membership-queries.ts';
import { TermType } from './core/queries.ts';

const sectionOf = (type: TermType, name: string, title: string): PersonalSection => ({
  name,
  title,
  async list(db, { id: contactId }) {
    const terms = (await listTermsOfContacts(db, [contactId])).get(contactId) ?? [];
    return terms.filter((term) => term.type === type).map(({ id, name }) => ({ ID: id, name }));
  },
});

export const membershipSections = [sectionOf(TermType.tag, 'tags', 'Tags'), sectionOf(TermType.list, 'lists', 'Lists')];
