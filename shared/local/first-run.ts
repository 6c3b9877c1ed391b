/**
 * The results of the first start: one login for both services, a workspace, and a key for each service, all shown once.
 * On a public address nothing is created without a password in the settings: the first visitor creates an account with
 * a code. The services' own command lines do the work.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config/config.ts';
import { isLocalUrl } from '../config/local-url.ts';
import { builtRoot } from '../paths.ts';

const run = promisify(execFile);

export type FirstRun = {
  /** URL and code with which the first visitor creates the account of both services. */
  visit?: { code: string; url: string };
  /** Has no password if the settings gave it. */
  login?: { email: string; password?: string; opens: { links: boolean; contacts: boolean } };
  keys?: { workspaceId: string; linksKey: string; automationsKey: string };
};

/** Marks that nothing is left to create, so that later starts need not ask each service. */
export const markOf = (localDir: string) => path.join(localDir, 'first-run-done');

/**
 * Empty if accounts already exist. `isNew`: the database was just created or changed. @throws if a command fails; the
 * next start tries again
 */
export async function firstRun(
  { adminEmail, adminPassword, baseUrl, localDir }: Config,
  isNew: boolean,
  env: NodeJS.ProcessEnv,
): Promise<FirstRun> {
  const isDone = await access(markOf(localDir)).then(
    () => true,
    () => false,
  );
  if (isDone && !isNew) return {};
  if (adminPassword === '' && !isLocalUrl(baseUrl)) {
    const visit = await findVisit(env);
    if (!visit) await writeFile(markOf(localDir), '');
    return visit ? { visit } : {};
  }
  const password = adminPassword || randomBytes(12).toString('base64url');
  const withPassword = { ...env, NEW_PASSWORD: password };
  const first = await firstOfLinks(adminEmail, withPassword);
  // Contacts let the account of the link service in, and create their own only if it has none.
  const admin = await ofAdmins(['create', adminEmail, '--unless-any'], withPassword);
  await writeFile(markOf(localDir), '');
  const isMade = first !== undefined || (admin !== null && !admin.joined);
  if (!isMade) return {};
  const shown = adminPassword === '' ? { password } : {};
  const opens = { links: first !== undefined, contacts: admin !== null || first?.connected === true };
  const login = { email: adminEmail, ...shown, opens };
  return { login, ...(first ? { keys: first.keys } : {}) };
}

/**
 * A user with keys and a workspace connected to contacts; `undefined` if a user exists. `connected`: contacts let them
 * in.
 */
async function firstOfLinks(email: string, env: NodeJS.ProcessEnv) {
  const links = (...args: string[]) => command('daemon/cli.js', args, env);
  const created = await links('user', 'create', email, '--workspace', 'Waypost', '--unless-any');
  if (created === null) return undefined;
  const { workspace, connected = false } = created;
  const linksKey = await links('key', 'create', workspace.id, 'first');
  const automationsKey = await command(
    'automations-api/cli.js',
    ['key', 'create', '--permission', 'full', '--description', 'first'],
    env,
  );
  // If contacts ran before, they take the key themselves.
  if (!connected) await connect(workspace.id, env);
  return {
    keys: { workspaceId: workspace.id, linksKey: linksKey.key, automationsKey: automationsKey.key },
    connected,
  };
}

/** From now on a click on a short link of the workspace becomes an event of the contact. */
async function connect(workspaceId: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { key } = await command('daemon/cli.js', ['clicks', 'bind', workspaceId], env);
  // Passed by standard input, so that no process list shows it.
  await command('automations-api/cli.js', ['clicks', 'bind'], env, key);
}

/** The first person of the link service is also the first of contacts. `null` if someone has an account in both. */
const findVisit = async (env: NodeJS.ProcessEnv): Promise<FirstRun['visit'] | null> =>
  (await command('daemon/cli.js', ['user', 'first-code'], env)) ?? ofAdmins(['first-code'], env);

/** Also `null` if a site deactivated the plugin; then there is no such command and no account to create. */
const ofAdmins = (args: string[], env: NodeJS.ProcessEnv) =>
  command('automations-api/cli.js', ['admin', ...args], env).catch((error: Error & { stderr?: string }) => {
    if (!error.stderr?.includes("unknown command 'admin'")) throw error;
    return null;
  });

async function command(script: string, args: string[], env: NodeJS.ProcessEnv, input = '') {
  const running = run(process.execPath, [path.join(builtRoot, script), ...args, '--json'], { env });
  running.child.stdin?.end(input);
  const { stdout } = await running;
  return JSON.parse(stdout);
}
