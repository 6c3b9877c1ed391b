/**
 * The first start: it creates a login for both services, a workspace, and a key for each service, and shows all once. On
 * a public URL without a password in the settings, it creates nothing: the first visitor creates an account with a code.
 * The services' command lines do the work. A journal lets the next start complete an interrupted first start.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config/config.ts';
import { isLocalUrl } from '../config/local-url.ts';
import { builtRoot } from '../paths.ts';
import { hasBegun, isDone, type Journal, markDone, openJournal, unmarkDone } from './first-run-journal.ts';

export type FirstRun = {
  /** URL and code with which the first visitor creates the account of both services. */
  visit?: { code: string; url: string };
  /** The login; without the password if the settings contain it. */
  login?: { email: string; password?: string };
  keys?: { workspaceId: string; linksKey: string; automationsKey: string };
  /** The function to call once the login has been shown. Until then each start shows it again. */
  shown: () => Promise<void>;
};

/** The function that runs a service's command and resolves to its JSON output. */
export type RunCommand = (script: string, args: string[], env: NodeJS.ProcessEnv, input?: string) => Promise<unknown>;

type Run = (...args: string[]) => Promise<unknown>;
type Contacts = (args: string[], input?: string) => Promise<unknown>;
type Services = { user: Run; links: Run; contacts: Contacts };
type ListedKey = { id: number; description: string; active: boolean; createdAt: string };
type FirstUser = { workspace: { id: string }; connected?: boolean };

/**
 * Creates what is missing, and resolves to the texts to show; nothing if accounts exist. `isNew`: the database was just
 * created or changed. @throws if a command fails; the next start continues
 */
export async function firstRun(
  { adminEmail, adminPassword, baseUrl, localDir }: Config,
  isNew: boolean,
  env: NodeJS.ProcessEnv,
  run: RunCommand = runCommand,
): Promise<FirstRun> {
  const shown = () => markDone(localDir);
  const nothing = { shown: async () => {} };
  const services = (password: string): Services => {
    const withPassword = { ...env, NEW_PASSWORD: password };
    return {
      user: (...args) => run('daemon/user-cli.js', args, withPassword),
      links: (...args) => run('daemon/cli.js', args, withPassword),
      contacts: (args, input) => run('automations-api/cli.js', args, withPassword, input),
    };
  };
  if (isDone(localDir)) {
    // A changed database still has its accounts; a replaced one has none.
    if (!isNew || !(await findVisit(services('')))) return nothing;
    await unmarkDone(localDir);
  }
  if (adminPassword === '' && !isLocalUrl(baseUrl)) {
    // Only setup shows the login of an interrupted setup, because a service's output is stored in logs.
    if (hasBegun(localDir)) return nothing;
    const visit = await findVisit(services(''));
    if (!visit) await shown();
    return visit ? { visit, ...nothing } : nothing;
  }
  const password = adminPassword || randomBytes(12).toString('base64url');
  const journal = await openJournal(localDir, { email: adminEmail, password });
  const made = await createLogin(journal, services(journal.password));
  if (!made) {
    await shown();
    return nothing;
  }
  const hidden = journal.password === adminPassword ? {} : { password: journal.password };
  return { login: { email: journal.email, ...hidden }, keys: made, shown };
}

/** Creates the user, and resolves to the keys for programs; `undefined` if an account already existed. */
async function createLogin(journal: Journal, services: Services) {
  const { resumedFrom } = journal;
  // An interrupted start may have created the user without recording it.
  const create = ['create', journal.email, '--unless-any', ...(resumedFrom ? ['--resume', resumedFrom] : [])];
  const user = await journal.once(
    'user',
    async () => (await services.user(...create, '--workspace', 'Waypost')) as FirstUser | null,
  );
  return user ? createKeys(journal, services, user) : undefined;
}

const keyName = 'first';

/** Creates the keys for programs, and connects the workspace to contacts. */
async function createKeys(journal: Journal, { links, contacts }: Services, { workspace, connected }: FirstUser) {
  // Revokes a key that an interrupted start created without recording it.
  const linksKey = await journal.once('linksKey', () =>
    keyOf(links('key', 'create', workspace.id, keyName, '--replace')),
  );
  const automationsKey = await journal.once('automationsKey', async () => {
    if (journal.resumedFrom) await revokeLostKeys(contacts, journal.resumedFrom);
    return keyOf(contacts(['key', 'create', '--permission', 'full', '--description', keyName]));
  });
  // Contacts that ran before have already connected the workspace.
  if (!connected) {
    const key = await journal.once('siteKey', () =>
      keyOf(links('clicks', 'connect', workspace.id)).catch((error) => {
        if (!journal.resumedFrom) throw error;
        // The interrupted start connected the workspace but did not record its key.
        return keyOf(links('clicks', 'rotate', workspace.id, '--revoke-current'));
      }),
    );
    // Standard input keeps the key out of process lists.
    await journal.once('connected', () => contacts(['clicks', 'connect'], key));
  }
  return { workspaceId: workspace.id, linksKey, automationsKey };
}

async function revokeLostKeys(contacts: Contacts, since: string): Promise<void> {
  const keys = (await contacts(['key', 'list'])) as ListedKey[];
  const lost = keys.filter((key) => key.active && key.description === keyName && key.createdAt >= since);
  for (const { id } of lost) await contacts(['key', 'revoke', String(id)]);
}

const findVisit = async ({ user }: Services) => (await user('first-code')) as FirstRun['visit'] | null;

const keyOf = async (answer: Promise<unknown>) => ((await answer) as { key: string }).key;

export async function runCommand(script: string, args: string[], env: NodeJS.ProcessEnv, input = ''): Promise<unknown> {
  const running = promisify(execFile)(process.execPath, [path.join(builtRoot, script), ...args, '--json'], { env });
  running.child.stdin?.end(input);
  const { stdout } = await running;
  return JSON.parse(stdout);
}
