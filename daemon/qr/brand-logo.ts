/**
 * The logo of a QR code from the brand of its link's domain. The logo has already been fetched; drawing never fetches
 * anything.
 */
import { invalid } from '../api/errors.ts';
import type { Db, DomainBrand } from '../core/tables.ts';
import type { LinkRow } from '../links/core/queries.ts';
import { findLogo } from './brand-logo-queries.ts';
import type { Logo } from './logo.ts';

type Branded = Pick<LinkRow, 'workspace_id' | 'domain_id'>;

/** Returns the logo for links of one domain. @throws `validation_failed` with the reason why there is none */
export async function requireBrandLogo(db: Db, links: Branded[]): Promise<Logo> {
  const [{ workspace_id: workspaceId, domain_id: domainId }] = links as [Branded];
  if (links.some((link) => link.domain_id !== domainId)) {
    throw invalid({ field: 'logo', message: 'cannot be the logo of a brand: the links are on several domains' });
  }
  const found = domainId === 0 ? undefined : await findLogo(db, workspaceId, domainId);
  if (found?.png) return { type: 'png', bytes: found.png };
  throw invalid({ field: 'logo', message: reasonOf(found) });
}

function reasonOf(found: Awaited<ReturnType<typeof findLogo>>): string {
  if (!found) return 'cannot be the logo of a brand: the link is on the default domain, which has none';
  const brand = found.brand === null ? null : (JSON.parse(found.brand) as DomainBrand);
  if (!brand?.logoUrl) return "cannot be the logo of the brand: the domain's brand has no logo";
  if (found.error === null) return 'cannot be the logo of the brand yet: it is still being downloaded';
  return `cannot be the logo of the brand: it could not be downloaded: ${found.error}`;
}
