/** The names of a page's objects, with one query for each kind of object. */
import type { Config } from '../../shared/config/config.ts';
import { looksLikeId } from '../../shared/db/public-ids.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import type { Db } from '../core/tables.ts';
import { listSlugs, nameQueries } from './name-queries.ts';

/** `workspaceId`: the workspace of the objects; `undefined` for operators, who see the objects of all workspaces. */
type Source = {
  db: Db;
  config: Pick<Config, 'baseUrl' | 'defaultShortDomain'>;
  workspaceId: number | undefined;
};

/**
 * Returns the names, keyed by id: short URLs of links, names of workspaces, users, API keys and imported files, email
 * addresses of invitations, hosts of domains and webhooks.
 */
export async function namesOf({ db, config, workspaceId }: Source, objectIds: string[]): Promise<Map<string, string>> {
  const idsOf = (noun: string) => [...new Set(objectIds.filter((id) => looksLikeId(noun, id)))];
  const linkIds = idsOf('lnk');
  const [links, ...others] = await Promise.all([
    linkIds.length > 0 ? listSlugs(db, workspaceId, linkIds) : [],
    ...Object.entries(nameQueries).map(([noun, list]) => {
      const ids = idsOf(noun);
      return ids.length > 0 ? list(db, workspaceId, ids) : [];
    }),
  ]);
  const shortUrls = links.map(({ id, slug, hostname }) => ({
    id,
    name: shortUrlOf(config, hostname ?? config.defaultShortDomain, slug),
  }));
  return new Map([...shortUrls, ...others.flat()].map(({ id, name }) => [id, name]));
}
