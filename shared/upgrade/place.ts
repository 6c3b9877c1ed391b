/** The installation on this machine, for `waypost upgrade`. */
import { rename, rm } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { findServing, requestReload } from '../local/reload-socket.ts';
import type { Place } from './context.ts';
import { needMemory } from './free-memory.ts';
import { runningProcesses, watchHealth } from './health.ts';
import { currentVersion, folderOf, makeCurrent, readRecord, removeOthers, writeRecord } from './releases.ts';
import { runAsService, runOfRelease } from './run-of-release.ts';
import { type Source, type TakenIn, takeIn } from './unpack-release.ts';
import { checkRelease, sumsOf } from './verify-release.ts';

export const openPlace = (config: Config, source: Source): Place => ({
  currentVersion,
  makeCurrent,
  readRecord,
  writeRecord,
  async takeIn(what) {
    const release = await takeIn(what, source);
    await refuseOtherBuild(release);
    return release;
  },
  install,
  check: async (version) => void (await checkRelease(folderOf(version))),
  backUp: (version, ...words) => runOfRelease(folderOf(version), 'backup', ...words),
  migrate: (version, ...words) => runAsService(folderOf(version), 'migrate', ...words),
  listMigrations: async (folder) => (await runAsService(folder, 'migrate', '--dry-run')).trim(),
  needMemory: async () => needMemory(await runningProcesses(config.localDir)),
  serving: () => findServing(config.localDir),
  reload: async () => void (await requestReload(config.localDir)),
  watchHealth: (version) => watchHealth(config, version),
  removeOthers,
});

/** @throws if another build of the same version is installed, because Waypost may be running from it */
async function refuseOtherBuild({ folder, version, isInstalled }: TakenIn): Promise<void> {
  if (isInstalled) return;
  const installed = await sumsOf(folderOf(version));
  if (installed === '' || installed === (await sumsOf(folder))) return;
  throw new Error(`another build of ${version} is installed at ${folderOf(version)}: remove it if it was never used`);
}

async function install({ folder, version }: TakenIn): Promise<void> {
  const home = folderOf(version);
  const isComplete = await checkRelease(home).then(
    () => true,
    () => false,
  );
  if (isComplete) return;
  await rm(home, { recursive: true, force: true });
  await rename(folder, home);
}
