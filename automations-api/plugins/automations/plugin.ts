/** The automations plugin: tags, lists, custom fields, contacts and webhooks under `/automations`. */
import type { Plugin } from '../../host/plugin.ts';
import { createAuthentication } from './api-keys/authenticate.ts';
import { renderError } from './errors.ts';
import { tables } from './tables.ts';
import { termRoutes } from './terms/routes.ts';

export const automations: Plugin = {
  name: 'automations',
  version: '1',
  tables,
  register(api) {
    api.addNamespace({
      name: 'automations',
      permission: createAuthentication(api.db, api.log),
      renderError,
      routes: [
        ...termRoutes(api, { type: 1, one: 'tag', many: 'tags' }),
        ...termRoutes(api, { type: 2, one: 'list', many: 'lists' }),
      ],
    });
  },
};
