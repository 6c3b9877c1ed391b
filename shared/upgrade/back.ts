/** `waypost upgrade --back`: to the release that served before the last upgrade, or before one that was cut off. */
import { currentVersion, folderOf, readRecord, writeRecord } from './releases.ts';
import { runOfRelease } from './run-of-release.ts';
import { serve, serveAgain } from './serve.ts';
import { checkRelease } from './sums.ts';
import type { Outcome } from './upgrade.ts';
import type { Kit } from './work.ts';

export async function back(dryRun: boolean, { say, confirm, config }: Kit): Promise<Outcome> {
  const record = readRecord();
  const { former, backup, underWay, before = {} } = record;
  if (!former) throw new Error('there is no former release to return to');
  const from = currentVersion();
  await checkRelease(folderOf(former)).catch((error: Error) => {
    throw new Error(`${former} cannot serve again: ${error.message}`);
  });
  await runOfRelease(folderOf(former), 'migrate', '--dry-run').catch((error: Error) => {
    throw new Error(`there is no way back to ${former} but a backup${backup ? `, ${backup}` : ''}: ${error.message}`);
  });
  if (dryRun) {
    say(`${former} can serve again`);
    return { from, to: former, done: false };
  }
  await confirm(`Return from ${from} to ${former}?`);
  if (underWay === 'upgrade') {
    await serveAgain(former, config, say);
    await writeRecord(before);
  } else {
    await writeRecord({ ...record, underWay: 'return' });
    await returnTo(former, from);
    await writeRecord({});
  }
  say(`${former} serves`);
  return { from, to: former, done: true };

  async function returnTo(version: string, serving: string): Promise<void> {
    try {
      await serve(version, config, say);
    } catch (error) {
      if (serving !== version) await serveAgain(serving, config, say);
      await writeRecord({ former, backup });
      throw new Error(`${version} is not sound, so ${serving} serves as before. ${(error as Error).message}`);
    }
  }
}
