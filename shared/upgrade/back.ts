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
  const { previous, backup, underWay, before = {} } = record;
  if (!previous) throw new Error('there is no previous release to return to');
  const from = underWay ? (record.to ?? place.currentVersion()) : place.currentVersion();
  await place.check(previous).catch((error: Error) => {
    throw new Error(`cannot return to ${previous}: ${error.message}`);
  });
  await place.migrate(previous, '--dry-run').catch((error: Error) => {
    throw new Error(`only a backup${backup ? `, ${backup},` : ''} can bring back ${previous}: ${error.message}`);
  });
  if (dryRun) {
    say(`a return to ${previous} is possible`);
    return { from, to: previous, done: false };
  }
  await confirm(`Return from ${from} to ${previous}?`);
  let isServing: boolean;
  if (underWay === 'upgrade') {
    isServing = await serveAgain(previous, kit);
    await place.writeRecord(before);
  } else {
    await place.writeRecord({ ...record, to: from, underWay: 'return' });
    isServing = await returnTo(previous, from);
    await place.writeRecord({});
  }
  say(servingNow(previous, isServing));
  return { from, to: previous, done: true };

  async function returnTo(version: string, serving: string): Promise<boolean> {
    try {
      return await serve(version, kit);
    } catch (error) {
      await serveAgain(serving, kit);
      await place.writeRecord({ previous, backup });
      throw new Error(`${version} is unhealthy, so ${serving} still serves. ${(error as Error).message}`);
    }
  }
}
