/**
 * The first start: one login for both services, a workspace, and a key for each service, all shown once. On a public
 * URL nothing is created without a password in the settings: the first visitor creates an account with a code. The
 * services' own command lines do the work, and a journal lets the next start complete an interrupted first start.
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
  /** Has no password if the settings gave it. */
  login?: { email: string; password?: string };
  keys?: { workspaceId: string; linksKey: string; automationsKey: string };
  /** Call it once the login was shown. Until then each start shows it again. */
  shown: () => Promise<void>;
};

/** Runs a command of a service and returns its answer. */
export type RunCommand = (script: string, args: string[], env: NodeJS.ProcessEnv, input?: string) => Promise<unknown>;

type Run = (...args: string[]) => Promise<unknown>;
type Contacts = (args: string[], input?: string) => Promise<unknown>;
type Services = { user: Run; links: Run; contacts: Contacts };
type ListedKey = { id: number; description: string; active: boolean; createdAt: string };
type FirstUser = { workspace: { id: string }; connected?: boolean };

/**
 * Returns nothing to show if accounts already exist. `isNew`: the database was just created or changed. @throws if a
 * command fails; the next start continues
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
    // A changed database has its accounts. One that replaced it has none.
    if (!isNew || !(await findVisit(services('')))) return nothing;
    await unmarkDone(localDir);
  }
  if (adminPassword === '' && !isLocalUrl(baseUrl)) {
    // Only setup shows the login that an interrupted setup left: the output of a service is kept.
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

/** The keys for programs; `undefined` if there was an account before. */
async function createLogin(journal: Journal, services: Services) {
  const { resumedFrom } = journal;
  // An interrupted start may have created the user and not noted it.
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
  // A key that an interrupted start created and did not note is revoked: nobody knows it.
  const linksKey = await journal.once('linksKey', () =>
    keyOf(links('key', 'create', workspace.id, keyName, '--replace')),
  );
  const automationsKey = await journal.once('automationsKey', async () => {
    if (journal.resumedFrom) await revokeLostKeys(contacts, journal.resumedFrom);
    return keyOf(contacts(['key', 'create', '--permission', 'full', '--description', keyName]));
  });
  // If contacts ran before, they take the key themselves.
  if (!connected) {
    const key = await journal.once('siteKey', () =>
      keyOf(links('clicks', 'bind', workspace.id)).catch((error) => {
        if (!journal.resumedFrom) throw error;
        // The workspace was bound and its key was lost.
        return keyOf(links('clicks', 'rotate', workspace.id, '--end-former'));
      }),
    );
    // Passed by standard input, so that no process list shows it.
    await journal.once('connected', () => contacts(['clicks', 'bind'], key));
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
