/** The URLs of MySQL and Redis: from the settings, or those of the private servers that `npm start` runs. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readOwned } from '../owned-files.ts';
import type { Config } from './config.ts';

export type Stores = { mysqlUrl: string; redisUrl: string };

const name = 'stores.json';
const fileOf = (localDir: string) => path.join(localDir, name);

/** Records the stores' URLs, for commands and other processes. */
export const writeStores = (localDir: string, stores: Stores) =>
  writeFile(fileOf(localDir), JSON.stringify(stores), { mode: 0o600 });

export const removeStores = (localDir: string) => rm(fileOf(localDir), { force: true });

/** Finds the stores' URLs. @throws with the remedy if they are neither in the settings nor running */
export async function resolveStores({ mysqlUrl, redisUrl, localDir }: Config): Promise<Stores> {
  if (mysqlUrl && redisUrl) return { mysqlUrl, redisUrl };
  const running = await readStores(localDir, 'MYSQL_URL and REDIS_URL');
  return { mysqlUrl: mysqlUrl || running.mysqlUrl, redisUrl: redisUrl || running.redisUrl };
}

/** Finds MySQL's URL, for commands that need no Redis. @throws the errors of `resolveStores` */
export const resolveMysqlUrl = async ({ mysqlUrl, localDir }: Config): Promise<string> =>
  mysqlUrl || (await readStores(localDir, 'MYSQL_URL')).mysqlUrl;

async function readStores(localDir: string, settings: string): Promise<Stores> {
  const text = readOwned(localDir, name)?.toString();
  if (text === undefined) {
    throw new Error(`Waypost is not running here: run \`npm start\` in another terminal, or set ${settings}`);
  }
  return JSON.parse(text) as Stores;
}
