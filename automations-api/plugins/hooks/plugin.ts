/** The hooks plugin: URLs that receive contacts and events from other systems. Its routes are in the namespace automations. */
import { definePlugin } from '../../host/plugin.ts';
import { type HookTables, tables } from './core/tables.ts';

export const plugin = definePlugin<HookTables>({
  name: 'hooks',
  version: '1',
  requires: { automations: '1' },
  description: 'Incoming webhooks: contacts and events that other systems send.',
  tables,
  reads: ['automations_contacts'],
  // Loads the code only in serving processes, not for commands.
  register: async (api) => (await import('./register.ts')).register(api),
});
