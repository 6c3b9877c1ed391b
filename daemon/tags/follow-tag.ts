/**
 * The links of a tag that was merged, deleted or renamed follow, a part in each transaction: no link is locked for long, and
 * what is done stays done when the process is killed. Webhooks are told of each link in the transaction in which it follows.
 */
import { inTransaction } from '../../shared/db/db.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { LinkSettings } from '../links/core/link.ts';
import { tellOfLinks } from '../links/core/notify-webhooks.ts';
import { deleteTag, listAmong, listHolders, lockHolders, lockReplaced, moveHolders, removeHolders } from './queries.ts';

const partSize = 250;

/** One part of the links of a tag on its way out. Resolves to whether there is more. */
export const followSome = (db: Db, id: number, config: LinkSettings): Promise<boolean> =>
  inTransaction(db, (trx) => followIn(trx, id, config));

/** Links first, tags next: the order in which everyone takes them. No link comes to hold a tag on its way out. */
async function followIn(trx: Trx, id: number, config: LinkSettings): Promise<boolean> {
  const holders = await listHolders(trx, id, partSize);
  const links = holders.length === 0 ? [] : (await lockHolders(trx, holders)).map((link) => link.id);
  const replaced = await lockReplaced(trx, id);
  if (!replaced) return false;
  const { workspaceId, successorId } = replaced;
  const going = links.length === 0 ? [] : await listAmong(trx, id, links);
  if (going.length > 0) {
    if (successorId === 0) await removeHolders(trx, id, going);
    else await moveHolders(trx, id, successorId, going);
    const happening = { workspaceId, event: 'link.updated', now: new Date() } as const;
    await tellOfLinks(trx, config, happening, { ids: going, detailsOf: () => ({ changed: ['tags'] }) });
  }
  if (holders.length === partSize) return true;
  await deleteTag(trx, id);
  return false;
}
