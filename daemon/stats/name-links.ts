/** Names of links: their short URLs and titles, for analytics and reports. */
import type { Config } from '../../shared/config/config.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import type { Db } from '../core/tables.ts';
import { domainOf } from '../links/core/link.ts';
import { findLinkNames } from './link-name-queries.ts';

type Parts = { db: Db; config: Config };

export type NamedLink = { linkId: string; shortUrl: string; title: string | null };

/** Adds the names of links to rows. Leaves out rows whose link is not the workspace's. */
export async function nameLinks<Row extends { linkId: number }>(
  { db, config }: Parts,
  workspaceId: number,
  rows: Row[],
): Promise<(NamedLink & Omit<Row, 'linkId'>)[]> {
  const ids = rows.map(({ linkId }) => linkId);
  const names = await findLinkNames(db, workspaceId, ids);
  return rows.flatMap(({ linkId, ...row }) => {
    const name = names.get(linkId);
    if (!name) return [];
    const shortUrl = shortUrlOf(config, domainOf(config, name), name.slug);
    return [{ linkId: name.publicId, shortUrl, title: name.title, ...row }];
  });
}
