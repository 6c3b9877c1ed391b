/** The reading of links from MySQL into the slug map: all links into a new map, or some keys into the current one. */
import type { Log } from '../../../shared/log/log.ts';
import type { SlugKey } from '../../change-feed/changes.ts';
import type { Db } from '../../core/tables.ts';
import { findRecord, listChecksums, listRowsAfter, listRowsByKeys, type RecordRow } from './rows.ts';
import { SlugMap } from './slug-map.ts';

const rowsAPage = 5_000;
/**
 * Maximum number of keys in a query. With a list of 1,000 values or more, MariaDB builds a table. A key has two
 * values.
 */
const keysARead = 400;

/** Builds a new map of all links; the map is incomplete if `isStopped` returns true before the end. */
export async function readAllLinks(db: Db, log: Log, isStopped: () => boolean): Promise<SlugMap> {
  const map = new SlugMap();
  for (let after = 0; ; ) {
    const rows = await listRowsAfter(db, after, rowsAPage);
    for (const row of rows) {
      const record = findRecord(row, log);
      if (record) map.set(row.domain_id, row.slug, record);
    }
    const last = rows.at(-1);
    if (!last || isStopped()) return map;
    after = last.id;
  }
}

/** Reads some keys into the map. Returns the number of keys that differed. */
export async function refreshLinks(db: Db, map: SlugMap, keys: SlugKey[], log: Log): Promise<number> {
  let differing = 0;
  for (let from = 0; from < keys.length; from += keysARead) {
    const part = keys.slice(from, from + keysARead);
    differing += applyRows(map, part, await listRowsByKeys(db, part), log);
  }
  return differing;
}

/**
 * Works like `refreshLinks`, for keys that are probably up to date in the map. It first reads checksums by id. The
 * checksums include the key, so it then reads only the rows that differ.
 */
export async function confirmLinks(db: Db, map: SlugMap, keys: SlugKey[], log: Log): Promise<void> {
  for (let from = 0; from < keys.length; from += keysARead) {
    const part = keys.slice(from, from + keysARead);
    const ids = part.flatMap(({ domainId, slug }) => {
      const at = map.find(domainId, slug);
      return at < 0 ? [] : [map.linkId(at)];
    });
    const rows = ids.length === 0 ? [] : await listChecksums(db, ids);
    const stored = new Map(rows.map(({ id, checksum }) => [id, checksum]));
    const differing = part.filter(({ domainId, slug }) => {
      const at = map.find(domainId, slug);
      return at < 0 || map.checksum(at) !== stored.get(map.linkId(at));
    });
    await refreshLinks(db, map, differing, log);
  }
}

/**
 * Applies rows to the map. Returns the number of keys that differed. A key whose record cannot be built is deleted,
 * because its previous record can have a destination that is no longer allowed.
 */
function applyRows(map: SlugMap, keys: SlugKey[], rows: RecordRow[], log: Log): number {
  const found = new Map(rows.map((row) => [`${row.domain_id}/${row.slug}`, row]));
  let differing = 0;
  for (const { domainId, slug } of keys) {
    const row = found.get(`${domainId}/${slug}`);
    const at = map.find(domainId, slug);
    if (row && at >= 0 && map.checksum(at) === row.checksum) continue;
    const record = row && findRecord(row, log);
    if (record) {
      map.set(domainId, slug, record);
      differing++;
    } else if (map.delete(domainId, slug)) differing++;
  }
  return differing;
}
