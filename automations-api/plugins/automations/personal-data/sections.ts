/** Everyone who keeps something of contacts: the nouns of this plugin, and other plugins. */
import type { Context } from '../context.ts';
import type { PersonalSection } from '../personal-section.ts';

export const sectionsOf = ({ hooks, personalSections }: Context): Promise<PersonalSection[]> =>
  hooks.applyFilters('automations_personal_data', [...personalSections]);
