/** One upgrade at a time, of an installation and by somebody who may write there. */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { installation, isInstalled } from '../installation.ts';
import { hold } from '../local/lock.ts';

/** Held until the process ends. @throws with what to do instead. */
export async function holdInstallation(): Promise<void> {
  if (!isInstalled()) {
    throw new Error(
      'this is a checkout or an image: git pull, npm ci, waypost migrate and waypost reload bring a checkout up to date',
    );
  }
  const home = path.dirname(installation.current);
  await access(home, constants.W_OK).catch(() => {
    throw new Error(`${home} cannot be written: run it as root`);
  });
  await hold('waypost-upgrade', home, 'another upgrade is at work here');
}
