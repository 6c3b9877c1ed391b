/** `waypost upgrade --back`: to the release that served before the last upgrade, or before an interrupted one. */

import type { Kit } from './context.ts';
import { serve, serveAgain, servingNow } from './serve.ts';
import type { Outcome } from './upgrade.ts';

export async function back(dryRun: boolean, kit: Kit): Promise<Outcome> {
  const { place, say, confirm } = kit;
  const record = place.readRecord();
  const { former, backup, underWay, before = {} } = record;
  if (!former) throw new Error('there is no former release to return to');
  const from = underWay ? (record.to ?? place.currentVersion()) : place.currentVersion();
  await place.check(former).catch((error: Error) => {
    throw new Error(`${former} cannot serve again: ${error.message}`);
  });
  await place.migrate(former, '--dry-run').catch((error: Error) => {
    throw new Error(`there is no way back to ${former} but a backup${backup ? `, ${backup}` : ''}: ${error.message}`);
  });
  if (dryRun) {
    say(`${former} can serve again`);
    return { from, to: former, done: false };
  }
  await confirm(`Return from ${from} to ${former}?`);
  let isServing: boolean;
  if (underWay === 'upgrade') {
    isServing = await serveAgain(former, kit);
    await place.writeRecord(before);
  } else {
    await place.writeRecord({ ...record, to: from, underWay: 'return' });
    isServing = await returnTo(former, from);
    await place.writeRecord({});
  }
  say(servingNow(former, isServing));
  return { from, to: former, done: true };

  async function returnTo(version: string, serving: string): Promise<boolean> {
    try {
      return await serve(version, kit);
    } catch (error) {
      await serveAgain(serving, kit);
      await place.writeRecord({ former, backup });
      throw new Error(`${version} is not sound, so ${serving} serves as before. ${(error as Error).message}`);
    }
  }
}
