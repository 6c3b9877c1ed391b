/**
 * From the release that serves to a newer one, step by step. Each may be cut off: what is under way is on record before it changes
 * anything, and the next `waypost upgrade` or `--back` goes on from there.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { installation } from '../installation.ts';
import { runningProcesses } from './health.ts';
import { currentVersion, folderOf, readRecord, removeOthers, type UpgradeRecord, writeRecord } from './releases.ts';
import { needMemory } from './room.ts';
import { runOfRelease } from './run-of-release.ts';
import { serve, serveAgain } from './serve.ts';
import { checkRelease, sumsOf } from './sums.ts';
import { type TakenIn, takeIn } from './take-in.ts';
import { beforeUpgrade, compareVersions } from './versions.ts';
import type { Kit } from './work.ts';

export type Flags = { from: string; dryRun: boolean; backup: boolean };

/** `waiting`: what `waypost migrate --dry-run` of the new release says. */
export type Outcome = {
  from: string;
  to: string;
  waiting?: string;
  backup?: string | undefined;
  removed?: string[];
  done: boolean;
};

type Upgrade = Kit & { flags: Flags; record: UpgradeRecord; release: TakenIn; from: string; to: string };
type Step = { says: string; isDue?: (upgrade: Upgrade) => boolean; run: (upgrade: Upgrade) => Promise<unknown> };

/** Before the first of them nothing has changed, and what fails here changes nothing but what the new release's migrations did. */
const steps: Step[] = [
  { says: 'making a backup …', isDue: ({ flags, record }) => flags.backup && record.backup === undefined, run: backUp },
  { says: 'installing it beside …', isDue: ({ release }) => !release.isInstalled, run: install },
  { says: 'migrating …', run: migrate },
];

export async function upgrade(what: string, flags: Flags, kit: Kit): Promise<Outcome> {
  const { say, confirm } = kit;
  say('reading the release and its checksums …');
  const found = readRecord();
  const serving = currentVersion();
  const from = found.underWay ? (found.former ?? serving) : serving;
  const release = await takeIn(what, flags.from);
  const to = release.version;
  if (to === from && !found.underWay) {
    say(`${to} serves already`);
    return { from, to, done: false };
  }
  if (compareVersions(to, from) <= 0) {
    throw new Error(`${to} is not newer than ${from}; \`waypost upgrade --back\` returns to the former release`);
  }
  await refuseOtherBuild(release);
  say('asking it about the settings and the database …');
  const waiting = (await runOfRelease(release.folder, 'migrate', '--dry-run')).trim();
  await needMemory(await runningProcesses(kit.config.localDir));
  await tell(release, from, waiting, say);
  if (flags.dryRun) return { from, to, waiting, done: false };
  await confirm(`Upgrade ${from} to ${to}?`);
  const goesOn = found.underWay === 'upgrade' && found.to === to;
  const { former, backup } = found;
  const record = goesOn ? found : { before: found.underWay ? (found.before ?? {}) : { former, backup } };
  return await carryOut({ ...kit, flags, record, release, from, to });
}

/** One that is installed under its version already, and that other files are of, may serve just now. */
async function refuseOtherBuild({ folder, version, isInstalled }: TakenIn): Promise<void> {
  const installed = await sumsOf(folderOf(version));
  if (isInstalled || installed === '' || installed === (await sumsOf(folder))) return;
  throw new Error(`another build of ${version} is installed at ${folderOf(version)}: remove it if it never served`);
}

async function tell({ folder, version }: TakenIn, from: string, waiting: string, say: Kit['say']): Promise<void> {
  const changelog = await readFile(path.join(folder, 'CHANGELOG.md'), 'utf8').catch(() => '');
  for (const section of beforeUpgrade(changelog, from, version)) {
    say(`\nBefore you upgrade to ${section.version}:\n\n${section.text}\n`);
  }
  say(waiting);
}

async function carryOut(upgrade: Upgrade): Promise<Outcome> {
  const { say, config, record, from, to } = upgrade;
  for (const { says, isDue, run } of steps) {
    if (isDue && !isDue(upgrade)) continue;
    say(says);
    try {
      await run(upgrade);
    } catch (error) {
      if (currentVersion() === to) throw await goBack(upgrade, error as Error);
      await writeRecord(record.before ?? {});
      throw new Error(`${from} goes on. ${(error as Error).message}`, { cause: error });
    }
  }
  try {
    await serve(to, config, say);
  } catch (error) {
    throw await goBack(upgrade, error as Error);
  }
  await writeRecord({ former: from, backup: record.backup });
  const removed = await removeOthers([from, to]);
  say(`${to} serves; \`waypost upgrade --back\` returns to ${from}`);
  return { from, to, backup: record.backup, removed, done: true };
}

async function note(upgrade: Upgrade, more: UpgradeRecord = {}): Promise<void> {
  Object.assign(upgrade.record, { former: upgrade.from, to: upgrade.to, underWay: 'upgrade' }, more);
  await writeRecord(upgrade.record);
}

async function backUp(upgrade: Upgrade): Promise<void> {
  const { backups, backupPassphrase } = installation;
  await mkdir(backups, { recursive: true, mode: 0o700 });
  const keys = existsSync(backupPassphrase) ? ['--passphrase-file', backupPassphrase] : [];
  const said = await runOfRelease(folderOf(upgrade.from), 'backup', backups, '--json', ...keys);
  const { file } = JSON.parse(said) as { file: string };
  upgrade.say(`  ${file}${keys.length > 0 ? '' : `, without settings and keys: there is no ${backupPassphrase}`}`);
  await note(upgrade, { backup: file });
}

async function install(upgrade: Upgrade): Promise<void> {
  await note(upgrade);
  const place = folderOf(upgrade.to);
  const isWhole = await checkRelease(place).then(
    () => true,
    () => false,
  );
  if (isWhole) return;
  await rm(place, { recursive: true, force: true });
  await rename(upgrade.release.folder, place);
}

async function migrate(upgrade: Upgrade): Promise<void> {
  await note(upgrade);
  upgrade.say(`  ${(await runOfRelease(folderOf(upgrade.to), 'migrate')).trim()}`);
}

/** @returns what to say to the operator */
async function goBack({ say, config, record, from, to }: Upgrade, fault: Error): Promise<Error> {
  say(`${to} is not sound: ${fault.message}`);
  try {
    await runOfRelease(folderOf(from), 'migrate', '--dry-run');
  } catch (error) {
    const backup = record.backup ? `; the backup from before is ${record.backup}` : '';
    return new Error(`${to} is not sound, and there is no way back to ${from}: ${(error as Error).message}${backup}`);
  }
  await serveAgain(from, config, say);
  await writeRecord(record.before ?? {});
  return new Error(`${to} is not sound, so ${from} serves as before. ${fault.message}`);
}
