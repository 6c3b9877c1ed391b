/** A contact's custom fields, for the personal data export. */
import type { PersonalSection } from '../context/personal-section.ts';
import { listFields } from './core/queries.ts';
import { findFieldValues } from './value-queries.ts';

export const fieldSection: PersonalSection = {
  name: 'fields',
  title: 'Custom fields',
  async list(db, { id }) {
    const values = await findFieldValues(db, id);
    const fields = await listFields(db);
    return fields.flatMap(({ id, name, slug }) => {
      const value = values[String(id)];
      return value === undefined ? [] : [{ ID: id, name, slug, value }];
    });
  },
};
