/** From a link's row to its record in the slug map: every Location written out, so that a redirect only sends bytes. */
import { type Selectable, sql } from 'kysely';
import type { LinkTable } from '../../../shared/tables.ts';
import type { Utm } from '../../links/schema.ts';
import { toLocation } from '../location.ts';
import { countryKey, Rare, type SlugRecord } from './slug-map.ts';

/** The columns a redirect depends on. */
const columns = [
  'id',
  'domain_id',
  'slug',
  'url',
  'redirect_type',
  'banned',
  'expires_at',
  'expired_url',
  'ios_url',
  'android_url',
  'geo',
  'utm',
  'password_hash',
] as const;

/** MySQL's own checksum of those columns, so that a page of rows can be compared without being read. */
export const rowChecksum = sql<number>`crc32(concat_ws('|', ${sql.join(
  columns.map((column) => sql`ifnull(${sql.ref(`links.${column}`)}, '~')`),
)}))`;

export const recordColumns = [...columns, rowChecksum.as('checksum')] as const;

export type RecordRow = Pick<Selectable<LinkTable>, (typeof columns)[number]> & { checksum: number };

export function toRecord(row: RecordRow): SlugRecord {
  const utm = row.utm === null ? null : (JSON.parse(row.utm) as Utm);
  const rare: SlugRecord['rare'] = [];
  if (row.expires_at) rare.push([Rare.expiresAt, String(row.expires_at.getTime())]);
  if (row.password_hash) rare.push([Rare.passwordHash, row.password_hash]);
  if (row.expired_url) rare.push([Rare.expiredUrl, toLocation(row.expired_url, utm)]);
  if (row.ios_url) rare.push([Rare.iosUrl, toLocation(row.ios_url, utm)]);
  if (row.android_url) rare.push([Rare.androidUrl, toLocation(row.android_url, utm)]);
  for (const [country, url] of Object.entries(
    row.geo === null ? {} : (JSON.parse(row.geo) as Record<string, string>),
  )) {
    rare.push([countryKey(country), toLocation(url, utm)]);
  }
  return {
    linkId: row.id,
    checksum: row.checksum,
    permanent: row.redirect_type === 301,
    banned: row.banned,
    location: toLocation(row.url, utm),
    rare,
  };
}
