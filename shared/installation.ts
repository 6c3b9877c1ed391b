/**
 * Where `waypost setup` puts an installation, and whether this process runs from one. A checkout has everything below its own
 * folder instead.
 */
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './paths.ts';

/** Before every path, as tests have installations of their own. */
const root = process.env.WAYPOST_ROOT || '/';

const installation = {
  /** Holds a folder for each release, by its version. */
  releases: path.join(root, 'opt/waypost/releases'),
  /** A symbolic link to the release that serves. */
  current: path.join(root, 'opt/waypost/current'),
  settings: path.join(root, 'etc/waypost/waypost.env'),
  /** LOCAL_DIR. */
  data: path.join(root, 'var/lib/waypost'),
  backups: path.join(root, 'var/backups/waypost'),
  /** Runs the services, and owns what is in `data`. */
  user: 'waypost',
} as const;

/** Whether this process is of an installed release, and not of a checkout or an image. */
const isInstalled = () => path.dirname(projectRoot) === installation.releases;

/** The folder of the release that serves, or is to serve next: another one than this process is of once it was upgraded. */
export const currentRoot = () => (isInstalled() ? realpathSync(installation.current) : projectRoot);

/** The file with the settings of this installation or checkout, which may not be there. */
export const settingsFile = () => (isInstalled() ? installation.settings : path.join(projectRoot, '.env'));

/** Goes on as the user of the services where root runs an installed release, so that all they write stays theirs. */
export function becomeServiceUser(): void {
  if (process.getuid?.() !== 0 || !isInstalled() || !hasUser(installation.user)) return;
  process.setgroups?.([]);
  process.setgid?.(installation.user);
  process.setuid?.(installation.user);
}

const hasUser = (name: string) =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .some((line) => line.startsWith(`${name}:`));

/** As `package.json` has it. */
export const version = () =>
  (JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version;
