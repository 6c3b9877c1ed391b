/** Changes to a domain's settings. URLs are checked like links' destinations. */
import type { Static } from 'typebox';
import { inTransaction } from '../../shared/db/db.ts';
import { toHex } from '../../shared/drawing/colour.ts';
import type { Context, Destination } from '../api/context.ts';
import { notFound, unsafeUrl } from '../api/errors.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordDomainChange } from '../change-feed/changes.ts';
import type { Auth } from '../identity/auth.ts';
import { checkLengths } from '../links/core/location-length.ts';
import type { RequireVersion } from '../versions/require-version.ts';
import { toDomain, versionOf } from './domain.ts';
import {
  type DomainRow,
  type DomainSettings,
  findDomainById,
  lockDomain,
  renewLogo,
  updateSettings,
} from './queries.ts';
import type { DomainAppsInput, DomainBrandInput, DomainPatch } from './schema.ts';

/** Changes the given settings. @throws `validation_failed`, `unsafe_url`, `not_found` if the domain was just removed */
export async function patchDomain(
  context: Pick<Context, 'db' | 'safety' | 'announceChanges'>,
  auth: Auth,
  domain: DomainRow,
  { patch, requireVersion }: { patch: DomainPatch; requireVersion: RequireVersion },
): Promise<DomainRow> {
  const { rootUrl, notFoundUrl, brand } = patch;
  const pages = destinationsIn({ rootUrl, notFoundUrl });
  checkLengths(pages);
  refuseItself(domain, pages);
  await context.safety.check([...pages, ...destinationsIn({ 'brand.logoUrl': brand?.logoUrl })]);
  const settings = { ...patch, ...(brand ? { brand: toBrand(brand) } : {}) } as Partial<DomainSettings>;
  return save(context, auth, domain, { settings, requireVersion });
}

/** Replaces the apps that can open the domain's links. @throws `not_found` if the domain was just removed */
export const replaceApps = (
  context: Pick<Context, 'db' | 'announceChanges'>,
  auth: Auth,
  domain: DomainRow,
  { apps: { ios = [], android = [] }, requireVersion }: { apps: DomainAppsInput; requireVersion: RequireVersion },
): Promise<DomainRow> => {
  const upper = android.map((app) => ({ ...app, fingerprints: app.fingerprints.map((text) => text.toUpperCase()) }));
  const apps = ios.length + android.length === 0 ? null : { ios, android: upper };
  return save(context, auth, domain, { settings: { apps }, requireVersion });
};

const toBrand = ({ name, logoUrl = null, color = null }: Static<typeof DomainBrandInput>) => ({
  name: name.trim(),
  logoUrl,
  color: color && toHex(color),
});

const destinationsIn = (urls: Record<string, string | null | undefined>): Destination[] =>
  Object.entries(urls).flatMap(([field, url]) => (url ? [{ field, url }] : []));

/**
 * Refuses the domain itself as a destination. The safety check does not recognise an unverified domain as Waypost's
 * own, but after verification the domain would redirect to itself.
 */
function refuseItself({ hostname }: DomainRow, destinations: Destination[]): void {
  for (const { field, url } of destinations) {
    if (new URL(url).hostname === hostname) throw unsafeUrl(field, 'own_domain', 'is the domain itself');
  }
}

async function save(
  { db, announceChanges }: Pick<Context, 'db' | 'announceChanges'>,
  { workspaceId, actor }: Auth,
  domain: DomainRow,
  { settings, requireVersion }: { settings: Partial<DomainSettings>; requireVersion: RequireVersion },
): Promise<DomainRow> {
  const fields = Object.keys(settings);
  if (fields.length === 0) return domain;
  const { id, publicId, hostname } = domain;
  const now = new Date();
  const saved = await inTransaction(db, async (trx) => {
    const before = await lockDomain(trx, id);
    if (!before) throw notFound('domain');
    await requireVersion(trx, () => ({ etag: versionOf(before), show: () => toDomain(before) }));
    await updateSettings(trx, id, settings, now);
    if (settings.brand !== undefined) {
      const logoUrl = settings.brand?.logoUrl ?? null;
      const urlChanged = logoUrl !== (before.brand?.logoUrl ?? null);
      await renewLogo(trx, id, { urlChanged, hasUrl: logoUrl !== null }, now);
    }
    const entry = { workspaceId, actor, objectId: publicId, details: { hostname, fields } };
    await recordAudit(trx, [{ ...entry, action: 'domain.update' }], now);
    await recordDomainChange(trx, id);
    return findDomainById(trx, id);
  });
  announceChanges();
  return saved as DomainRow;
}
