/** Binding a workspace to a site of contact automation, changing their key, and ending it. */

import { inTransaction } from '../../shared/db/db.ts';
import { hashSecret, newSecret, writeSiteKey } from '../../shared/link-clicks/site-key.ts';
import type { Secrets } from '../../shared/webhooks/secrets.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordLinkChanges } from '../change-feed/changes.ts';
import type { Db, Trx } from '../core/tables.ts';
import { operator } from '../identity/actor.ts';
import { deleteSite, findSiteForUpdate, insertSite, listLinksAfter, replaceSecret } from './queries.ts';

type Workspace = { id: number; public_id: string };
type Action = 'bind' | 'rotate' | 'unbind';

const linksAtOnce = 1_000;

/** Answers the key, whose only readable copy it is. @throws when the workspace is bound already. */
export async function bindSite(db: Db, secrets: Secrets, workspace: Workspace, now: Date): Promise<string> {
  const secret = newSecret();
  const siteId = await inTransaction(db, async (trx) => {
    if (await findSiteForUpdate(trx, workspace.id)) {
      throw new Error(`${workspace.public_id} is bound already; \`clicks rotate\` makes a new key`);
    }
    await audit(trx, workspace, 'bind', now);
    return insertSite(trx, workspace.id, { secret: secrets.seal(secret), hash: hashSecret(secret) }, now);
  });
  await tellLinks(db, workspace.id);
  return writeSiteKey({ siteId, secret });
}

/** Answers a new key. `endsFormer`: the tokens made with the present one count no more. @throws when nothing is bound. */
export async function rotateSite(
  db: Db,
  secrets: Secrets,
  workspace: Workspace,
  endsFormer: boolean,
  now: Date,
): Promise<string> {
  const secret = newSecret();
  const siteId = await inTransaction(db, async (trx) => {
    const site = await needSite(trx, workspace);
    const former = endsFormer ? null : site.secret;
    await replaceSecret(trx, site.id, { secret: secrets.seal(secret), hash: hashSecret(secret), former }, now);
    await audit(trx, workspace, 'rotate', now);
    return site.id;
  });
  return writeSiteKey({ siteId, secret });
}

/** What the site has not taken over is dropped. @throws when nothing is bound. */
export async function unbindSite(db: Db, workspace: Workspace, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    await deleteSite(trx, (await needSite(trx, workspace)).id);
    await audit(trx, workspace, 'unbind', now);
  });
  await tellLinks(db, workspace.id);
}

async function needSite(trx: Trx, { id, public_id: publicId }: Workspace) {
  const site = await findSiteForUpdate(trx, id);
  if (!site) throw new Error(`${publicId} is bound to no site; \`clicks bind\` does that`);
  return site;
}

const audit = (trx: Trx, { id, public_id: objectId }: Workspace, action: Action, now: Date) =>
  recordAudit(trx, [{ workspaceId: id, actor: operator, action: `contact-site.${action}`, objectId }], now);

/**
 * Every process reads the workspace's links again, a part at a time. Links made meanwhile are read with the binding anyway; what
 * an end before the last part leaves out, the comparison of the map with MySQL finds.
 */
async function tellLinks(db: Db, workspaceId: number): Promise<void> {
  let links = await listLinksAfter(db, workspaceId, undefined, linksAtOnce);
  while (links.length > 0) {
    const told = links;
    await inTransaction(db, (trx) => recordLinkChanges(trx, told));
    links = await listLinksAfter(db, workspaceId, told.at(-1), linksAtOnce);
  }
}
