/**
 * The rows behind the slug map: what a redirect depends on, read afresh by key or in id order, and made into records with
 * every Location written out, so that a redirect only sends bytes.
 */
// biome-ignore-all lint/plugin: the slug map is filled by hand.
import { type Selectable, sql } from 'kysely';
import { toLocation, type Utm } from '../../../shared/drawing/location.ts';
import type { SlugKey } from '../../change-feed/changes.ts';
import type { Db, DomainApps, DomainBrand, LinkTable } from '../../core/tables.ts';
import { toLimitText } from '../core/click-limit.ts';
import { toPreviewText } from '../core/preview.ts';
import type { ServingDomain } from './hosts.ts';
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
  'starts_at',
  'not_started_url',
  'max_clicks',
  'preview',
] as const;

/** Uses only say when there are enough of them: they grow without a change of the link. */
const isUsedUp = sql`if(links.uses >= links.max_clicks, 'used up', NULL)`;

/** Whether its workspace is bound to a site of contacts. */
const takesContacts = sql<number>`exists (SELECT 1 FROM contact_sites s WHERE s.workspace_id = links.workspace_id)`;

/** MySQL's own checksum of those columns, so that a page of rows can be compared without being read. */
const rowChecksum = sql<number>`crc32(concat_ws('|', ${sql.join([
  ...columns.map((column) => sql`ifnull(${sql.ref(`links.${column}`)}, '~')`),
  isUsedUp,
  sql`if(${takesContacts}, 'contacts', NULL)`,
])}))`;

const allColumns = [...columns, 'uses'] as const;

const recordColumns = [...allColumns, takesContacts.as('takesContacts'), rowChecksum.as('checksum')] as const;

/** The columns from which records are made: records made from others are incomplete. */
export const recordsKnow = [...allColumns, 'takesContacts'].join();

export type RecordRow = Pick<Selectable<LinkTable>, (typeof allColumns)[number]> & {
  takesContacts: number;
  checksum: number;
};

export function toRecord(row: RecordRow): SlugRecord {
  const utm = row.utm === null ? null : (JSON.parse(row.utm) as Utm);
  const rare: SlugRecord['rare'] = [];
  if (row.expires_at) rare.push([Rare.expiresAt, String(row.expires_at.getTime())]);
  if (row.starts_at) rare.push([Rare.startsAt, String(row.starts_at.getTime())]);
  if (row.not_started_url) rare.push([Rare.notStartedUrl, toLocation(row.not_started_url, utm)]);
  if (row.max_clicks !== null) rare.push([Rare.clickLimit, toLimitText({ clicks: row.max_clicks, used: row.uses })]);
  if (row.preview) rare.push([Rare.preview, toPreviewText(row.preview)]);
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
    takesContacts: row.takesContacts === 1,
    location: toLocation(row.url, utm),
    rare,
  };
}

/** The link rows of some keys; a key without a row is a link that is not there. */
export const listRowsByKeys = (db: Db, keys: SlugKey[]): Promise<RecordRow[]> =>
  db
    .selectFrom('links')
    .select(recordColumns)
    .where(sql<boolean>`(domain_id, slug) IN (${sql.val(keys.map(({ domainId, slug }) => [domainId, slug]))})`)
    .execute();

/** The checksums of the rows of some ids. */
export const listChecksums = (db: Db, ids: number[]) =>
  db
    .selectFrom('links')
    .select(['id', rowChecksum.as('checksum')])
    .where(sql<boolean>`id IN (${sql.val(ids)})`)
    .execute();

/** Links that one statement inserted, the first with this id, and what the server adds to their rows. */
export const selectInserted = (db: Db, firstId: number, count: number) =>
  db
    .selectFrom('links')
    .select(['id', 'domain_id', 'slug', takesContacts.as('takesContacts'), rowChecksum.as('checksum')])
    .where('id', '>=', firstId)
    .where('id', '<=', sql<number>`${firstId} + ${count - 1} * @@auto_increment_increment`);

type Added = Pick<RecordRow, 'id' | 'takesContacts' | 'checksum'>;
const givenColumns = allColumns.filter((column) => column !== 'id');

/** The row of a link, of the values it was inserted with and those the server added. */
export function toRecordRow(given: Omit<RecordRow, keyof Added>, { id, takesContacts, checksum }: Added): RecordRow {
  const row: Record<string, unknown> = { id, takesContacts, checksum };
  for (const column of givenColumns) row[column] = given[column];
  return row as RecordRow;
}

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

/** The custom domains whose links redirect, of all or of some: once verified, a domain whose DNS fails later goes on. */
export async function listServingDomains(db: Db, ids?: number[]): Promise<ServingDomain[]> {
  const rows = await db
    .selectFrom('domains')
    .select(['id', 'hostname', 'root_url', 'not_found_url', 'brand', 'apps'])
    .where('status', 'in', ['verified', 'misconfigured'])
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as number[]))
    .execute();
  return rows.map(({ id, hostname, root_url, not_found_url, brand, apps }) => ({
    id,
    hostname,
    ...(root_url === null ? {} : { rootUrl: toLocation(root_url, null) }),
    ...(not_found_url === null ? {} : { notFoundUrl: toLocation(not_found_url, null) }),
    ...(brand === null ? {} : { brand: JSON.parse(brand) as DomainBrand }),
    ...(apps === null ? {} : { apps: JSON.parse(apps) as DomainApps }),
  }));
}
