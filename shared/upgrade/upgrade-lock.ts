/** The lock that allows only one upgrade of an installation at a time. */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { installation, isInstalled } from '../installation.ts';
import { hold } from '../local/lock.ts';

/** Holds the lock until the process ends. @throws with what the operator must do instead */
export async function holdInstallation(): Promise<void> {
  if (!isInstalled()) {
    throw new Error(
      'this is a checkout or an image: update a checkout with git pull, npm ci, waypost migrate and waypost reload',
    );
  }
  const home = path.dirname(installation.current);
  await access(home, constants.W_OK).catch(() => {
    throw new Error(`${home} is not writable: run the command as root`);
  });
  await hold('waypost-upgrade', home, 'another upgrade is running');
}
