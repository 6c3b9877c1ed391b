/** The personal data sections of this plugin and of others. */
import type { Context } from '../context/context.ts';
import type { PersonalSection } from '../context/personal-section.ts';
import type { EventRecorder } from '../core/events.ts';

type Source = Pick<Context, 'hooks' | 'personalSections'>;

export const sectionsOf = ({ hooks, personalSections }: Source): Promise<PersonalSection[]> =>
  hooks.applyFilters('automations_personal_data', [...personalSections]);

/** Deletes what other plugins store about contacts, in the transaction that deletes them. */
export const sectionRecorder = (source: Source): EventRecorder => ({
  async prepare() {
    return async (trx, events) => {
      const ids = events.filter(({ name }) => name === 'contact.deleted').map(({ contactId }) => contactId);
      if (ids.length === 0) return;
      for (const { remove } of await sectionsOf(source)) await remove?.(trx, ids);
    };
  },
  committed() {},
});
