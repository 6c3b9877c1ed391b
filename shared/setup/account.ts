/** Creates the first account of both services, in the same way as the first start on localhost. */
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { type FirstRun, firstRun } from '../local/first-run.ts';
import type { Wish } from './wish.ts';

export type Made = { email: string; password: string; keys?: FirstRun['keys'] };

/** `undefined` if an account exists. */
export async function makeFirstAccount(
  { email, password = randomBytes(12).toString('base64url') }: Wish,
  config: Config,
): Promise<Made | undefined> {
  const { login, keys } = await firstRun({ ...config, adminEmail: email, adminPassword: password }, true, process.env);
  return login ? { email: login.email, password, ...(keys ? { keys } : {}) } : undefined;
}
