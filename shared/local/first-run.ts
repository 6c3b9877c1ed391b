/** What the very first start makes: an admin with a workspace, and a key for each service, all shown once. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../paths.ts';

const run = promisify(execFile);

export type FirstRun = {
  email: string;
  password: string;
  workspaceId: string;
  linksKey: string;
  automationsKey: string;
};

/** Undefined when there is a user already. The services' own command lines do the work. */
export async function firstRun(adminEmail: string, env: NodeJS.ProcessEnv): Promise<FirstRun | undefined> {
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

async function command(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const { stdout } = await run(process.execPath, [path.join(projectRoot, '.build', script), ...args, '--json'], {
    env,
  });
  return JSON.parse(stdout);
}
