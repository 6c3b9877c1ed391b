/** What the plugin's routes work with: what the host gives, the outbox of webhooks, and the site's users. */
import type { PluginApi } from '../../host/plugin.ts';
import type { AutomationsTables } from './tables.ts';
import type { Outbox } from './webhooks/outbox.ts';
import type { Secrets } from './webhooks/secrets.ts';

export type Context = PluginApi<AutomationsTables> & {
  outbox: Outbox;
  secrets: Secrets;
  /** The id of the WordPress user with an address; 0 when there is none, or no WordPress. */
  findWordPressUser: (email: string) => Promise<number>;
};
