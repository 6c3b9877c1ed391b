/** Between a link's row and the link clients see. */
import type { Config } from '../../../shared/config/config.ts';
import { warningsOf } from './location-length.ts';
import type { LinkRow } from './queries.ts';
import type { Link } from './schema.ts';

/** The public address of a slug; the scheme is that of BASE_URL. */
export const shortUrlOf = (config: Pick<Config, 'baseUrl'>, domain: string, slug: string) =>
  `${config.baseUrl.startsWith('https:') ? 'https' : 'http'}://${domain}/${slug}`;

export const domainOf = (config: Pick<Config, 'defaultShortDomain'>, { hostname }: Pick<LinkRow, 'hostname'>) =>
  hostname ?? config.defaultShortDomain;

/** Of which addresses are made. */
export type LinkSettings = Pick<Config, 'baseUrl' | 'defaultShortDomain'>;

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** What of a link the plan gates, its password apart. */
export const gatedFieldsOf = (
  row: Pick<
    LinkRow,
    'expires_at' | 'expired_url' | 'ios_url' | 'android_url' | 'geo' | 'starts_at' | 'not_started_url' | 'max_clicks'
  >,
) => ({
  expiresAt: iso(row.expires_at),
  expiredUrl: row.expired_url,
  iosUrl: row.ios_url,
  androidUrl: row.android_url,
  geo: row.geo === null ? null : (JSON.parse(row.geo) as Record<string, string>),
  startsAt: iso(row.starts_at),
  notStartedUrl: row.not_started_url,
  maxClicks: row.max_clicks,
});

export function toLink(config: LinkSettings, workspaceId: string, row: LinkRow): Link {
  const domain = domainOf(config, row);
  const gated = gatedFieldsOf(row);
  const utm = row.utm === null ? null : JSON.parse(row.utm);
  return {
    id: row.public_id,
    workspaceId,
    domain,
    slug: row.slug,
    shortUrl: shortUrlOf(config, domain, row.slug),
    url: row.url,
    title: row.title,
    tags: row.tags,
    externalId: row.external_id?.toString() ?? null,
    hasPassword: row.password_hash !== null,
    ...gated,
    redirectType: row.redirect_type as Link['redirectType'],
    utm,
    note: row.note,
    preview: row.preview === null ? null : JSON.parse(row.preview),
    importedClicks: row.imported_clicks,
    archived: row.archived,
    banned: row.banned,
    warnings: warningsOf({ url: row.url, ...gated }, utm),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
