/**
 * Where `waypost setup` puts an installation, and whether this process runs from one. A checkout has everything below its own
 * folder instead.
 */
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './paths.ts';

/** Before every path, as tests have installations of their own. */
const root = process.env.WAYPOST_ROOT || '/';

export const installation = {
  /** Holds a folder for each release, by its version. */
  releases: path.join(root, 'opt/waypost/releases'),
  /** A symbolic link to the release that serves. */
  current: path.join(root, 'opt/waypost/current'),
  settings: path.join(root, 'etc/waypost/waypost.env'),
  /** Encrypts keys and settings in backups. */
  backupPassphrase: path.join(root, 'etc/waypost/backup-passphrase'),
  /** LOCAL_DIR. */
  data: path.join(root, 'var/lib/waypost'),
  backups: path.join(root, 'var/backups/waypost'),
  units: path.join(root, 'etc/systemd/system'),
  caddy: path.join(root, 'etc/caddy'),
  /** Runs the services, and owns what is in `data`. */
  user: 'waypost',
} as const;

/** Whether this process is of an installed release, and not of a checkout or an image. */
export const isInstalled = () => path.dirname(projectRoot) === installation.releases;

/** The folder of the release that serves, or is to serve next: another one than this process is of once it was upgraded. */
export const currentRoot = () => (isInstalled() ? realpathSync(installation.current) : projectRoot);

/** The file with the settings of this installation or checkout, which may not be there. */
export const settingsFile = () => (isInstalled() ? installation.settings : path.join(projectRoot, '.env'));

/** Goes on as the user of the services where root runs an installed release, so that all they write stays theirs. */
export function becomeServiceUser(): void {
  const user = isInstalled() ? findServiceUser() : undefined;
  if (user) becomeUser(user);
}

/** Root goes on as another user, and as nobody's group but theirs; everybody else stays who they are. */
export function becomeUser({ uid, gid }: { uid: number; gid: number }): void {
  if (process.getuid?.() !== 0 || uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** The numbers of the user of the services; undefined where `waypost setup` has not made it. */
export function findServiceUser(): { uid: number; gid: number } | undefined {
  const users = readFileSync(path.join(root, 'etc/passwd'), 'utf8').split('\n');
  const [, , uid, gid] = users.find((line) => line.startsWith(`${installation.user}:`))?.split(':') ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** The version in `package.json`: of this release, or of the one in the folder. */
export const version = (root = projectRoot) =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
