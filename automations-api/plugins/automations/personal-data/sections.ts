/** The personal data sections of this plugin and of others. */
import type { Context } from '../context/context.ts';
import type { PersonalSection } from '../context/personal-section.ts';

export const sectionsOf = ({ hooks, personalSections }: Context): Promise<PersonalSection[]> =>
  hooks.applyFilters('automations_personal_data', [...personalSections]);
