/** The automations plugin: tags, lists, custom fields, contacts and webhooks under `/automations`. */
import { openKeyCipher } from '../../../shared/key-cipher.ts';
import type { Plugin } from '../../host/plugin.ts';
import { createAuthentication } from './api-keys/authenticate.ts';
import { contactRoutes } from './contacts/routes.ts';
import { createUserFinder } from './contacts/wordpress-users.ts';
import type { Context } from './context.ts';
import { renderError } from './errors.ts';
import { fieldRoutes } from './fields/routes.ts';
import { membershipRoutes } from './memberships/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { tables } from './tables.ts';
import { termRoutes } from './terms/routes.ts';
import { startDelivery } from './webhooks/delivery.ts';
import { Outbox } from './webhooks/outbox.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { createSecrets, sealPlainSecrets } from './webhooks/secrets.ts';

export const automations: Plugin = {
  name: 'automations',
  version: '1',
  tables,
  async register(api) {
    const { db, config, log } = api;
    const outbox = new Outbox(db);
    const secrets = createSecrets(await openKeyCipher(config, 'webhooks'));
    await sealPlainSecrets(db, secrets);
    const context: Context = { ...api, outbox, secrets, findWordPressUser: createUserFinder(db, config.tablePrefix) };
    api.addNamespace({
      name: 'automations',
      permission: createAuthentication(db, log),
      renderError,
      routes: [
        ...termRoutes(context, { type: 1, one: 'tag', many: 'tags' }),
        ...termRoutes(context, { type: 2, one: 'list', many: 'lists' }),
        ...fieldRoutes(context),
        ...contactRoutes(context),
        ...membershipRoutes(context),
        ...searchRoutes(context),
        ...webhookRoutes(context),
      ],
    });
    startDelivery(api, outbox, secrets);
  },
};
