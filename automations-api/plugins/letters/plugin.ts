/** The letters plugin: email templates, under `/automations`. */
import { definePlugin } from '../../host/plugin.ts';

export const plugin = definePlugin({
  name: 'letters',
  version: '1',
  requires: { automations: '1' },
  description: 'Email templates, and the rule step that sends them.',
  tables: [],
  // Loads the code only in serving processes, not for commands.
  register: async (api) => (await import('./register.ts')).register(api),
});
