/** The first account of both services. Setup creates it in the same way as a first start on localhost does. */
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { type FirstRun, firstRun } from '../local/first-run.ts';
import { giveToService } from './files.ts';
import type { SetupOptions } from './options.ts';

export type Made = { email: string; password: string; keys?: FirstRun['keys']; shown: FirstRun['shown'] };

/** Creates the account and resolves to its login, or to `undefined` if an account exists. */
export async function makeFirstAccount(
  { email, password = randomBytes(12).toString('base64url') }: SetupOptions,
  config: Config,
): Promise<Made | undefined> {
  const { login, keys, shown } = await firstRun(
    { ...config, adminEmail: email, adminPassword: password },
    true,
    process.env,
  );
  if (!login) return undefined;
  // An interrupted setup may have set another password, which `login` then contains.
  const made = { email: login.email, password: login.password ?? password, ...(keys ? { keys } : {}) };
  const markShown = async () => {
    await shown();
    await giveToService(config.localDir);
  };
  return { ...made, shown: markShown };
}
