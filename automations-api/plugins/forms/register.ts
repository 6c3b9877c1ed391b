/** The registration of the forms plugin's routes, pages and workers in a serving process. */
import { openKeyedHash } from '../../../shared/secrets/installation-secret.ts';
import type { PluginApi } from '../../host/plugin.ts';
import { openPreviews } from '../../host/previews.ts';
import type { Context, Mails } from './core/context.ts';
import type { FormSettings } from './core/definition.ts';
import { createLimits } from './core/limits.ts';
import type { FormsTables } from './core/tables.ts';
import { previewPage } from './pages/preview.ts';
import { formPages } from './pages/routes.ts';
import { formRoutes } from './routes.ts';
import { mailKind, submitted, writeMail } from './submissions/confirm.ts';
import { submissionSection } from './submissions/personal-section.ts';
import { startRetention } from './submissions/retention.ts';
import { startSettling } from './submissions/settle.ts';

export async function register(api: PluginApi<FormsTables>): Promise<void> {
  const { config, hooks, registries, contacts } = api;
  const mails = await hooks.applyFilters<Mails | undefined>('automations_mails', undefined);
  if (!mails) throw new Error('the automations plugin, which sends emails, does not run');
  const hash = await openKeyedHash(config);
  const redis = api.openRedis('commands');
  const [limits, previews] = [createLimits(redis, config, hash), openPreviews<FormSettings>(redis, config, 'forms')];
  const context: Context = { ...api, hash, mails, limits, previews };
  registries.events.add({
    name: submitted,
    label: 'A contact submits a form',
    says: 'A contact submits the form {form}',
    title: 'Form submitted',
    members: { properties: { form: { type: 'integer', title: 'Which form', description: 'The id of the form.' } } },
    matches: ({ form }, { form: of }) => (of as { id?: number } | undefined)?.id === form,
  });
  api.onStop(mails.addKind(mailKind, ({ data }) => writeMail(context, Number(data.submission))));
  contacts.addSection(submissionSection(context));
  startSettling(context);
  startRetention(context);
  api.addRoutes('automations', formRoutes(context), {
    groups: { Forms: 'Sign-up forms and their submissions.' },
  });
  api.addPages([...formPages(context), previewPage(context)]);
}
