/** The registration of the letters plugin's routes, hooks and workers in a serving process. */
import type { PageBrand } from '../../../shared/pages/html.ts';
import { inGroup } from '../../host/core/route.ts';
import type { PluginApi } from '../../host/plugin.ts';
import { openLetters } from './core/letters.ts';
import { lookOf, settingsCard } from './core/settings.ts';
import type { LettersTables } from './core/tables.ts';
import { letterSection } from './sending/personal-section.ts';
import { countOutcome } from './sending/queries.ts';
import { letterKind, sendStep } from './sending/send-step.ts';
import { letterWriter, recordLetters } from './sending/write-letter.ts';
import { openTemplatePreviews, templatePage } from './templates/preview.ts';
import { templateRoutes } from './templates/routes.ts';

export async function register(api: PluginApi<LettersTables>): Promise<void> {
  const letters = await openLetters(api);
  const previewing = { ...letters, previews: openTemplatePreviews(api) };
  api.addRoutes('automations', inGroup('Emails', templateRoutes(previewing)), {
    groups: { Emails: 'Templates of emails that rules send.' },
  });
  api.addPages([templatePage(previewing)]);
  api.registries.cards.add(settingsCard(api.options));
  api.registries.steps.add(sendStep(api));
  api.contacts.addMailKind(letterKind, letterWriter(letters), {
    recordSent: recordLetters,
    recordOutcome: countOutcome,
  });
  api.contacts.addSection(letterSection(api));
  api.hooks.addFilter('automations_brand', async (brand: PageBrand) => ({ ...brand, ...(await lookOf(api.options)) }));
}
