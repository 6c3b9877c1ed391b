/** The context of the plugin's routes, pages and jobs. */
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { Previews } from '../../../host/previews.ts';
import type { FormSettings } from './definition.ts';
import type { Limits } from './limits.ts';
import type { FormsTables } from './tables.ts';

export type Context = PluginApi<FormsTables> & {
  /** Signs the tokens of pages and emails, and hides IP addresses in Redis. */
  hash: KeyedHash;
  limits: Limits;
  previews: Previews<FormSettings>;
};
