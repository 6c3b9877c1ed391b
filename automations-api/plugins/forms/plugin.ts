/** The forms plugin: sign-up forms at `/forms/{slug}`, whose answers wait until the email address is confirmed. */
import { definePlugin } from '../../host/plugin.ts';
import { type FormsTables, tables } from './core/tables.ts';

export const plugin = definePlugin<FormsTables>({
  name: 'forms',
  version: '1',
  description: 'Sign-up forms on their own pages or embedded in yours, with confirmation by email and without spam.',
  requires: { automations: '1' },
  tables,
  // Loads the code only in serving processes, not for commands.
  register: async (api) => (await import('./register.ts')).register(api),
});
