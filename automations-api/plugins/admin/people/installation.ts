/** Telling the link service where these contacts are, so that one sign-in holds for both. */
import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../../../shared/db/db.ts';
import {
  claimFirst,
  findInstallation,
  hasContactsPeople,
  putAwaitsFirst,
  putInstallation,
} from '../../../../shared/sign-in/people.ts';
import { orNoLinks } from '../../../host/links-database.ts';
import type { PluginTools } from '../../../host/plugin.ts';
import { alreadyMade } from '../core/answers.ts';
import type { AdminTables, Db, Trx } from '../core/tables.ts';
import { hasUsers, type Links, type LinksDb, listLinksPeople } from './links-queries.ts';

type Tools = Pick<PluginTools<AdminTables>, 'db' | 'config' | 'options' | 'log'> & { links: Links };

const option = 'installation';

/** A name that stays when the address changes. */
const nameOf = async ({ options }: Pick<Tools, 'options'>) =>
  (await options.get(option, '')) ||
  options.change<string>(option, '', (name) => name || randomBytes(16).toString('hex'));

let isToldOfOther = false;

/** Whether one sign-in holds for both. Says once in the log when other contacts were there first. */
export async function registerInstallation(
  tools: Tools,
  awaitsFirst: (db: Db | Trx) => Promise<boolean>,
): Promise<boolean> {
  const { db, links, config, log } = tools;
  const found = await find(tools);
  if (!found) return false;
  const given = { name: await nameOf(tools), url: config.siteUrl };
  // Written only when something changed: this is asked every minute.
  const { record } = found;
  if (record?.name === given.name && record.url === given.url) {
    const awaits = (await awaitsFirst(db)) && !(await hasContactsPeople(links.of(db)));
    if (awaits === record.awaitsFirst) return true;
  }
  const isOurs = await inTransaction(db, async (trx) => {
    if (!(await putInstallation(links.within(trx), given, new Date()))) return false;
    // Read once the row is held: who is the first holds it, too.
    await putAwaitsFirst(links.within(trx), await awaitsFirst(trx));
    return true;
  });
  if (!isOurs && !isToldOfOther) {
    isToldOfOther = true;
    log.warn('the link service already handles sign-in for another contact site; this one keeps its own');
  }
  return isOurs;
}

/** The record of contacts; `undefined` if the link service is not there, or its tables do not know of this. */
const find = ({ db, links }: Pick<Tools, 'db' | 'links'>) =>
  orNoLinks(findInstallation(links.of(db)).then((record) => ({ record })));

/** Whether accounts of the link service are let in here, and not to other contacts. */
export const isRegistered = async (links: LinksDb, siteUrl: string): Promise<boolean> =>
  (await orNoLinks(findInstallation(links)))?.url === siteUrl;

/** Whether the link service lets its people in to other contacts. */
export async function servesOthers({ db, links }: Pick<Tools, 'db' | 'links'>): Promise<boolean> {
  const found = await orNoLinks(findInstallation(links.of(db)));
  return found !== undefined && found.url !== links.siteUrl;
}

/** Whether an account of the link service may sign in here. */
export const hasLinksPeople = async ({ db, links }: Pick<Tools, 'db' | 'links'>): Promise<boolean> =>
  ((await orNoLinks(listLinksPeople(links, db))) ?? []).length > 0;

/** Whether nobody has an account of the link service, so that the first one there is an administrator here. */
export const awaitsFirstUser = async (links: LinksDb, siteUrl: string): Promise<boolean> => {
  const installation = await orNoLinks(findInstallation(links));
  return installation?.url === siteUrl && installation.awaitsFirst && !(await hasUsers(links));
};

/** From now on no account of the link service becomes the first here. False where one is it already. */
export const claimFirstHere = async (trx: Trx, links: Links): Promise<boolean> =>
  (await orNoLinks(claimFirst(links.within(trx), links.siteUrl))) ?? true;

/** The same for a visitor. @throws account_exists */
export async function takeFirstFromLinks(trx: Trx, links: Links): Promise<void> {
  if (!(await claimFirstHere(trx, links))) throw alreadyMade();
}
