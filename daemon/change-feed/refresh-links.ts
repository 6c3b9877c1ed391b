/** The refresh of a workspace's links in every process, after a change of a setting that affects the links' records. */
import { inTransaction } from '../../shared/db/db.ts';
import type { Db } from '../core/tables.ts';
import { recordLinkChanges } from './changes.ts';
import { listLinksAfter } from './link-queries.ts';

const linksAtOnce = 1_000;

/**
 * Makes every process read the workspace's links again, in batches. Links created in the meantime are read with the new
 * setting anyway. If the refresh is interrupted, the regular comparison of the map with MySQL finds the remaining
 * links.
 */
export async function refreshLinks(db: Db, workspaceId: number): Promise<void> {
  let links = await listLinksAfter(db, workspaceId, undefined, linksAtOnce);
  while (links.length > 0) {
    const batch = links;
    await inTransaction(db, (trx) => recordLinkChanges(trx, batch));
    links = await listLinksAfter(db, workspaceId, batch.at(-1), linksAtOnce);
  }
}
