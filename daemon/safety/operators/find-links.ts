/** Searches for links of all workspaces by short URL, destination host or workspace. */
import { domainToASCII } from 'node:url';
import { mayBeId } from '../../../shared/db/public-ids.ts';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import type { Context } from '../../api/context.ts';
import { invalid } from '../../api/errors.ts';
import type { Db } from '../../core/tables.ts';
import { parseShortUrl } from '../../links/short-url.ts';
import { canonicalHost, prefixOf } from '../core/canonical.ts';
import { readCursor, readTimeCursor, toPage } from './pages.ts';
import { findLinkBySlug, listLinkIdsByPrefix, listLinks, listLinksOfWorkspace, type SafetyLinkRow } from './queries.ts';
import type { SafetyLinksQuery } from './schema.ts';

type Found = { rows: SafetyLinkRow[]; nextCursor: string | null };

const kind = 'links of a host';
const kindOfWorkspace = 'links of a workspace';

/** @throws `validation_failed` */
export async function findLinks(
  context: Pick<Context, 'db' | 'findDomain' | 'config'>,
  { shortUrl, host, workspaceId, limit, cursor }: SafetyLinksQuery,
): Promise<Found> {
  if ([shortUrl, host, workspaceId].filter((given) => given !== undefined).length > 1)
    throw invalid({ field: 'host', message: 'cannot be given together with shortUrl or workspaceId' });
  if (workspaceId !== undefined) return byWorkspace(context.db, workspaceId, { limit, cursor });
  if (shortUrl !== undefined) return { rows: await byShortUrl(context, shortUrl), nextCursor: null };
  if (host === undefined) throw invalid({ field: 'shortUrl', message: 'or host or workspaceId is required' });
  const [before] = readCursor(kind, cursor, 1) ?? [];
  const prefix = prefixOf(`${requireHost(host)}/`).readUInt32BE(0);
  const ids = await listLinkIdsByPrefix(context.db, prefix, before, limit + 1);
  const { shown, nextCursor } = toPage(ids, limit, kind, (id) => [id]);
  return { rows: await listLinks(context.db, shown), nextCursor };
}

async function byWorkspace(db: Db, id: string, { limit, cursor }: Pick<SafetyLinksQuery, 'limit' | 'cursor'>) {
  if (!mayBeId(id)) return { rows: [], nextCursor: null };
  const places = await listLinksOfWorkspace(db, id, readTimeCursor(kindOfWorkspace, cursor), limit + 1);
  const { shown, nextCursor } = toPage(places, limit, kindOfWorkspace, (place) => [place.at.getTime(), place.id]);
  const ids = shown.map((place) => place.id);
  return { rows: await listLinks(db, ids), nextCursor };
}

async function byShortUrl({ db, findDomain }: Pick<Context, 'db' | 'findDomain'>, text: string) {
  const trimmed = text.trim();
  const key = /[./]/.test(trimmed) ? parseShortUrl(trimmed, findDomain) : { domainId: 0, slug: trimmed };
  const row = key && /^[\w-]{1,64}$/.test(key.slug) ? await findLinkBySlug(db, key) : undefined;
  return row ? [row] : [];
}

/** @throws `validation_failed` */
function requireHost(text: string): string {
  const url = parseUrl(/^https?:\/\//i.test(text.trim()) ? text.trim() : `http://${text.trim()}`);
  const host = url && canonicalHost(domainToASCII(url.hostname) || url.hostname);
  if (!host) throw invalid({ field: 'host', message: 'is neither a host nor a URL' });
  return host;
}
