/**
 * The rows behind the slug map: the columns that a redirect depends on, read by key or in id order. They are converted to
 * records with complete Locations, so that a redirect only sends bytes.
 */
// biome-ignore-all lint/plugin: the slug map is read with handwritten SQL.
import { type Selectable, sql } from 'kysely';
import { toLocation, type Utm } from '../../../shared/drawing/location.ts';
import type { Log } from '../../../shared/log/log.ts';
import type { SlugKey } from '../../change-feed/changes.ts';
import type { Db, DomainApps, DomainBrand, LinkTable } from '../../core/tables.ts';
import { toLimitText } from '../core/click-limit.ts';
import type { Rule, Variant } from '../core/conditions.ts';
import { toPreviewText } from '../core/preview.ts';
import { encodeRules, encodeVariants } from '../core/rule-bytes.ts';
import type { ServingDomain } from './hosts.ts';
import { checkLengths, countryKey, firstTarget, Rare, type SlugRecord } from './slug-map.ts';

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
  'rules',
  'variants',
  'utm',
  'password_hash',
  'starts_at',
  'not_started_url',
  'max_clicks',
  'preview',
] as const;

/**
 * Whether all uses are used up. The checksum includes this, but not the number of uses, which grows without a change to
 * the link.
 */
const isUsedUp = sql`if(links.uses >= links.max_clicks, 'used up', NULL)`;

/** True if the link's workspace is connected to a site of contacts. */
const takesContacts = sql<number>`contact_sites.id IS NOT NULL`;

/** The link's workspace, if it has networks of its own. */
const ownNetworksOf = sql<number | null>`own_networks.workspace_id`;

/**
 * Selects links with their workspaces' rows, which are joined because a subquery would run once for the column and once
 * for the checksum.
 */
const selectLinks = (db: Db) =>
  db
    .selectFrom('links')
    .leftJoin('contact_sites', 'contact_sites.workspace_id', 'links.workspace_id')
    .leftJoin('own_networks', 'own_networks.workspace_id', 'links.workspace_id');

/** MySQL's checksum of these columns, so that rows can be compared without being read. */
const rowChecksum = sql<number>`crc32(concat_ws('|', ${sql.join([
  ...columns.map((column) => sql`ifnull(${sql.ref(`links.${column}`)}, '~')`),
  isUsedUp,
  sql`if(${takesContacts}, 'contacts', NULL)`,
  sql`if(${ownNetworksOf}, 'own networks', NULL)`,
])}))`;

const allColumns = [...columns, 'uses'] as const;

const addedColumns = [
  takesContacts.as('takesContacts'),
  ownNetworksOf.as('ownNetworksOf'),
  rowChecksum.as('checksum'),
] as const;
const recordColumns = [...allColumns.map((column) => `links.${column}` as const), ...addedColumns] as const;

/** The columns that records are built from. Records from other columns are incomplete. */
export const recordsKnow = [...allColumns, 'takesContacts', 'ownNetworksOf'].join();

export type RecordRow = Pick<Selectable<LinkTable>, (typeof allColumns)[number]> & {
  takesContacts: number;
  ownNetworksOf: number | null;
  checksum: number;
};

