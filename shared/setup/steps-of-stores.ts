/** Steps that prepare Waypost's stores: running servers, a database, its tables and the first account. */
import { isDone } from '../local/first-run-journal.ts';
import { inspectServices, migrateServices } from '../local/migrate-services.ts';
import { makeFirstAccount } from './account.ts';
import type { Work } from './context.ts';
import { giveToService } from './files.ts';
import type { Step } from './plan.ts';
import { faultOfMysql, listStopped, makeDatabase, needRedis, startUnits } from './stores.ts';

export function serversStep({ options, config: { mysqlUrl, redisUrl } }: Work): Step | undefined {
  if (!options.systemd) return undefined;
  const stopped = () => listStopped({ database: mysqlUrl, redis: redisUrl });
  return {
    name: 'servers',
    check: async () => {
      const units = await stopped();
      return units.length === 0 ? undefined : `${units.join(' and ')} started now and at boot`;
    },
    apply: async () => startUnits(await stopped()),
  };
}

export const databaseStep = ({ config: { mysqlUrl, redisUrl, redisPrefix } }: Work): Step => ({
  name: 'database',
  check: async () =>
    (await faultOfMysql(mysqlUrl)) === undefined ? undefined : 'a database and its user, with a random password',
  apply: async () => {
    const fault = await faultOfMysql(mysqlUrl);
    if (fault !== undefined) await makeDatabase(mysqlUrl, fault);
    await needRedis(redisUrl, redisPrefix);
  },
});

export function tablesStep({ config }: Work): Step {
  const all = 'the tables of both services';
  return {
    name: 'tables',
    check: async () => {
      if ((await faultOfMysql(config.mysqlUrl)) !== undefined) return all;
      const { links, automations } = await inspectServices(config, config.mysqlUrl);
      const waiting = links.length + automations.length;
      return waiting === 0 ? undefined : `${all} (${waiting} migrations)`;
    },
    apply: async () => {
      const { failed } = await migrateServices(config, config.mysqlUrl);
      if (failed[0]) throw new Error(`the plugin ${failed[0].plugin}: ${failed[0].reason}`);
    },
  };
}

export const accountStep = ({ options, config, made }: Work): Step => ({
  name: 'account',
  check: () => (isDone(config.localDir) ? undefined : `the first account, unless one exists: ${options.email}`),
  apply: async () => {
    const login = await makeFirstAccount(options, config);
    if (login) made(login);
    await giveToService(config.localDir);
  },
});
