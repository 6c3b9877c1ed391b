/** The admin plugin: users, sessions and settings of the admin application, under `/waypost-admin/v1`. */
import { definePlugin } from '../../host/plugin.ts';
import { type AdminTables, tables, wordPressTables } from './core/tables.ts';

export const plugin = definePlugin<AdminTables>({
  name: 'admin',
  version: '1',
  description: 'This application: users, sessions and the settings of the site.',
  tables,
  reads: wordPressTables,
  // Loads the code only in serving processes, not for commands.
  register: async (api) => (await import('./register.ts')).register(api),
});
