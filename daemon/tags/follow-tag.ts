/**
 * The links of a tag that was merged or deleted follow, a part in each transaction: no link is locked for long, and what
 * is done stays done when the process is killed.
 */
import { type Db, inTransaction, type Trx } from '../../shared/db.ts';
import { deleteTag, listHolders, lockHolders, lockReplaced, moveHolders, removeHolders } from './queries.ts';

const partSize = 250;

/** One part of the links of a tag on its way out. Resolves to whether there is more. */
export const followSome = (db: Db, id: number): Promise<boolean> => inTransaction(db, (trx) => followIn(trx, id));

/** Links first, tags next: the order in which everyone takes them. No link comes to hold a tag on its way out. */
async function followIn(trx: Trx, id: number): Promise<boolean> {
  const holders = await listHolders(trx, id, partSize);
  const links = holders.length === 0 ? [] : (await lockHolders(trx, holders)).map((link) => link.id);
  const successorId = await lockReplaced(trx, id);
  if (successorId === undefined) return false;
  if (links.length > 0) {
    if (successorId === 0) await removeHolders(trx, id, links);
    else await moveHolders(trx, id, successorId, links);
  }
  if (holders.length === partSize) return true;
  await deleteTag(trx, id);
  return false;
}
