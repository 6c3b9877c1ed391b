/** The hooks plugin: incoming webhooks, under `/automations`. */
import { definePlugin } from '../../host/plugin.ts';

export const plugin = definePlugin({
  name: 'hooks',
  version: '1',
  requires: { automations: '1' },
  description: 'Incoming webhooks: contacts and events that other systems send.',
  tables: [],
  // Loads the code only in serving processes, not for commands.
  register: async (api) => (await import('./register.ts')).register(api),
});
