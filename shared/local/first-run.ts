/**
 * What the very first start makes: one login for both services, a workspace, and a key for each service, all shown once. The
 * services' own command lines do the work.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config/config.ts';
import { builtRoot } from '../paths.ts';

const run = promisify(execFile);

export type FirstRun = {
  login?: { email: string; password: string; opens: { links: boolean; contacts: boolean } };
  keys?: { workspaceId: string; linksKey: string; automationsKey: string };
};

/** Says that there is nothing left to make, so that later starts need not ask each service. */
const markOf = (localDir: string) => path.join(localDir, 'first-run-done');

/**
 * Empty when there are people already. `isNew`: the database has just been made or changed.
 * @throws when a command fails; the next start tries again
 */
export async function firstRun(
  { adminEmail, localDir }: Config,
  isNew: boolean,
  env: NodeJS.ProcessEnv,
): Promise<FirstRun> {
  const isDone = await access(markOf(localDir)).then(
    () => true,
    () => false,
  );
  if (isDone && !isNew) return {};
  const password = randomBytes(12).toString('base64url');
  const withPassword = { ...env, NEW_PASSWORD: password };
  const [keys, contacts] = await Promise.all([
    firstOfLinks(adminEmail, withPassword),
    makeAdmin(adminEmail, withPassword),
  ]);
  await writeFile(markOf(localDir), '');
  if (!keys && !contacts) return {};
  const login = { email: adminEmail, password, opens: { links: keys !== undefined, contacts } };
  return { login, ...(keys ? { keys } : {}) };
}

/** A user with a workspace, and keys; undefined when there is a user already. */
async function firstOfLinks(email: string, env: NodeJS.ProcessEnv): Promise<FirstRun['keys']> {
  const links = (...args: string[]) => command('daemon/cli.js', args, env);
  const created = await links('user', 'create', email, '--workspace', 'Waypost', '--unless-any');
  if (created === null) return undefined;
  const { workspace } = created;
  const linksKey = await links('key', 'create', workspace.id, 'first');
  const automationsKey = await command(
    'automations-api/cli.js',
    ['key', 'create', '--permission', 'full', '--description', 'first'],
    env,
  );
  return { workspaceId: workspace.id, linksKey: linksKey.key, automationsKey: automationsKey.key };
}

/** Whether it was made. A site may have switched the plugin off; then there is no such command, and nobody to make. */
async function makeAdmin(email: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const args = ['admin', 'create', email, '--unless-any'];
  const created = await command('automations-api/cli.js', args, env).catch((error: Error & { stderr?: string }) => {
    if (!error.stderr?.includes("unknown command 'admin'")) throw error;
    return null;
  });
  return created !== null;
}

async function command(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const { stdout } = await run(process.execPath, [path.join(builtRoot, script), ...args, '--json'], { env });
  return JSON.parse(stdout);
}
