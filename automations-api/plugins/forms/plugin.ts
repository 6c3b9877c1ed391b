/** The forms plugin: forms, under `/automations`. */
import { definePlugin } from '../../host/plugin.ts';

export const plugin = definePlugin({
  name: 'forms',
  version: '1',
  requires: { automations: '1' },
  description: 'Forms for sign-ups, hosted and embedded.',
  tables: [],
  // Loads the code only in serving processes, not for commands.
  register: async (api) => (await import('./register.ts')).register(api),
});
