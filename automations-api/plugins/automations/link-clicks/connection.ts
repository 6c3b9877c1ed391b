/** The connected workspace of the link service, with its encrypted key. */
import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../../shared/config/config.ts';
import { hashSecret, readSiteKey, tokenKeyOf } from '../../../../shared/link-clicks/site-key.ts';
import { openKeyCipher } from '../../../../shared/secrets/key-cipher.ts';
import { createSecrets, type Secrets } from '../../../../shared/webhooks/secrets.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { PluginTools } from '../../../host/plugin.ts';
import { commandLine, writeAudit } from '../audit/write.ts';
import { unprocessable } from '../core/errors.ts';
import { system } from '../core/events.ts';
import type { AutomationsTables } from '../core/tables.ts';
import { dropWaiting } from './drop-waiting.ts';
import { findOwnSite, findSite, forgetOffer, saveConnectionId } from './links-queries.ts';

/** The connection. `siteId` is its id in the link service. */
export type Connection = { siteId: number; tokenKey: Buffer };

type Tools = PluginTools<AutomationsTables>;
type Stored = { siteId: number; workspaceId: string; key: string };

const option = 'connected-links';
/**
 * The option with this site's ids from previous connections. Clicks for these ids also wait until the link service
 * disconnects them.
 */
const previousOption = 'previously-connected-links';

const openSecrets = async (config: Config): Promise<Secrets> =>
  createSecrets(await openKeyCipher(config, 'contact-clicks'));

/** Returns a function that reads the current connection. Changes take effect within seconds. */
export async function openConnection({ config, options, log }: Tools): Promise<() => Promise<Connection | undefined>> {
  const secrets = await openSecrets(config);
  return async () => {
    const stored = await options.get<Stored | null>(option, null);
    if (!stored) return undefined;
    const secret = secrets.open(stored.key);
    if (secret === undefined)
      log.error("the link service's key is encrypted with another secret; connect the workspace again");
    return secret === undefined ? undefined : { siteId: stored.siteId, tokenKey: tokenKeyOf(secret) };
  };
}

/** Connects the workspace of a key. @throws unprocessable_entity if no workspace has this key */
export async function connectLinks({ db, config, options }: Tools, text: string, by: Caller = commandLine) {
  const key = readSiteKey(text);
  if (!key) throw unprocessable('this is not a key: `waypost links clicks connect WORKSPACE_ID` prints one');
  const site = await findSite(db, config, key.siteId).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ER_NO_SUCH_TABLE') throw error;
    throw unprocessable("The link service's tables are not in this database. Set PEOPLE_DATABASE to theirs.");
  });
  if (!site || !timingSafeEqual(site.secretHash, hashSecret(key.secret))) {
    throw unprocessable(
      'No workspace is connected with this key. `waypost links clicks list` shows the connected ones.',
    );
  }
  const { workspaceId } = site;
  const sealed = (await openSecrets(config)).seal(key.secret);
  const before = await options.get<Stored | null>(option, null);
  const replaced = before?.siteId === key.siteId ? undefined : before?.siteId;
  // Drops clicks from before the connection, unless only the key of the same site changed.
  if (before?.siteId !== key.siteId) await dropWaiting(db, config, key.siteId);
  await writeAudit(db, by, 'links.connected', { subject: workspaceId });
  if (replaced !== undefined) await rememberPrevious(options, replaced);
  await options.set(option, { siteId: key.siteId, workspaceId, key: sealed } satisfies Stored);
  if (replaced !== undefined) await dropWaiting(db, config, replaced);
  return { workspaceId, connected: true };
}

export async function disconnectLinks({ db, config, options }: Tools, by: Caller = commandLine) {
  const stored = await options.get<Stored | null>(option, null);
  if (!stored) throw unprocessable('No workspace is connected to this site.');
  await writeAudit(db, by, 'links.disconnected', { subject: stored.workspaceId });
  await rememberPrevious(options, stored.siteId);
  await options.delete(option);
  await dropWaiting(db, config, stored.siteId);
  return { connected: false };
}

const rememberPrevious = (options: Tools['options'], siteId: number) =>
  options.change<number[]>(previousOption, [], (ids) => [...new Set([...ids, siteId])]);

/**
 * Connects with a key that the dashboard offers, and records the current connection in the link service's database.
 * Does nothing without the link service or for another contacts installation. Several processes can call it at the
 * same time.
 */
export async function followOffer(tools: Tools): Promise<void> {
  const { db, config, options, log } = tools;
  const found = await findOwnSite(db, config, config.siteUrl);
  if (!found) return;
  if (found.offeredKey !== null) {
    const key = (await openSecrets(config)).open(found.offeredKey);
    if (key === undefined) log.error('the key that the dashboard offers is encrypted with another secret');
    else {
      await connectLinks(tools, key, system).catch((err) =>
        log.warn({ err }, 'the key that the dashboard offers is invalid'),
      );
    }
    await forgetOffer(db, config, found.offeredKey);
  }
  const siteId = (await options.get<Stored | null>(option, null))?.siteId ?? null;
  if (siteId !== found.connectionId) await saveConnectionId(db, config, found.id, siteId);
}

/** Lists this site's ids in the link service, from the current and from previous connections. */
export async function listSiteIds({ options }: Pick<Tools, 'options'>): Promise<number[]> {
  const stored = await options.get<Stored | null>(option, null);
  const previous = await options.get<number[]>(previousOption, []);
  return [...new Set([...(stored ? [stored.siteId] : []), ...previous])];
}

export async function showConnection({ db, config, options }: Tools) {
  const stored = await options.get<Stored | null>(option, null);
  if (!stored) return { connected: false };
  const { siteId, workspaceId } = stored;
  return { connected: true, workspaceId, knownToLinks: (await findSite(db, config, siteId)) !== undefined };
}
