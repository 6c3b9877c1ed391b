/** Slugs that links cannot have, because Waypost itself answers there. */
import { compatSegments } from '../../shared/config/compat-systems.ts';
import type { Config } from '../../shared/config/config.ts';

/** First path segments that the daemon serves on its default domain. Segments with a dot cannot be slugs anyway. */
const onDefaultDomain = ['api', 'dashboard', 'docs', 'healthz', 'livez', 'mcp', 'readyz', 'report'];

/** First path segments of contact automation, for a proxy that serves both services at one URL. */
const ofContacts = ['forms', 'hooks', 'wp-admin', 'wp-json'];

/** Path segments reserved on every domain: every iPhone requests this file on every host. */
const everywhere = new Set(['apple-app-site-association']);

type Settings = Pick<Config, 'baseUrl' | 'defaultShortDomain' | 'siteUrl'>;

const sharesAddress = ({ baseUrl, defaultShortDomain, siteUrl }: Settings): boolean =>
  new URL(`${new URL(baseUrl).protocol}//${defaultShortDomain}`).host === new URL(siteUrl).host;

/** Returns the slugs that are reserved only on the default short domain. */
export const reservedOnDefault = (config: Settings): string[] => [
  ...onDefaultDomain,
  ...(sharesAddress(config) ? ofContacts : []),
];

/**
 * Returns whether a slug is reserved. `domainId` 0 is the default short domain. A link that has the slug of a COMPAT
 * system still redirects, because that system's routes have more segments.
 */
export const isReserved = (config: Settings & Pick<Config, 'compat'>, domainId: number, slug: string): boolean =>
  everywhere.has(slug) ||
  (domainId === 0 && (reservedOnDefault(config).includes(slug) || compatSegments(config).includes(slug)));
