/** The connection of a workspace to a site of contact automation: connecting, rotating the key and disconnecting. */
import { inTransaction } from '../../shared/db/db.ts';
import { hashSecret, newSecret, writeSiteKey } from '../../shared/link-clicks/site-key.ts';
import { type Actor, operator } from '../../shared/people/actor.ts';
import { findSite as findSiteOfContacts, offerKey } from '../../shared/people/site-queries.ts';
import type { Secrets } from '../../shared/webhooks/secrets.ts';
import { conflict } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import { refreshLinks } from '../change-feed/refresh-links.ts';
import type { Db, Trx } from '../core/tables.ts';
import { deleteSite, findSite, findSiteForUpdate, insertSite, replaceSecret } from './queries.ts';

type Workspace = { id: number; public_id: string };
type Action = 'connect' | 'rotate' | 'disconnect';

/**
 * Connects a workspace to a site. Returns the only readable copy of the key. @throws if the workspace is already
 * connected
 */
export async function connectSite(db: Db, secrets: Secrets, workspace: Workspace, now: Date): Promise<string> {
  const secret = newSecret();
  const siteId = await inTransaction(db, async (trx) => {
    if (await findSiteForUpdate(trx, workspace.id)) {
      throw new Error(`${workspace.public_id} is already connected; \`clicks rotate\` creates a new key`);
    }
    await audit(trx, workspace, 'connect', { now });
    return insertSite(trx, workspace.id, { secret: secrets.seal(secret), hash: hashSecret(secret) }, now);
  });
  await refreshLinks(db, workspace.id);
  return writeSiteKey({ siteId, secret });
}

/**
 * Creates a new key and returns it. With `revokesCurrent`, tokens created with the current key become invalid.
 * @throws if no site is connected
 */
export async function rotateSite(
  db: Db,
  secrets: Secrets,
  workspace: Workspace,
  { revokesCurrent, now }: { revokesCurrent: boolean; now: Date },
): Promise<string> {
  const secret = newSecret();
  const siteId = await inTransaction(db, async (trx) => {
    const site = await needSite(trx, workspace);
    const previous = revokesCurrent ? null : site.secret;
    await replaceSecret(trx, site.id, { secret: secrets.seal(secret), hash: hashSecret(secret), previous }, now);
    await audit(trx, workspace, 'rotate', { now });
    return site.id;
  });
  return writeSiteKey({ siteId, secret });
}

/**
 * Connects a workspace to the contacts of this installation. Contacts pick up the key within seconds. If the
 * workspace is already connected, it gets a new key and the old one stays valid. @throws `conflict` without contacts
 */
export async function connectContacts(
  db: Db,
  secrets: Secrets,
  workspace: Workspace,
  { actor, now }: { actor: Actor; now: Date },
) {
  const isNew = await inTransaction(db, (trx) => offerConnection(trx, secrets, workspace, { actor, now }));
  if (isNew) await refreshLinks(db, workspace.id);
}

/**
 * Works like `connectContacts`, but in a transaction and for a workspace without links. Returns false if the
 * workspace is already connected.
 */
export async function offerConnection(
  trx: Trx,
  secrets: Secrets,
  workspace: Workspace,
  { actor, now }: { actor: Actor; now: Date },
) {
  const secret = newSecret();
  const sealed = { secret: secrets.seal(secret), hash: hashSecret(secret) };
  const site = await findSiteForUpdate(trx, workspace.id);
  if (site) await replaceSecret(trx, site.id, { ...sealed, previous: site.secret }, now);
  const siteId = site?.id ?? (await insertSite(trx, workspace.id, sealed, now));
  if (!(await offerKey(trx, secrets.seal(writeSiteKey({ siteId, secret }))))) {
    throw conflict('Contact automation is not part of this installation.');
  }
  await audit(trx, workspace, site ? 'rotate' : 'connect', { now, actor });
  return site === undefined;
}

/**
 * Returns the connection; undefined if the installation has no contacts. `waiting`: contacts have not picked up the
 * key yet.
 */
export async function showConnection(db: Db, workspaceId: number) {
  const contacts = await findSiteOfContacts(db);
  if (!contacts) return undefined;
  const site = await findSite(db, workspaceId);
  const isConnected = site !== undefined && site.id === contacts.connectionId;
  return {
    url: contacts.url,
    state: isConnected ? 'connected' : site && contacts.offeredKey !== null ? 'waiting' : 'none',
    since: isConnected ? site.createdAt.toISOString() : null,
  } as const;
}

/** Drops clicks that the site has not received. @throws if no site is connected */
export async function disconnectSite(db: Db, workspace: Workspace, now: Date, actor: Actor = operator): Promise<void> {
  await inTransaction(db, async (trx) => {
    await deleteSite(trx, await needSite(trx, workspace));
    await audit(trx, workspace, 'disconnect', { now, actor });
  });
  await refreshLinks(db, workspace.id);
}

async function needSite(trx: Trx, { id, public_id: publicId }: Workspace) {
  const site = await findSiteForUpdate(trx, id);
  if (!site) throw new Error(`${publicId} is not connected to a site; \`clicks connect\` connects it`);
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
