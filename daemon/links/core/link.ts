/** A link in the API, built from its row. */
import type { Config } from '../../../shared/config/config.ts';
import { shortUrlOf } from '../../../shared/link-clicks/short-url.ts';
import { type Auth, atLeast } from '../../identity/auth.ts';
import { answersOf } from './fields.ts';
import { warningsOf } from './location-length.ts';
import type { LinkRow } from './queries.ts';
import type { Link } from './schema.ts';

export const domainOf = (config: Pick<Config, 'defaultShortDomain'>, { hostname }: Pick<LinkRow, 'hostname'>) =>
  hostname ?? config.defaultShortDomain;

/** The settings on which URLs depend. */
export type LinkSettings = Pick<Config, 'baseUrl' | 'defaultShortDomain'>;

const healthOf = ({ health, health_since, http_status, scanned_at }: LinkRow): Link['health'] => ({
  status: health ?? 'unknown',
  since: health_since?.toISOString() ?? null,
  httpStatus: http_status ?? null,
  checkedAt: scanned_at?.toISOString() ?? null,
});

const creatorTypes = { usr: 'user', key: 'key', imp: 'import' } as const;

/** The caller's role, which decides the visible names: keys' names are for admins, imports' names for members. */
export type Reader = Pick<Auth, 'role' | 'creator'>;
const nameRoles = { user: 'viewer', key: 'admin', import: 'member' } as const;

function creatorOf({ created_by: id, creator_name }: LinkRow, reader: Reader | undefined): Link['createdBy'] {
  if (id === null) return null;
  const type = creatorTypes[id.slice(0, 3) as keyof typeof creatorTypes];
  const isShown = !reader || id === reader.creator.id || atLeast(reader.role, nameRoles[type]);
  return { type, id, name: isShown ? (creator_name ?? null) : null };
}

/** Converts a row to a link. Without a reader, as in webhooks, the link has all names. */
export function toLink(config: LinkSettings, workspaceId: string, row: LinkRow, reader?: Reader): Link {
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
    usedClicks: row.max_clicks === null ? null : row.uses,
    archived: row.archived,
    banned: row.banned,
    health: healthOf(row),
    warnings: warningsOf(answers),
    createdBy: creatorOf(row, reader),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
