/** Pure functions that map a domain to its API form. */
import type { Static } from 'typebox';
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import { etagOf } from '../../shared/http/versions.ts';
import { unicodeOf } from './hostname.ts';
import type { DomainRow } from './queries.ts';
import type { Domain, DomainLogo } from './schema.ts';

const noApps = { ios: [], android: [] };

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Returns the logo's state. An existing logo stays `ready` while it is fetched again. */
function logoOf({ brand, hasLogo, logoError, logoDueAt }: DomainRow): Static<typeof DomainLogo> {
  if (!brand?.logoUrl) return { status: 'none', error: null };
  if (hasLogo) return { status: 'ready', error: logoError };
  return { status: logoError === null && logoDueAt !== null ? 'pending' : 'failed', error: logoError };
}

export const toDomain = (row: DomainRow): Static<typeof Domain> => ({
  id: row.publicId,
  workspaceId: row.workspacePublicId,
  hostname: row.hostname,
  unicodeHostname: unicodeOf(row.hostname),
  status: row.status,
  dns: { status: row.dnsStatus, records: row.records },
  certificate: {
    status: row.certificateStatus,
    expiresAt: iso(row.certificateExpiresAt),
    error: row.certificateError,
  },
  rootUrl: row.rootUrl,
  notFoundUrl: row.notFoundUrl,
  brand: row.brand,
  logo: logoOf(row),
  apps: row.apps ?? noApps,
  lastCheckedAt: iso(row.lastCheckedAt),
  verifiedAt: iso(row.verifiedAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Returns the ETag of the editable fields. Results of checks do not change it. */
export const versionOf = ({ rootUrl, notFoundUrl, brand, apps }: DomainRow): string =>
  etagOf([rootUrl, notFoundUrl, brand, apps]);

export const answerDomain = (row: DomainRow, status: 200 | 201 = 200): HttpAnswer =>
  json(status, toDomain(row), { ETag: versionOf(row) });
