/** The table of checks: each application's own, and all those of `waypost check`. */
import { describeSettings } from '../config/config.ts';
import { settingsFile } from '../installation.ts';
import { checkCertificates, checkDns, checkDomains } from './checks/addresses.ts';
import { checkBackup, checkGeo, checkLists, checkQueues, checkSpool, checkWarehouse } from './checks/data.ts';
import { checkModes } from './checks/files.ts';
import { checkClock, checkDisk, checkMemory, checkMysqlDisk } from './checks/machine.ts';
import { checkMachines } from './checks/machines.ts';
import { checkJobs, checkMailServer, checkMails, checkWebhooks } from './checks/messages.ts';
import { checkMysql, checkMysqlSettings, checkPeople, checkReplica } from './checks/mysql.ts';
import { checkRedis, checkRedisSettings } from './checks/redis.ts';
import { checkFileLimit, checkPort, checkProcesses, checkReleases } from './checks/services.ts';
import { checkCompat, checkFile, checkSettings } from './checks/settings.ts';
import type { Check } from './core/finding.ts';

const file = settingsFile();

/** The check of the settings file, which may have changed since a running process read it. */
export const settingsFileCheck: Check = {
  group: 'Settings',
  name: 'settings file',
  look: async () =>
    checkFile(
      file,
      describeSettings().flatMap(({ names }) => names),
    ),
};

const stores: Check[] = [
  { group: 'Stores', name: 'MySQL', look: checkMysql },
  { group: 'Stores', name: 'MySQL settings', look: checkMysqlSettings },
  { group: 'Stores', name: 'Redis', look: checkRedis },
  { group: 'Stores', name: 'Redis settings', look: checkRedisSettings },
];

const mailServer: Check = { group: 'Messages', name: 'mail server', look: checkMailServer, withinMs: 10_000 };

/** The checks that the link service shows to operators: all checks of this machine, and the service's own. */
export const linksChecks: readonly Check[] = [
  { group: 'Settings', name: 'settings', look: checkSettings },
  settingsFileCheck,
  { group: 'Settings', name: 'file modes', look: checkModes(file) },
  { group: 'Settings', name: 'machines', look: checkMachines },
  { group: 'Settings', name: 'other APIs', look: checkCompat },
  ...stores,
  { group: 'Services', name: 'links', look: checkPort('links') },
  { group: 'Services', name: 'contacts', look: checkPort('automations') },
  { group: 'Services', name: 'processes', look: checkProcesses },
  { group: 'Services', name: 'releases', look: checkReleases },
  { group: 'Services', name: 'open files', look: checkFileLimit },
  { group: 'Machine', name: 'disk', look: checkDisk },
  { group: 'Machine', name: "MySQL's disk", look: checkMysqlDisk },
  { group: 'Machine', name: 'memory', look: checkMemory },
  { group: 'Machine', name: 'clocks', look: checkClock },
  { group: 'Addresses', name: 'DNS', look: checkDns },
  { group: 'Addresses', name: 'certificates', look: checkCertificates, withinMs: 10_000 },
  { group: 'Addresses', name: 'custom domains', look: checkDomains },
  mailServer,
  { group: 'Messages', name: 'link emails', look: checkMails('links') },
  { group: 'Messages', name: 'webhooks of links', look: checkWebhooks('links') },
  { group: 'Data', name: 'clicks', look: checkSpool },
  { group: 'Data', name: 'queues', look: checkQueues },
  { group: 'Data', name: 'replica', look: checkReplica },
  { group: 'Data', name: 'warehouse', look: checkWarehouse },
  { group: 'Data', name: 'threat lists', look: checkLists },
  { group: 'Data', name: 'countries', look: checkGeo },
  { group: 'Data', name: 'backup', look: checkBackup },
];

const ofContacts: readonly Check[] = [
  { group: 'Stores', name: 'people', look: checkPeople },
  { group: 'Messages', name: 'contact emails', look: checkMails('contacts') },
  { group: 'Messages', name: 'webhooks of contacts', look: checkWebhooks('contacts') },
  { group: 'Data', name: 'jobs of contacts', look: checkJobs },
];

/** The checks that contact automation shows to administrators: its stores, its mail server and its own. */
export const contactsChecks: readonly Check[] = [...stores, mailServer, ...ofContacts];

export const allChecks: readonly Check[] = [...linksChecks, ...ofContacts];
