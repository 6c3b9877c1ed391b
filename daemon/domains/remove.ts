/**
 * Removal of a domain with its links. The domain stops redirecting and frees its name at once. The request itself
 * deletes the first links, so that a client no longer finds them. The worker deletes the rest in batches.
 */
import { inTransaction } from '../../shared/db/db.ts';
import { type Actor, system } from '../../shared/people/actor.ts';
import { manyEntries, recordAudit } from '../audit-log/record.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { LinkSettings } from '../links/core/link.ts';
import { notifyOfLinks } from '../links/core/notify-webhooks.ts';
import { deleteLinks, listDomainLinksForUpdate } from '../links/core/queries.ts';
import { deleteRemoved, deleteSomePaths, lockDomain, markRemoved } from './queries.ts';

/** Number of links per transaction, small enough to keep locks short. */
export const linksAtOnce = 500;
/** Number of unknown paths per statement. */
const pathsAtOnce = 2_000;
/** Time for which a removed domain's row is kept, so that links created during the removal are found too. */
const keptMs = 10 * 60_000;

/** Removes a domain. Returns `false` if it was already removed. */
export async function removeDomain(trx: Trx, id: number, actor: Actor, now: Date): Promise<boolean> {
  const domain = await lockDomain(trx, id);
  if (!domain) return false;
  const { workspaceId, publicId, hostname } = domain;
  const entry = { workspaceId, actor, objectId: publicId, details: { hostname } };
  await recordAudit(trx, [{ ...entry, action: 'domain.remove' }], now);
  await markRemoved(trx, domain, now);
  return true;
}

/** Deletes some of a removed domain's links. Returns the number deleted. */
export const deleteSomeLinks = (db: Db, config: LinkSettings, domainId: number, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const links = await listDomainLinksForUpdate(trx, domainId, linksAtOnce);
    const [first] = links;
    if (!first) return 0;
    const { workspaceId } = first;
    const publicIds = links.map(({ publicId }) => publicId);
    await recordAudit(trx, manyEntries({ workspaceId, actor: system, action: 'link.delete' }, publicIds), now);
    const ids = links.map(({ id }) => id);
    await notifyOfLinks(trx, config, { workspaceId, event: 'link.deleted', now }, { ids });
    await deleteLinks(trx, workspaceId, links, now);
    return links.length;
  });

/** Deletes the rest of a removed domain. It can be stopped at any time, and the next call continues. */
export async function deleteRest(
  db: Db,
  config: LinkSettings,
  domainId: number,
  { now, stopping }: { now: Date; stopping: AbortSignal },
): Promise<void> {
  while ((await deleteSomeLinks(db, config, domainId, now)) > 0) if (stopping.aborted) return;
  while ((await deleteSomePaths(db, domainId, pathsAtOnce)) > 0) if (stopping.aborted) return;
  await deleteRemoved(db, domainId, new Date(now.getTime() - keptMs));
}
