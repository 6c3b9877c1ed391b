/**
 * `npm start -- --demo`: an installation to try, with example data. Its folder and stores are in LOCAL_DIR, so it never
 * touches another installation. Each start uses an empty folder.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeSettings, withDotEnv } from '../config/config.ts';
import { demoAccount } from '../demo/read-only.ts';
import { builtRoot, projectRoot } from '../paths.ts';
import type { FirstRun } from './first-run.ts';

const run = promisify(execFile);

/** Settings that a demo takes from the environment: its ports, URLs and logs. */
const taken =
  /^(HOST|AUTOMATIONS_HOST|(LINKS|AUTOMATIONS|METRICS)_PORT|METRICS_HOST|SMALL|LINKS_INSTANCES|WORKERS|BASE_URL|DEFAULT_SHORT_DOMAIN|ROOT_URL|SITE_URL|LOG_\w+|DRAIN_SECONDS|TRUSTED_PROXIES|COUNTRY_HEADER|HSTS_SECONDS)$/;

const stores = ['MYSQL_URL', 'REDIS_URL'].flatMap((name) => [name, `${name}_FILE`]);

/**
 * Returns the environment of a demo. All other settings belong to another installation. They are set to an empty value,
 * which a settings file does not override. @throws if the environment names stores
 */
export function demoEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = stores.filter((name) => env[name]);
  if (named.length > 0) {
    throw new Error(`--demo uses its own MariaDB and Redis: unset ${named.join(' and ')}`);
  }
  const names = describeSettings().flatMap((setting) => setting.names);
  const others = Object.fromEntries(names.filter((name) => !taken.test(name) || !env[name]).map((name) => [name, '']));
  return {
    ...env,
    ...others,
    LOCAL_DIR: path.resolve(projectRoot, withDotEnv(env).LOCAL_DIR || '.local', 'demo'),
    DEMO: '1',
    SIGNUP: 'closed',
    // All visitors use the same account.
    DASHBOARD_REQUESTS_PER_MINUTE: '100000',
    ADMIN_EMAIL: demoAccount.email,
    ADMIN_PASSWORD: demoAccount.password,
  };
}

/** Returns the path of the file that marks a folder as a demo's. */
const markOf = (dir: string) => path.join(dir, 'this-is-a-demo');

/** Deletes the last demo's files. @throws if the folder is not a demo's */
export async function resetDemo(dir: string): Promise<void> {
  const isOther = existsSync(dir) && !existsSync(markOf(dir)) && (await readdir(dir)).length > 0;
  if (isOther) throw new Error(`${dir} is not a demo's folder, so --demo does not delete it: set another LOCAL_DIR`);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(markOf(dir), '');
}

/** Adds the example data of both applications. Contacts come first, because they click on links. */
export async function fillDemo({ keys }: FirstRun, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  for (const service of ['automations-api', 'daemon']) {
    const entry = path.join(builtRoot, service, 'demo/fill.js');
    await run(process.execPath, [entry], { env: { ...env, API_KEY: keys?.automationsKey }, signal });
  }
}
