/** Registration of this site in the users' database, which gives it an id for roles. */
import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../../../shared/db/db.ts';
import { findRegisteredId, registerSite } from '../../../../shared/people/contact-roles.ts';
import { findSiteById } from '../../../../shared/people/site-queries.ts';
import type { Context } from '../context/context.ts';

type Tools = Pick<Context, 'people' | 'config' | 'options'>;

const option = 'installation';

/** Returns a permanent random name, since the URL can change. */
const nameOf = async ({ options }: Pick<Tools, 'options'>) =>
  (await options.get(option, '')) ||
  options.change<string>(option, '', (name) => name || randomBytes(16).toString('hex'));

/** Returns a function that resolves to the site's id. It registers the site if necessary, even after its removal. */
export function openSiteId(tools: Tools): () => Promise<number> {
  const { people, config } = tools;
  let registeredId: number | undefined;
  return async () => {
    if (registeredId !== undefined && (await findSiteById(people, registeredId))) return registeredId;
    const site = { name: await nameOf(tools), url: config.siteUrl };
    await inTransaction(people, (trx) => registerSite(trx, site, new Date()));
    registeredId = await findRegisteredId(people, site);
    if (registeredId === undefined) throw new Error('another process of this site has a different SITE_URL');
    return registeredId;
  };
}
