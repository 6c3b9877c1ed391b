/**
 * What the very first start makes: an admin of the link service with a workspace, one of contact automation, and a key for each
 * service, all shown once.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { builtRoot } from '../paths.ts';

const run = promisify(execFile);

type Login = { email: string; password: string };

export type FirstRun = {
  links?: Login & { workspaceId: string; linksKey: string; automationsKey: string };
  contacts?: Login;
};

/** Empty when there are people already. The services' own command lines do the work. */
export async function firstRun(adminEmail: string, env: NodeJS.ProcessEnv): Promise<FirstRun> {
  const [links, contacts] = await Promise.all([firstOfLinks(adminEmail, env), firstOfContacts(adminEmail, env)]);
  return { ...(links ? { links } : {}), ...(contacts ? { contacts } : {}) };
}

async function firstOfLinks(adminEmail: string, env: NodeJS.ProcessEnv): Promise<FirstRun['links']> {
  const links = (...args: string[]) => command('daemon/cli.js', args, env);
  const created = await links('user', 'create', adminEmail, '--workspace', 'Waypost', '--unless-any');
  if (created === null) return undefined;
  const { user, password, workspace } = created;
  const linksKey = await links('key', 'create', workspace.id, 'first');
  const automationsKey = await command(
    'automations-api/cli.js',
    ['key', 'create', '--permission', 'full', '--description', 'first'],
    env,
  );
  return {
    email: user.email,
    password,
    workspaceId: workspace.id,
    linksKey: linksKey.key,
    automationsKey: automationsKey.key,
  };
}

/** A site may have switched the plugin off; then there is no such command, and nobody to make. */
async function firstOfContacts(adminEmail: string, env: NodeJS.ProcessEnv): Promise<Login | undefined> {
  const args = ['admin', 'create', adminEmail, '--unless-any'];
  const created = await command('automations-api/cli.js', args, env).catch((error: Error & { stderr?: string }) => {
    if (!error.stderr?.includes("unknown command 'admin'")) throw error;
    return null;
  });
  return created === null ? undefined : { email: created.email, password: created.password };
}

async function command(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const { stdout } = await run(process.execPath, [path.join(builtRoot, script), ...args, '--json'], {
    env,
  });
  return JSON.parse(stdout);
}
