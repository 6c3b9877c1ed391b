/** The registration of the forms plugin's routes, pages and workers in a serving process. */
import { openKeyedHash } from '../../../shared/secrets/installation-secret.ts';
import { unprocessable } from '../../host/core/errors.ts';
import { inGroup } from '../../host/core/route.ts';
import type { PluginApi } from '../../host/plugin.ts';
import { openPreviews } from '../../host/previews.ts';
import type { Context } from './core/context.ts';
import { createLimits } from './core/limits.ts';
import { keepForm } from './core/queries.ts';
import type { FormsTables } from './core/tables.ts';
import { keepUses } from './core/uses.ts';
import { formPages } from './pages/routes.ts';
import { formRoutes } from './routes.ts';
import { mailKind, submitted, writeMail } from './submissions/confirm.ts';
import { keepPersonalData } from './submissions/personal-data.ts';
import { startSettling } from './submissions/settle.ts';

const group = 'Forms';

export async function register(api: PluginApi<FormsTables>): Promise<void> {
  const { config, contacts, registries } = api;
  const hash = await openKeyedHash(config);
  const redis = api.openRedis('commands');
  const limits = createLimits(redis, config, hash);
  const context: Context = { ...api, hash, limits, previews: openPreviews(redis, config, 'forms') };
  registries.events.add({
    name: submitted,
    label: 'A contact submits a form',
    says: 'A contact submits the form {form}',
    title: 'Form submitted',
    members: { properties: { form: { type: 'integer', title: 'Which form', control: 'form', minimum: 1 } } },
    async check({ trx }, { form: id }) {
      if (id !== undefined && !(await keepForm(api.within(trx), Number(id))))
        throw unprocessable(`There is no form ${id}.`);
    },
    matches: ({ form }, { form: of }) => (of as { id?: number } | undefined)?.id === form,
  });
  contacts.addMailKind(mailKind, ({ data }) => writeMail(context, Number(data.submission)));
  keepPersonalData(context);
  keepUses(context);
  startSettling(context);
  api.addRoutes('automations', inGroup(group, formRoutes(context)), {
    groups: { [group]: 'Sign-up forms and their submissions.' },
  });
  api.addPages(formPages(context));
}
