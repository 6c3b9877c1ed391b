/** The letters plugin: email templates, under `/automations`. */
import { definePlugin } from '../../host/plugin.ts';
import { type LettersTables, reads, tables } from './core/tables.ts';

export const plugin = definePlugin<LettersTables>({
  name: 'letters',
  version: '1',
  requires: { automations: '1' },
  description: 'Email templates, and the rule step that sends them.',
  tables,
  reads,
  // Loads the code only in serving processes, not for commands.
  register: async (api) => (await import('./register.ts')).register(api),
});
