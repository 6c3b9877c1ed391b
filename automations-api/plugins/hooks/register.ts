/** The registration of the hooks plugin's routes, pages and workers in a serving process. */
import { createLimiter } from '../../../shared/limits/limiter.ts';
import { openKeyCipher } from '../../../shared/secrets/key-cipher.ts';
import { createSecrets } from '../../../shared/webhooks/secrets.ts';
import { inGroup } from '../../host/core/route.ts';
import type { PluginApi } from '../../host/plugin.ts';
import type { Context } from './core/context.ts';
import type { HookTables } from './core/tables.ts';
import { keepUses } from './core/uses.ts';
import { keepPersonalData } from './messages/personal-data.ts';
import { startRetention } from './messages/retention.ts';
import { startMessages } from './messages/worker.ts';
import { receivingPages } from './receive/pages.ts';
import { hookRoutes } from './routes.ts';

/** The number of messages per second that a hook accepts. */
const mostASecond = 20;
const group = 'Hooks';

export async function register(api: PluginApi<HookTables>): Promise<void> {
  const { config } = api;
  const context: Context = {
    ...api,
    secrets: createSecrets(await openKeyCipher(config, 'hooks')),
    limiter: createLimiter(api.openRedis('commands'), `${config.redisPrefix}:${config.tablePrefix}hooks`, {
      points: mostASecond,
      seconds: 1,
    }),
  };
  api.addRoutes('automations', inGroup(group, hookRoutes(context)), {
    groups: { [group]: 'URLs that receive contacts and events from other systems.' },
  });
  api.addPages(receivingPages(context));
  keepPersonalData(context);
  keepUses(context);
  startMessages(context);
  startRetention(context);
}
