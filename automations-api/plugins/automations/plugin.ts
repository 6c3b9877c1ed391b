/** The automations plugin: tags, lists, custom fields, contacts, segments, rules and webhooks under `/automations`. */
import { definePlugin } from '../../host/plugin.ts';
import { commandLine, writeAudit } from './audit/write.ts';
import { addCommands } from './commands.ts';
import { type AutomationsTables, tables } from './core/tables.ts';

export const plugin = definePlugin<AutomationsTables>({
  name: 'automations',
  version: '1',
  description: 'Contacts, their tags, lists, fields and timelines, rules, webhooks and emails, and the REST API.',
  tables,
  // Loads the code only in serving processes, not for commands.
  register: async (api) => (await import('./register.ts')).register(api),
  commands: addCommands,
  onOperated: ({ db }, { action, plugin: name, by = commandLine }) => writeAudit(db, by, action, { subject: name }),
});
