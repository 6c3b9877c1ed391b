/** Implementation of `waypost links ban` and `unban`. */
import { inTransaction } from '../../../shared/db/db.ts';
import { banByHand, commandLine } from '../../safety/core/actions.ts';
import type { Tools } from '../core/tools.ts';

export async function ban({ db, config, announceChanges }: Tools, id: string, banned: boolean) {
  const found = await inTransaction(db, (trx) =>
    banByHand(trx, config, id, { banned, by: commandLine, now: new Date() }),
  );
  if (!found) throw new Error(`there is no link ${id}`);
  await announceChanges();
  return { id, banned };
}
