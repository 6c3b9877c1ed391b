/** Binds a workspace to a site of contact automation, rotates their key, and ends the binding. */

import { inTransaction } from '../../shared/db/db.ts';
import { hashSecret, newSecret, writeSiteKey } from '../../shared/link-clicks/site-key.ts';
import { type Actor, operator } from '../../shared/people/actor.ts';
import { findSite as findSiteOfContacts, offerKey } from '../../shared/people/site-queries.ts';
import type { Secrets } from '../../shared/webhooks/secrets.ts';
import { conflict } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordLinkChanges } from '../change-feed/changes.ts';
import type { Db, Trx } from '../core/tables.ts';
import { deleteSite, findSite, findSiteForUpdate, insertSite, listLinksAfter, replaceSecret } from './queries.ts';

type Workspace = { id: number; public_id: string };
type Action = 'bind' | 'rotate' | 'unbind';

const linksAtOnce = 1_000;

/** Returns the only readable copy of the key. @throws if the workspace is already bound */
export async function bindSite(db: Db, secrets: Secrets, workspace: Workspace, now: Date): Promise<string> {
  const secret = newSecret();
  const siteId = await inTransaction(db, async (trx) => {
    if (await findSiteForUpdate(trx, workspace.id)) {
      throw new Error(`${workspace.public_id} is already connected; \`clicks rotate\` creates a new key`);
    }
    await audit(trx, workspace, 'bind', { now });
    return insertSite(trx, workspace.id, { secret: secrets.seal(secret), hash: hashSecret(secret) }, now);
  });
  await tellLinks(db, workspace.id);
  return writeSiteKey({ siteId, secret });
}

/** Returns a new key. `endsFormer`: tokens made with the current one become invalid. @throws if nothing is bound */
export async function rotateSite(
  db: Db,
  secrets: Secrets,
  workspace: Workspace,
  { endsFormer, now }: { endsFormer: boolean; now: Date },
): Promise<string> {
  const secret = newSecret();
  const siteId = await inTransaction(db, async (trx) => {
    const site = await needSite(trx, workspace);
    const former = endsFormer ? null : site.secret;
    await replaceSecret(trx, site.id, { secret: secrets.seal(secret), hash: hashSecret(secret), former }, now);
    await audit(trx, workspace, 'rotate', { now });
    return site.id;
  });
  return writeSiteKey({ siteId, secret });
}

/**
 * Binds a workspace to the contacts of this installation, which take the key by themselves within seconds. A bound
 * workspace gets another key; the former stays valid. @throws `conflict` without contacts
 */
export async function connectContacts(
  db: Db,
  secrets: Secrets,
  workspace: Workspace,
  { actor, now }: { actor: Actor; now: Date },
) {
  const isNew = await inTransaction(db, (trx) => offerBinding(trx, secrets, workspace, { actor, now }));
  if (isNew) await tellLinks(db, workspace.id);
}

/** The same for a workspace without links, in a transaction. `false` if it is already bound. */
export async function offerBinding(
  trx: Trx,
  secrets: Secrets,
  workspace: Workspace,
  { actor, now }: { actor: Actor; now: Date },
) {
  const secret = newSecret();
  const sealed = { secret: secrets.seal(secret), hash: hashSecret(secret) };
  const site = await findSiteForUpdate(trx, workspace.id);
  if (site) await replaceSecret(trx, site.id, { ...sealed, former: site.secret }, now);
  const siteId = site?.id ?? (await insertSite(trx, workspace.id, sealed, now));
  if (!(await offerKey(trx, secrets.seal(writeSiteKey({ siteId, secret }))))) {
    throw conflict('Contact automation is not part of this installation.');
  }
  await audit(trx, workspace, site ? 'rotate' : 'bind', { now, actor });
  return site === undefined;
}

/** `waiting`: contacts have not taken the key yet. `undefined` without contacts. */
export async function showConnection(db: Db, workspaceId: number) {
  const contacts = await findSiteOfContacts(db);
  if (!contacts) return undefined;
  const site = await findSite(db, workspaceId);
  const isHeard = site !== undefined && site.id === contacts.bindingId;
  return {
    url: contacts.url,
    state: isHeard ? 'connected' : site && contacts.offeredKey !== null ? 'waiting' : 'none',
    since: isHeard ? site.createdAt.toISOString() : null,
  } as const;
}

/** Clicks that the site has not received are dropped. @throws if nothing is bound */
export async function unbindSite(db: Db, workspace: Workspace, now: Date, actor: Actor = operator): Promise<void> {
  await inTransaction(db, async (trx) => {
    await deleteSite(trx, (await needSite(trx, workspace)).id);
    await audit(trx, workspace, 'unbind', { now, actor });
  });
  await tellLinks(db, workspace.id);
}

async function needSite(trx: Trx, { id, public_id: publicId }: Workspace) {
  const site = await findSiteForUpdate(trx, id);
  if (!site) throw new Error(`${publicId} is not connected to a site; \`clicks bind\` connects it`);
  return site;
}

const audit = (
  trx: Trx,
  workspace: Workspace,
  action: Action,
  { now, actor = operator }: { now: Date; actor?: Actor },
) => {
  const { id, public_id: objectId } = workspace;
  return recordAudit(trx, [{ workspaceId: id, actor, action: `contact-site.${action}`, objectId }], now);
};

/**
 * Makes every process read the workspace's links again, in batches. Links created meanwhile are read with the binding
 * anyway; if it is interrupted, the comparison of the map with MySQL finds the rest.
 */
async function tellLinks(db: Db, workspaceId: number): Promise<void> {
  let links = await listLinksAfter(db, workspaceId, undefined, linksAtOnce);
  while (links.length > 0) {
    const told = links;
    await inTransaction(db, (trx) => recordLinkChanges(trx, told));
    links = await listLinksAfter(db, workspaceId, told.at(-1), linksAtOnce);
  }
}
