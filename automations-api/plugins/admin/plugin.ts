/** The admin plugin: the people of the admin application and their sessions, under `/waypost-admin/v1`. */
import { definePlugin } from '../../host/plugin.ts';
import { type AdminTables, tables, wordPressTables } from './core/tables.ts';

export const plugin = definePlugin<AdminTables>({
  name: 'admin',
  version: '1',
  description: 'This application: users, sessions and the settings of the site.',
  tables,
  reads: wordPressTables,
  // Loaded by processes that serve, and by no command line.
  register: async (api) => (await import('./register.ts')).register(api),
});
