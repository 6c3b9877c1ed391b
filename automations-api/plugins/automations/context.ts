/**
 * What the plugin's routes work with: what the host gives, the contact index, the outbox of webhooks, and the site's
 * users.
 */
import type { Secrets } from '../../../shared/webhooks/secrets.ts';
import type { PluginApi } from '../../host/plugin.ts';
import type { FollowedIndex } from './contact-index/followed-index.ts';
import type { FindWordPressUsers } from './contacts/wordpress-users.ts';
import type { AutomationsTables } from './tables.ts';
import type { Outbox } from './webhooks/outbox.ts';

export type Context = PluginApi<AutomationsTables> & {
  contactIndex: FollowedIndex;
  outbox: Outbox;
  secrets: Secrets;
  findWordPressUsers: FindWordPressUsers;
};
