/** The slugs nobody may have, because the product itself answers there. */

/** First path segments the daemon serves on its default domain; those with a dot or slash can be no slug anyway. */
const onDefaultDomain = new Set(['api', 'dashboard', 'healthz', 'readyz', 'report']);

/** Asked for by every iPhone on every host. */
const everywhere = new Set(['apple-app-site-association']);

/** `domainId` 0 is the default short domain. */
export const isReserved = (domainId: number, slug: string) =>
  everywhere.has(slug) || (domainId === 0 && onDefaultDomain.has(slug));
