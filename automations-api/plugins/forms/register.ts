/** The registration of the forms plugin's routes, pages and workers in a serving process. */
import { openKeyedHash } from '../../../shared/secrets/installation-secret.ts';
import type { PluginApi } from '../../host/plugin.ts';
import type { FormsTables } from './core/tables.ts';
import { formRoutes } from './routes.ts';

export async function register(api: PluginApi<FormsTables>): Promise<void> {
  const context = { ...api, hash: await openKeyedHash(api.config) };
  api.addRoutes('automations', formRoutes(context), {
    groups: { Forms: 'Sign-up forms and their submissions.' },
  });
}
