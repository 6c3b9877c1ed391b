/** The slugs nobody may have, because the product itself answers there. */
import type { Config } from '../../shared/config/config.ts';

/** First path segments the daemon serves on its default domain; those with a dot or slash can be no slug anyway. */
const onDefaultDomain = ['api', 'dashboard', 'docs', 'healthz', 'livez', 'readyz', 'report'];

/** The first parts of paths of contact automation, to which a proxy passes them on where both services have one address. */
const ofContacts = ['wp-admin', 'wp-json'];

/** Asked for by every iPhone on every host. */
const everywhere = new Set(['apple-app-site-association']);

type Settings = Pick<Config, 'baseUrl' | 'defaultShortDomain' | 'siteUrl'>;

const sharesAddress = ({ baseUrl, defaultShortDomain, siteUrl }: Settings): boolean =>
  new URL(`${new URL(baseUrl).protocol}//${defaultShortDomain}`).host === new URL(siteUrl).host;

/** The slugs that are reserved on the default short domain alone. */
export const reservedOnDefault = (config: Settings): string[] => [
  ...onDefaultDomain,
  ...(sharesAddress(config) ? ofContacts : []),
];

/** `domainId` 0 is the default short domain. */
export const isReserved = (config: Settings, domainId: number, slug: string): boolean =>
  everywhere.has(slug) || (domainId === 0 && reservedOnDefault(config).includes(slug));
