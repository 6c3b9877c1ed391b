/** Records this site in the store of people, which gives it the number by which its roles are found. */
import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../../../shared/db/db.ts';
import { findRegisteredId, registerSite } from '../../../../shared/people/contact-roles.ts';
import { findSiteById } from '../../../../shared/people/site-queries.ts';
import type { Context } from '../context/context.ts';

type Tools = Pick<Context, 'people' | 'config' | 'options'>;

const option = 'installation';

/** A name that stays when the URL changes. */
const nameOf = async ({ options }: Pick<Tools, 'options'>) =>
  (await options.get(option, '')) ||
  options.change<string>(option, '', (name) => name || randomBytes(16).toString('hex'));

/** Resolves to the number of this site. It registers again after a failure, and if it was removed. */
export function openSiteId(tools: Tools): () => Promise<number> {
  const { people, config } = tools;
  let known: number | undefined;
  return async () => {
    if (known !== undefined && (await findSiteById(people, known))) return known;
    const site = { name: await nameOf(tools), url: config.siteUrl };
    await inTransaction(people, (trx) => registerSite(trx, site, new Date()));
    known = await findRegisteredId(people, site);
    if (known === undefined) throw new Error('another process of this site has another SITE_URL');
    return known;
  };
}
