/** The paths of an installation that `waypost setup` created. A checkout keeps everything in its own folder instead. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './paths.ts';

/** The prefix of every path, which tests change to use their own installations. */
const root = process.env.WAYPOST_ROOT || '/';

export const installation = {
  /** A folder per release, named by its version. */
  releases: path.join(root, 'opt/waypost/releases'),
  /** A symbolic link to the current release. */
  current: path.join(root, 'opt/waypost/current'),
  settings: path.join(root, 'etc/waypost/waypost.env'),
  /** The passphrase that encrypts keys and settings in backups. */
  backupPassphrase: path.join(root, 'etc/waypost/backup-passphrase'),
  /** The folder LOCAL_DIR. */
  data: path.join(root, 'var/lib/waypost'),
  backups: path.join(root, 'var/backups/waypost'),
  units: path.join(root, 'etc/systemd/system'),
  /** Kernel settings applied at each boot, and the kernel's current value of one of them. */
  kernel: path.join(root, 'etc/sysctl.d/60-waypost.conf'),
  migrateRequests: path.join(root, 'proc/sys/net/ipv4/tcp_migrate_req'),
  caddy: path.join(root, 'etc/caddy'),
  /** The user that runs the services and owns `data`. */
  user: 'waypost',
} as const;

/** Returns whether this process belongs to an installed release rather than a checkout or an image. */
export const isInstalled = () => path.dirname(projectRoot) === installation.releases;

/**
 * Returns the current release's folder. After an upgrade it differs from this process's folder. In a checkout both are
 * the same.
 */
export const currentRoot = () =>
  isInstalled() && existsSync(installation.current) ? realpathSync(installation.current) : projectRoot;

/** Returns the settings file of this installation or checkout, which may be missing. */
export const settingsFile = () => (isInstalled() ? installation.settings : path.join(projectRoot, '.env'));

/** Switches from root to the service user if a release is installed, so that all files belong to that user. */
export function becomeServiceUser(): void {
  const user = isInstalled() ? findServiceUser() : undefined;
  if (user) becomeUser(user);
}

/**
 * Switches from root to another user, with only that user's groups. Does nothing if this process does not run as
 * root.
 */
export function becomeUser({ uid, gid }: { uid: number; gid: number }): void {
  if (process.getuid?.() !== 0 || uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** Finds the ids of the service user; `undefined` if `waypost setup` has not created it. */
export function findServiceUser(): { uid: number; gid: number } | undefined {
  const users = readFileSync(path.join(root, 'etc/passwd'), 'utf8').split('\n');
  const [, , uid, gid] = users.find((line) => line.startsWith(`${installation.user}:`))?.split(':') ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Returns the version of this release, or of the release in a folder. */
export const version = (root = projectRoot) =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
