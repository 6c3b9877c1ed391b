/** Makes a release serve: `current` leads to it, its processes replace those of the other, and they are looked at for a while. */
import type { Config } from '../config/config.ts';
import { askForReload, isStarted } from '../local/reload-socket.ts';
import { runningProcesses, watchHealth } from './health.ts';
import { makeCurrent } from './releases.ts';

/** Where nothing runs, the next start is of it. @throws with what is wrong with it. */
export async function serve(version: string, config: Config, say: (line: string) => void): Promise<void> {
  await makeCurrent(version);
  if (!(await isStarted(config.localDir))) return say(`Waypost does not run here; its next start is of ${version}`);
  say(`starting ${version} beside what serves …`);
  await askForReload(config.localDir);
  say('looking at its health …');
  await watchHealth(config, version);
}

/** The same of the release that served before: where its processes never ended they are left alone. */
export async function serveAgain(version: string, config: Config, say: (line: string) => void): Promise<void> {
  await makeCurrent(version);
  const others = (await runningProcesses(config.localDir)).filter((state) => state.version !== version);
  if (others.length > 0 && (await isStarted(config.localDir))) {
    say(`starting ${version} again …`);
    await askForReload(config.localDir);
  }
}
