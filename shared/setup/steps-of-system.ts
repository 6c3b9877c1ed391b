/** Steps that prepare the system: a user, folders, the current release and the settings. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findServiceUser, installation, isInstalled } from '../installation.ts';
import { readOwn } from '../owned-files.ts';
import { projectRoot } from '../paths.ts';
import { explain } from '../process/entry.ts';
import type { Work } from './context.ts';
import { giveToService, hasRights, holds, makeFolder, type Rights, writeSystemFile } from './files.ts';
import { acmeCa } from './options.ts';
import type { Step } from './plan.ts';
import { ofUsers, run } from './programs.ts';
import { differencesOf, keptPassphrase, keptSettings } from './settings.ts';

const kernelSettings = `# Written by \`waypost setup\`, which also removes it.
net.ipv4.tcp_migrate_req=1
`;

export const userStep = (): Step => ({
  name: 'user',
  check: () => (findServiceUser() ? undefined : `the system user ${installation.user}, which runs the services`),
  apply: () => {
    const nobodySignsIn = ['--home-dir', installation.data, '--shell', '/usr/sbin/nologin'];
    return run(['useradd', ...ofUsers, '--system', '--user-group', ...nobodySignsIn, installation.user]);
  },
});

export function foldersStep({ config: { localDir } }: Work): Step {
  const folders: [string, Rights][] = [
    [path.dirname(installation.settings), { mode: 0o755 }],
    [localDir, { mode: 0o700, owner: 'service', group: 'service' }],
    [installation.backups, { mode: 0o700 }],
  ];
  const wrong = () => folders.filter(([folder, rights]) => !hasRights(folder, rights));
  return {
    name: 'folders',
    check: () =>
      wrong()
        .map(([folder]) => folder)
        .join(', ') || undefined,
    apply: async () => {
      for (const [folder, rights] of wrong()) await makeFolder(folder, rights);
      await giveToService(localDir);
    },
  };
}

export const releaseStep = (): Step => ({
  name: 'release',
  check: () => {
    if (!isInstalled() || existsSync(installation.current)) return undefined;
    return `${installation.current} points to ${projectRoot}`;
  },
  apply: async () => {
    // `existsSync()` returns false for a dangling link.
    await rm(installation.current, { force: true });
    await symlink(projectRoot, installation.current);
  },
});

/**
 * Sets a kernel option. Without it, an upgrade can reset a new connection that the kernel assigned to an ending
 * process.
 */
export const kernelStep = ({ warn }: Work): Step => ({
  name: 'kernel',
  check: () =>
    holds(installation.kernel, kernelSettings, { mode: 0o644 })
      ? undefined
      : `${installation.kernel}: net.ipv4.tcp_migrate_req=1, so that an upgrade resets no connection`,
  apply: async () => {
    await writeSystemFile(installation.kernel, kernelSettings, { mode: 0o644 });
    await writeFile(installation.migrateRequests, '1', { flag: 'r+' }).catch((error: Error) =>
      warn(`the kernel refuses net.ipv4.tcp_migrate_req here (${explain(error)}); Waypost works without it`),
    );
  },
});

export function authorityStep({ options: { acmeCaFrom } }: Work): Step | undefined {
  if (acmeCaFrom === undefined) return undefined;
  const text = readFileSync(acmeCaFrom, 'utf8');
  return {
    name: 'authority',
    check: () => (holds(acmeCa, text, { mode: 0o644 }) ? undefined : `${acmeCa}, a copy of ${acmeCaFrom}`),
    apply: () => writeSystemFile(acmeCa, text, { mode: 0o644 }),
  };
}

export function settingsStep({ settings: { before, after } }: Work): Step {
  const rights: Rights = { mode: 0o640, group: 'service' };
  return {
    name: 'settings',
    check: () => {
      if (holds(installation.settings, after, rights)) return undefined;
      return `${installation.settings}: ${differencesOf(before, after) ?? 'its owner and mode'}`;
    },
    apply: async () => {
      await writeSystemFile(installation.settings, after, rights);
      await rm(keptSettings, { force: true });
    },
  };
}

/** Creates the passphrase for backups. An existing one is kept, because older backups need it. */
export function passphraseStep(): Step {
  const file = installation.backupPassphrase;
  const rights: Rights = { mode: 0o600 };
  return {
    name: 'passphrase',
    check: () => (hasRights(file, rights) ? undefined : `${file}, which encrypts the keys and settings in backups`),
    apply: async () => {
      const held = existsSync(file) ? readFileSync(file) : readOwn(keptPassphrase);
      await writeSystemFile(file, held?.toString() ?? `${randomBytes(24).toString('base64url')}\n`, rights);
      await rm(keptPassphrase, { force: true });
    },
  };
}