export function toRecord(row: RecordRow): SlugRecord {
  const utm = row.utm === null ? null : (JSON.parse(row.utm) as Utm);
  const rare: SlugRecord['rare'] = rulesOf(row, utm);
  if (row.expires_at) rare.push([Rare.expiresAt, String(row.expires_at.getTime())]);
  if (row.starts_at) rare.push([Rare.startsAt, String(row.starts_at.getTime())]);
  if (row.not_started_url) rare.push([Rare.notStartedUrl, toLocation(row.not_started_url, utm)]);
  if (row.max_clicks !== null) rare.push([Rare.clickLimit, toLimitText({ clicks: row.max_clicks, used: row.uses })]);
  if (row.preview) rare.push([Rare.preview, toPreviewText(row.preview)]);
  if (row.ownNetworksOf !== null) rare.push([Rare.ownNetworksOf, String(row.ownNetworksOf)]);
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

/** Returns the record of a row. Logs a row whose record cannot be built, so that it does not stop other rows. */
export function findRecord(row: RecordRow, log: Log): SlugRecord | undefined {
  try {
    const record = toRecord(row);
    checkLengths(row.slug, record);
    return record;
  } catch (err) {
    log.error({ err, link: row.id }, 'this link does not redirect, because its record cannot be built');
    return undefined;
  }
}

/** Compiles rules and variants, which come first in a record, and then their destinations. */
function rulesOf({ rules, variants }: RecordRow, utm: Utm | null): SlugRecord['rare'] {
  if (rules === null && variants === null) return [];
  const targets = new Map<string, number>();
  const toNumber = (url: string) => {
    const number = targets.get(url) ?? firstTarget + targets.size;
    targets.set(url, number);
    return number;
  };
  const rare: SlugRecord['rare'] = [];
  if (rules) rare.push([Rare.rules, encodeRules(JSON.parse(rules) as Rule[], toNumber).toString('latin1')]);
  if (variants)
    rare.push([Rare.variants, encodeVariants(JSON.parse(variants) as Variant[], toNumber).toString('latin1')]);
  for (const [url, number] of targets) rare.push([number, toLocation(url, utm)]);
  return rare;
}

/** Lists the rows of some keys. A key without a link has no row. */
export const listRowsByKeys = (db: Db, keys: SlugKey[]): Promise<RecordRow[]> =>
  selectLinks(db)
    .select(recordColumns)
    .where(
      sql<boolean>`(links.domain_id, links.slug) IN (${sql.val(keys.map(({ domainId, slug }) => [domainId, slug]))})`,
    )
    .execute();

/** Lists the ids of rows and their checksums. */
export const listChecksums = (db: Db, ids: number[]) =>
  selectLinks(db)
    .select(['links.id', rowChecksum.as('checksum')])
    .where(sql<boolean>`links.id IN (${sql.val(ids)})`)
    .execute();

/** Selects links inserted by one statement, starting with the first id, with the columns that the server adds. */
export const selectInserted = (db: Db, firstId: number, count: number) =>
  selectLinks(db)
    .select(['links.id', 'links.domain_id', 'links.slug', ...addedColumns])
    .where('links.id', '>=', firstId)
    .where('links.id', '<=', sql<number>`${firstId} + ${count - 1} * @@auto_increment_increment`);

type Added = Pick<RecordRow, 'id' | 'takesContacts' | 'ownNetworksOf' | 'checksum'>;
const insertedColumns = allColumns.filter((column) => column !== 'id');

/** Builds a link's row from its inserted values and the columns that the server added. */
export function toRecordRow(inserted: Omit<RecordRow, keyof Added>, added: Added): RecordRow {
  const { id, takesContacts, ownNetworksOf: owner, checksum } = added;
  const row: Record<string, unknown> = { id, takesContacts, ownNetworksOf: owner, checksum };
  for (const column of insertedColumns) row[column] = inserted[column];
  return row as RecordRow;
}

/** Lists the next rows with an id above `id`. */
export const listRowsAfter = (db: Db, id: number, limit: number): Promise<RecordRow[]> =>
  selectLinks(db).select(recordColumns).where('links.id', '>', id).orderBy('links.id').limit(limit).execute();

/** Counts the rows in ranges of ids, and xors their checksums. */
export const sumRows = (db: Db, fromId: number, toId: number, step: number) =>
  selectLinks(db)
    .select([
      sql<number>`floor(links.id / ${sql.lit(step)})`.as('bucket'),
      (e) => e.fn.countAll<number>().as('links'),
      sql<string>`bit_xor(${rowChecksum})`.as('checksum'),
    ])
    .where('links.id', '>=', fromId)
    .where('links.id', '<', toId)
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

/**
 * Lists the custom domains whose links redirect, among all domains or those with the given ids. A verified domain
 * keeps working if its DNS fails later.
 */
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
