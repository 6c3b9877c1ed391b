/**
 * The rows behind the slug map: what a redirect depends on, read afresh by key or in id order, and made into records with
 * every Location written out, so that a redirect only sends bytes.
 */
// biome-ignore-all lint/plugin: the slug map is filled by hand.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../shared/db.ts';
import type { LinkTable } from '../../../shared/tables.ts';
import type { SlugKey } from '../../change-feed/changes.ts';
import { toLocation, type Utm } from '../location.ts';
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
const rowChecksum = sql<number>`crc32(concat_ws('|', ${sql.join(
  columns.map((column) => sql`ifnull(${sql.ref(`links.${column}`)}, '~')`),
)}))`;

const recordColumns = [...columns, rowChecksum.as('checksum')] as const;

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

/** The link rows of some keys; a key without a row is a link that is not there. */
export const listRowsByKeys = (db: Db, keys: SlugKey[]): Promise<RecordRow[]> =>
  db
    .selectFrom('links')
    .select(recordColumns)
    .where((e) =>
      e(
        e.refTuple('domain_id', 'slug'),
        'in',
        keys.map(({ domainId, slug }) => e.tuple(domainId, slug)),
      ),
    )
    .execute();

/** A page of all link rows in id order. */
export const listRowsAfter = (db: Db, id: number, limit: number): Promise<RecordRow[]> =>
  db.selectFrom('links').select(recordColumns).where('id', '>', id).orderBy('id').limit(limit).execute();

/** The rows of some ids summed up: how many, and all their checksums xored. */
export const sumRows = (db: Db, fromId: number, toId: number, step: number) =>
  db
    .selectFrom('links')
    .select([
      sql<number>`floor(id / ${sql.lit(step)})`.as('bucket'),
      (e) => e.fn.countAll<number>().as('links'),
      sql<string>`bit_xor(${rowChecksum})`.as('checksum'),
    ])
    .where('id', '>=', fromId)
    .where('id', '<', toId)
    .groupBy('bucket')
    .execute();

export const findLastLinkId = async (db: Db) =>
  Number(
    (
      await db
        .selectFrom('links')
        .select((e) => e.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id ?? 0,
  );

/** The custom domains whose links redirect: once verified, a domain whose DNS fails later goes on. */
export const listServingDomains = (db: Db): Promise<{ id: number; hostname: string }[]> =>
  db.selectFrom('domains').select(['id', 'hostname']).where('status', 'in', ['verified', 'misconfigured']).execute();
