/**
 * `waypost upgrade --back`, which returns to the release before the last upgrade, even if that upgrade was
 * interrupted.
 */

import type { Kit } from './context.ts';
import { serve, serveAgain, servingNow } from './serve.ts';
import type { Outcome } from './upgrade.ts';

export async function back(dryRun: boolean, kit: Kit): Promise<Outcome> {
  const { place, say, confirm } = kit;
  const record = place.readRecord();
  const { former, backup, underWay, before = {} } = record;
  if (!former) throw new Error('there is no previous release to return to');
  const from = underWay ? (record.to ?? place.currentVersion()) : place.currentVersion();
  await place.check(former).catch((error: Error) => {
    throw new Error(`cannot return to ${former}: ${error.message}`);
  });
  await place.migrate(former, '--dry-run').catch((error: Error) => {
    throw new Error(`only a backup${backup ? `, ${backup},` : ''} can bring back ${former}: ${error.message}`);
  });
  if (dryRun) {
    say(`a return to ${former} is possible`);
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
      throw new Error(`${version} is unhealthy, so ${serving} still serves. ${(error as Error).message}`);
    }
  }
}
