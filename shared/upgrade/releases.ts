/** The installed releases, the current one, and the record of the last upgrade. */
import { readFileSync, realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { installation } from '../installation.ts';
import { writeWhole } from '../whole-file.ts';
import { versionForm } from './versions.ts';

const { releases, current } = installation;
const home = path.dirname(current);

export const folderOf = (version: string) => path.join(releases, version);

/** Returns the version that `current` points to. */
export const currentVersion = () => path.basename(realpathSync(current));

/** Points `current` to a release, atomically. */
export async function makeCurrent(version: string): Promise<void> {
  const made = `${current}.new`;
  await rm(made, { force: true });
  await symlink(path.relative(home, folderOf(version)), made);
  await rename(made, current);
}

/**
 * The record of the last upgrade. `previous`: the release that `--back` returns to. `backup`: the backup from before
 * the upgrade. `underWay`: an upgrade to `to`, or a return, that was started and may have been interrupted. `before`:
 * the record from before that upgrade.
 */
export type UpgradeRecord = {
  previous?: string | undefined;
  backup?: string | undefined;
  underWay?: 'upgrade' | 'return';
  to?: string;
  before?: UpgradeRecord;
};

const recordFile = path.join(home, 'upgrade.json');

export function readRecord(): UpgradeRecord {
  try {
    return JSON.parse(readFileSync(recordFile, 'utf8')) as UpgradeRecord;
  } catch {
    return {};
  }
}

export const writeRecord = (record: UpgradeRecord): Promise<void> =>
  writeWhole(recordFile, `${JSON.stringify(record)}\n`, { mode: 0o644 });

const incoming = '.incoming-';

/**
 * The folder in which a release is prepared. The folder is beside the other releases, so that the release reads this
 * installation's settings.
 */
export const incomingRelease = path.join(releases, `${incoming}release`);

/** Creates an empty folder for temporary files, and deletes what interrupted upgrades left. */
export async function newIncoming(): Promise<string> {
  await mkdir(releases, { recursive: true });
  await removeIncoming();
  const folder = path.join(releases, `${incoming}work`);
  await mkdir(folder);
  return folder;
}

export async function removeIncoming(): Promise<void> {
  for (const name of await readdir(releases)) {
    if (name.startsWith(incoming)) await rm(path.join(releases, name), { recursive: true, force: true });
  }
}

/** Deletes all releases except `kept` and any that a process runs from. Resolves to the deleted versions. */
export async function removeOthers(kept: (string | undefined)[]): Promise<string[]> {
  const others = (await readdir(releases)).filter((name) => versionForm.test(name) && !kept.includes(name));
  const used = others.length === 0 ? '' : await programsRunning();
  const removed = others.filter((name) => !used.includes(`${folderOf(name)}/`));
  for (const name of removed) await rm(folderOf(name), { recursive: true, force: true });
  return removed;
}

/** Resolves to the command lines of all processes. */
async function programsRunning(): Promise<string> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid) => {
    const [program, words] = await Promise.all([
      readlink(`/proc/${pid}/exe`).catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ]);
    return `${program}\n${words}`;
  });
  return (await Promise.all(found)).join('\n');
}
