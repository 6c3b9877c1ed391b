/**
 * Updates of the links of a merged, deleted or renamed tag, in batches of one transaction each. So no link is locked
 * for long, and a killed process loses only its current batch. Each transaction also queues the webhook events for
 * its links.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { LinkSettings } from '../links/core/link.ts';
import { notifyOfLinks } from '../links/core/notify-webhooks.ts';
import { deleteTag, listAmong, listHolders, lockHolders, lockReplaced, moveHolders, removeHolders } from './queries.ts';

const batchSize = 250;

/** Updates one batch of a replaced tag's links. Resolves to true if there can be more. */
export const followSome = (db: Db, id: number, config: LinkSettings): Promise<boolean> =>
  inTransaction(db, (trx) => followIn(trx, id, config));

/** Updates a batch in a transaction. Locks links before tags, like all transactions. No link can get a replaced tag. */
async function followIn(trx: Trx, id: number, config: LinkSettings): Promise<boolean> {
  const holders = await listHolders(trx, id, batchSize);
  const links = holders.length === 0 ? [] : (await lockHolders(trx, holders)).map((link) => link.id);
  const replaced = await lockReplaced(trx, id);
  if (!replaced) return false;
  const { workspaceId, successorId } = replaced;
  const tagged = links.length === 0 ? [] : await listAmong(trx, id, links);
  if (tagged.length > 0) {
    if (successorId === 0) await removeHolders(trx, id, tagged);
    else await moveHolders(trx, id, successorId, tagged);
    const happening = { workspaceId, event: 'link.updated', now: new Date() } as const;
    await notifyOfLinks(trx, config, happening, { ids: tagged, detailsOf: () => ({ changed: ['tags'] }) });
  }
  if (holders.length === batchSize) return true;
  await deleteTag(trx, id);
  return false;
}
