/**
 * The removal of a deleted account's email address from the audit log, which keeps the actions under the user's id.
 * The log has no index of email addresses, so it is searched in batches. An interrupted search resumes.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { eraseEmail, findLastEntryId } from '../../shared/people/audit-queries.ts';
import type { Db } from '../core/tables.ts';
import { deleteErasure, findErasure, updateErasure } from './queries.ts';

const entriesAtOnce = 2_000;

export async function eraseAddress(db: Db, id: number, stopping: AbortSignal): Promise<void> {
  const erasure = await findErasure(db, id);
  if (!erasure) return;
  const last = await findLastEntryId(db);
  for (let from = erasure.searchedTo; from < last; from += entriesAtOnce) {
    if (stopping.aborted) return;
    const to = Math.min(from + entriesAtOnce, last);
    await inTransaction(db, async (trx) => {
      await eraseEmail(trx, erasure.email, from, to);
      await updateErasure(trx, id, to);
    });
  }
  await deleteErasure(db, id);
}
