/** A link in the API, built from its row. */
import type { Config } from '../../../shared/config/config.ts';
import { answersOf } from './fields.ts';
import { warningsOf } from './location-length.ts';
import type { LinkRow } from './queries.ts';
import type { Link } from './schema.ts';

/** Returns the short URL of a slug, with the scheme of BASE_URL. */
export const shortUrlOf = (config: Pick<Config, 'baseUrl'>, domain: string, slug: string) =>
  `${config.baseUrl.startsWith('https:') ? 'https' : 'http'}://${domain}/${slug}`;

export const domainOf = (config: Pick<Config, 'defaultShortDomain'>, { hostname }: Pick<LinkRow, 'hostname'>) =>
  hostname ?? config.defaultShortDomain;

/** The settings that URLs depend on. */
export type LinkSettings = Pick<Config, 'baseUrl' | 'defaultShortDomain'>;

const healthOf = ({ health, health_since, http_status, scanned_at }: LinkRow): Link['health'] => ({
  status: health ?? 'unknown',
  since: health_since?.toISOString() ?? null,
  httpStatus: http_status ?? null,
  checkedAt: scanned_at?.toISOString() ?? null,
});

export function toLink(config: LinkSettings, workspaceId: string, row: LinkRow): Link {
  const domain = domainOf(config, row);
  const answers = answersOf(row);
  const { url, title, externalId, ...others } = answers;
  return {
    id: row.public_id,
    workspaceId,
    domain,
    slug: row.slug,
    shortUrl: shortUrlOf(config, domain, row.slug),
    url,
    title,
    tags: row.tags,
    externalId,
    hasPassword: row.password_hash !== null,
    ...others,
    archived: row.archived,
    banned: row.banned,
    health: healthOf(row),
    warnings: warningsOf(answers),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
