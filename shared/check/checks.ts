/** The table of checks: those that each application shows its operator, and the additional ones of `waypost check`. */
import { describeSettings } from '../config/config.ts';
import { settingsFile } from '../installation.ts';
import type { Check } from './core/finding.ts';
import { lookAtCertificates, lookAtDns, lookAtDomains } from './looks/addresses.ts';
import { lookAtBackup, lookAtGeo, lookAtLists, lookAtQueues, lookAtSpool, lookAtWarehouse } from './looks/data.ts';
import { lookAtModes } from './looks/files.ts';
import { lookAtClock, lookAtDisk, lookAtMemory, lookAtMysqlDisk } from './looks/machine.ts';
import { lookAtMachines } from './looks/machines.ts';
import { lookAtJobs, lookAtMailServer, lookAtMails, lookAtWebhooks } from './looks/messages.ts';
import { lookAtMysql, lookAtMysqlSettings, lookAtPeople, lookAtReplica } from './looks/mysql.ts';
import { lookAtRedis, lookAtRedisSettings } from './looks/redis.ts';
import { lookAtFileLimit, lookAtPort, lookAtProcesses, lookAtReleases } from './looks/services.ts';
import { lookAtFile, lookAtSettings } from './looks/settings.ts';

const file = settingsFile();

/** Checks the settings file, which may have changed since a running process read it. */
export const settingsFileCheck: Check = {
  group: 'Settings',
  name: 'settings file',
  look: async () =>
    lookAtFile(
      file,
      describeSettings().flatMap(({ names }) => names),
    ),
};

const stores: Check[] = [
  { group: 'Stores', name: 'MySQL', look: lookAtMysql },
  { group: 'Stores', name: 'MySQL settings', look: lookAtMysqlSettings },
  { group: 'Stores', name: 'Redis', look: lookAtRedis },
  { group: 'Stores', name: 'Redis settings', look: lookAtRedisSettings },
];

const mailServer: Check = { group: 'Messages', name: 'mail server', look: lookAtMailServer, withinMs: 10_000 };

/** The checks that the link service shows to operators: everything on this machine and its own. */
export const linksChecks: readonly Check[] = [
  { group: 'Settings', name: 'settings', look: lookAtSettings },
  settingsFileCheck,
  { group: 'Settings', name: 'file modes', look: lookAtModes(file) },
  { group: 'Settings', name: 'machines', look: lookAtMachines },
  ...stores,
  { group: 'Services', name: 'links', look: lookAtPort('links') },
  { group: 'Services', name: 'contacts', look: lookAtPort('automations') },
  { group: 'Services', name: 'processes', look: lookAtProcesses },
  { group: 'Services', name: 'releases', look: lookAtReleases },
  { group: 'Services', name: 'open files', look: lookAtFileLimit },
  { group: 'Machine', name: 'disk', look: lookAtDisk },
  { group: 'Machine', name: "MySQL's disk", look: lookAtMysqlDisk },
  { group: 'Machine', name: 'memory', look: lookAtMemory },
  { group: 'Machine', name: 'clocks', look: lookAtClock },
  { group: 'Addresses', name: 'DNS', look: lookAtDns },
  { group: 'Addresses', name: 'certificates', look: lookAtCertificates, withinMs: 10_000 },
  { group: 'Addresses', name: 'custom domains', look: lookAtDomains },
  mailServer,
  { group: 'Messages', name: 'mails of links', look: lookAtMails('links') },
  { group: 'Messages', name: 'webhooks of links', look: lookAtWebhooks('links') },
  { group: 'Data', name: 'clicks', look: lookAtSpool },
  { group: 'Data', name: 'queues', look: lookAtQueues },
  { group: 'Data', name: 'replica', look: lookAtReplica },
  { group: 'Data', name: 'warehouse', look: lookAtWarehouse },
  { group: 'Data', name: 'threat lists', look: lookAtLists },
  { group: 'Data', name: 'countries', look: lookAtGeo },
  { group: 'Data', name: 'backup', look: lookAtBackup },
];

const ofContacts: readonly Check[] = [
  { group: 'Stores', name: 'people', look: lookAtPeople },
  { group: 'Messages', name: 'mails of contacts', look: lookAtMails('contacts') },
  { group: 'Messages', name: 'webhooks of contacts', look: lookAtWebhooks('contacts') },
  { group: 'Data', name: 'jobs of contacts', look: lookAtJobs },
];

/** The checks that contact automation shows to administrators: its stores, its mail server and its own. */
export const contactsChecks: readonly Check[] = [...stores, mailServer, ...ofContacts];

export const allChecks: readonly Check[] = [...linksChecks, ...ofContacts];
