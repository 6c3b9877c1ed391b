/** The words of plugins. */
import { counted } from '../../../../shared/ui/text-en.ts';

export const plugins = {
  title: 'Plugins',
  about: 'What the service is made of, switched on and off.',
  note: 'All processes of the service follow a change within a few seconds.',
  plugin: 'Plugin',
  state: 'State',
  version: 'Version',
  tables: 'Tables',
  jobs: 'Scheduled jobs',
  job: ({ name, every_seconds: seconds, at }: { name: string; every_seconds: number | null; at: string | null }) =>
    seconds === null ? `${name} at ${at} UTC` : `${name} every ${counted(seconds, 'second')}`,
  active: 'Active',
  inactive: 'Off',
  broken: 'Not running',
  faultOf: (name: string) => `${name} cannot run`,
  needed: 'Needed',
  activate: 'Activate',
  deactivate: 'Deactivate',
  neededNote: 'This application stands on it, so it is switched off at the command line alone.',
  activated: (name: string) => `${name} is switched on`,
  deactivated: (name: string) => `${name} is switched off`,
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  stops: 'Its routes and what it does in the background stop within a few seconds. Its data stays.',
  keeps: (n: number) => `${counted(n, 'table')} ${n === 1 ? 'stays' : 'stay'}`,
  automationsStops:
    'This stops contact automation: programs get no answers from the REST API, contacts cannot unsubscribe by the links in their mails, and rules, webhooks, mails and jobs stand still until it is switched on again.',
  reloadTitle: (name: string) => `${name} was switched`,
  reloadNote: 'Reload this page once the service has followed, in some seconds, so that every screen knows of it.',
  reload: 'Reload',
};
