/** The context of the plugin's routes, pages and workers. */
import type { Limiter } from '../../../../shared/limits/limiter.ts';
import type { Secrets } from '../../../../shared/webhooks/secrets.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { HookTables } from './tables.ts';

export type Context = PluginApi<HookTables> & {
  /** Encrypts the secrets of URLs and signatures. */
  secrets: Secrets;
  /** Limits the messages of each hook. */
  limiter: Limiter;
};
