/** English strings for plugins. */
import { counted } from '../../../../shared/plural.ts';

export const plugins = {
  title: 'Plugins',
  about: 'Activate and deactivate parts of the service.',
  note: 'Changes take effect within a few seconds.',
  plugin: 'Plugin',
  state: 'State',
  version: 'Version',
  tables: 'Tables',
  jobs: 'Scheduled jobs',
  job: ({ name, every_seconds: seconds, at }: { name: string; every_seconds: number | null; at: string | null }) =>
    seconds === null ? `${name} at ${at} UTC` : `${name} every ${counted(seconds, 'second')}`,
  active: 'Active',
  inactive: 'Inactive',
  broken: 'Not running',
  faultOf: (name: string) => `${name} cannot run`,
  needed: 'Required',
  activate: 'Activate',
  deactivate: 'Deactivate',
  neededNote: 'This app needs it. Deactivate it with the CLI.',
  activated: (name: string) => `Activated ${name}`,
  deactivated: (name: string) => `Deactivated ${name}`,
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  stops: 'Its routes and background jobs stop within a few seconds. Its data stays.',
  keeps: (n: number) => `${counted(n, 'table')} ${n === 1 ? 'stays' : 'stay'}`,
  automationsStops:
    'This stops contact automation. The REST API stops answering, contacts cannot unsubscribe through links in emails, and rules, webhooks, emails and jobs pause until you activate it again.',
  reloadTitle: (name: string) => `${name} has changed`,
  reloadNote: 'Reload this page in a few seconds to update all screens.',
  reload: 'Reload',
};
