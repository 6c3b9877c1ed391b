/**
 * The upgrade from the current release to a newer one, step by step. Each step is recorded before it changes anything, so
 * the next `waypost upgrade` or `--back` continues after an interruption.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { installation } from '../installation.ts';
import type { Kit } from './context.ts';
import type { UpgradeRecord } from './releases.ts';
import { serve, serveAgain, servingNow } from './serve.ts';
import type { TakenIn } from './unpack-release.ts';
import { beforeUpgrade, compareVersions } from './versions.ts';

export type Flags = { dryRun: boolean; backup: boolean };

/** The result of an upgrade. `waiting`: the output of the new release's `waypost migrate --dry-run`. */
export type Outcome = {
  from: string;
  to: string;
  /** Sentences about the release's origin. */
  verified?: string;
  waiting?: string;
  backup?: string | undefined;
  removed?: string[];
  done: boolean;
};

type Upgrade = Kit & { flags: Flags; record: UpgradeRecord; release: TakenIn; from: string; to: string };
type Step = { says: string; isDue?: (upgrade: Upgrade) => boolean; run: (upgrade: Upgrade) => Promise<unknown> };

/** The steps before the switch. If one fails, the only changes are those of the new release's migrations. */
const steps: Step[] = [
  {
    says: 'creating a backup …',
    isDue: ({ flags, record }) => flags.backup && record.backup === undefined,
    run: backUp,
  },
  { says: 'installing it beside the current release …', isDue: ({ release }) => !release.isInstalled, run: install },
  { says: 'migrating …', run: migrate },
];

export async function upgrade(what: string, flags: Flags, kit: Kit): Promise<Outcome> {
  const { place, say, confirm } = kit;
  say('checking the release …');
  const found = place.readRecord();
  const serving = place.currentVersion();
  const from = found.underWay ? (found.previous ?? serving) : serving;
  const release = await place.takeIn(what);
  const { version: to, verified } = release;
  if (to === from && !found.underWay) {
    say(`${to} is already running`);
    return { from, to, done: false };
  }
  if (compareVersions(to, from) <= 0) {
    throw new Error(`${to} is not newer than ${from}; \`waypost upgrade --back\` returns to the previous release`);
  }
  await place.needMemory();
  report(release, from, say);
  // Until the operator confirms, none of the new release's code runs.
  await confirm(flags.dryRun ? `Run code of ${to} to see what it would change?` : `Upgrade ${from} to ${to}?`);
  say('checking settings and database with the new release …');
  const waiting = await place.listMigrations(release.folder);
  say(waiting);
  if (flags.dryRun) return { from, to, verified, waiting, done: false };
  const goesOn = found.underWay === 'upgrade' && found.to === to;
  const { previous, backup } = found;
  const record = goesOn ? found : { before: found.underWay ? (found.before ?? {}) : { previous, backup } };
  return await carryOut({ ...kit, flags, record, release, from, to });
}

function report({ version, changelog, verified }: TakenIn, from: string, say: Kit['say']): void {
  say(`${version}: ${printable(verified)}`);
  for (const section of beforeUpgrade(changelog, from, version)) {
    say(`\nBefore you upgrade to ${section.version}:\n\n${printable(section.text)}\n`);
  }
}

/** Removes control characters, which could affect the terminal. */
const printable = (text: string) => text.replaceAll(/[^\n\P{Cc}]/gu, '');

async function carryOut(upgrade: Upgrade): Promise<Outcome> {
  const { place, say, record, from, to } = upgrade;
  for (const { says, isDue, run } of steps) {
    if (isDue && !isDue(upgrade)) continue;
    say(says);
    try {
      await run(upgrade);
    } catch (error) {
      if (place.currentVersion() === to) throw await goBack(upgrade, error as Error);
      await place.writeRecord(record.before ?? {});
      throw new Error(`${from} keeps running. ${(error as Error).message}`, { cause: error });
    }
  }
  const isServing = await serve(to, upgrade).catch(async (error: Error) => {
    throw await goBack(upgrade, error);
  });
  await place.writeRecord({ previous: from, backup: record.backup });
  const removed = await place.removeOthers([from, to]);
  say(`${servingNow(to, isServing)}; \`waypost upgrade --back\` returns to ${from}`);
  return { from, to, verified: upgrade.release.verified, backup: record.backup, removed, done: true };
}

async function note(upgrade: Upgrade, more: UpgradeRecord = {}): Promise<void> {
  Object.assign(upgrade.record, { previous: upgrade.from, to: upgrade.to, underWay: 'upgrade' }, more);
  await upgrade.place.writeRecord(upgrade.record);
}

async function backUp(upgrade: Upgrade): Promise<void> {
  const { backups, backupPassphrase } = installation;
  await mkdir(backups, { recursive: true, mode: 0o700 });
  const keys = existsSync(backupPassphrase) ? ['--passphrase-file', backupPassphrase] : [];
  const output = await upgrade.place.backUp(upgrade.from, backups, '--json', ...keys);
  const { file } = JSON.parse(output) as { file: string };
  upgrade.say(
    `  ${file}${keys.length > 0 ? '' : `, without settings and keys, because ${backupPassphrase} does not exist`}`,
  );
  await note(upgrade, { backup: file });
}

async function install(upgrade: Upgrade): Promise<void> {
  await note(upgrade);
  await upgrade.place.install(upgrade.release);
}

async function migrate(upgrade: Upgrade): Promise<void> {
  await note(upgrade);
  upgrade.say(`  ${(await upgrade.place.migrate(upgrade.to)).trim()}`);
}

/** Returns to the old release if possible. Resolves to the error that the operator sees. */
async function goBack(upgrade: Upgrade, fault: Error): Promise<Error> {
  const { place, say, record, from, to } = upgrade;
  say(`${to} is unhealthy: ${fault.message}`);
  try {
    await place.migrate(from, '--dry-run');
  } catch (error) {
    const backup = record.backup ? `; the backup from before the upgrade is ${record.backup}` : '';
    return new Error(
      `${to} is unhealthy, and returning to ${from} is impossible: ${(error as Error).message}${backup}`,
    );
  }
  try {
    await serveAgain(from, upgrade);
  } catch (error) {
    const why = (error as Error).message;
    return new Error(`${to} still serves although it is unhealthy (${fault.message}): ${from} does not start. ${why}`);
  }
  await place.writeRecord(record.before ?? {});
  return new Error(`${to} is unhealthy, so ${from} still serves. ${fault.message}`);
}
