/** The steps of `waypost setup --remove`, which undoes everything except data, database and backups. */
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findServiceUser, installation } from '../installation.ts';
import type { Step } from './plan.ts';
import { ofUsers, run, systemctl } from './programs.ts';
import { serveNoMore, servesUs } from './proxy.ts';
import { keptPassphrase, keptSettings } from './settings.ts';

const units = ['waypost.service', 'waypost-backup.timer', 'waypost-backup.service'];

export const listRemovals = (systemd: boolean): Step[] => [
  unitsStep(systemd),
  {
    name: 'caddy',
    check: () => (servesUs() ? `Waypost's file and line in ${installation.caddy}` : undefined),
    apply: () => serveNoMore(systemd),
  },
  {
    name: 'kernel',
    check: () => (existsSync(installation.kernel) ? installation.kernel : undefined),
    apply: () => rm(installation.kernel),
  },
  {
    name: 'release',
    check: async () => ((await isThere(installation.current)) ? installation.current : undefined),
    apply: () => rm(installation.current),
  },
  {
    name: 'settings',
    check: () => {
      const folder = path.dirname(installation.settings);
      if (existsSync(installation.settings)) return `${installation.settings}, kept as ${keptSettings} beside the data`;
      return existsSync(folder) ? folder : undefined;
    },
    apply: async () => {
      if (existsSync(installation.settings)) await keep(installation.settings, keptSettings);
      if (existsSync(installation.backupPassphrase)) await keep(installation.backupPassphrase, keptPassphrase);
      await rm(path.dirname(installation.settings), { recursive: true, force: true });
    },
  },
  {
    name: 'user',
    check: () => (findServiceUser() ? `the system user ${installation.user}` : undefined),
    apply: () => run(['userdel', ...ofUsers, installation.user]),
  },
];

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/**
 * Moves a file into the data folder, because parts of the database and the backups cannot be read without its
 * secrets.
 */
async function keep(file: string, as: string): Promise<void> {
  await chown(file, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await chmod(file, 0o600);
  await rename(file, as);
}

function unitsStep(systemd: boolean): Step {
  const files = units.map((name) => path.join(installation.units, name));
  const there = () => files.filter((file) => existsSync(file));
  return {
    name: 'units',
    check: () => (there().length > 0 ? there().join(', ') : undefined),
    apply: async () => {
      if (systemd) await systemctl('disable', '--now', ...there().map((file) => path.basename(file)));
      for (const file of there()) await rm(file);
      if (systemd) await systemctl('daemon-reload');
    },
  };
}
