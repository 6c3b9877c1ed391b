/**
 * The comparison of the slug map with MySQL, and the repair of differences. Checksums of links are added up by ranges
 * of ids on both sides, and only ranges with different sums are read. A change in progress can make a range differ
 * for a moment. So a key counts as wrong only if it still differs when a step of `Sync` reads it again.
 */
import { patient } from '../../../shared/db/db.ts';
import type { SlugKey } from '../../change-feed/changes.ts';
import type { Db } from '../../core/tables.ts';
import { findLastLinkId, listRowsAfter, sumRows } from './rows.ts';
import { indexParts, type SlugMap } from './slug-map.ts';
import type { CurrentMap, Sync } from './sync.ts';

const idsABucket = 16_384;
const bucketsAQuery = 32;

type Verified = { links: number; buckets: number; differing: number };

export async function verifyMap(from: Db, current: CurrentMap, sync: Pick<Sync, 'repair'>): Promise<Verified> {
  const db = patient(from);
  const { map } = current;
  const last = await findLastLinkId(db);
  const own = await sumMap(map);
  const buckets = Math.max(own.counts.length, Math.floor(last / idsABucket) + 1);
  let differing = 0;
  for (let from = 0; from < buckets; from += bucketsAQuery) {
    const rows = await sumRows(db, from * idsABucket, (from + bucketsAQuery) * idsABucket, idsABucket);
    const stored = new Map(
      rows.map(({ bucket, links, checksum }) => [Number(bucket), { links, checksum: Number(checksum) }]),
    );
    for (let bucket = from; bucket < Math.min(from + bucketsAQuery, buckets); bucket++) {
      const { links, checksum } = stored.get(bucket) ?? { links: 0, checksum: 0 };
      if (links === (own.counts[bucket] ?? 0) && checksum === (own.checksums[bucket] ?? 0) >>> 0) continue;
      if (current.map !== map) return { links: map.size, buckets, differing };
      differing += await repairBucket(db, map, sync, bucket);
    }
  }
  return { links: map.size, buckets, differing };
}

/** Counts links and xors their checksums by bucket, one shard of the index per loop iteration. */
async function sumMap(map: SlugMap): Promise<{ counts: number[]; checksums: number[] }> {
  const counts: number[] = [];
  const checksums: number[] = [];
  for (let part = 0; part < indexParts; part++) {
    for (const at of map.addressesIn(part)) {
      const bucket = Math.floor(map.linkId(at) / idsABucket);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      checksums[bucket] = (checksums[bucket] ?? 0) ^ map.checksum(at);
    }
    await new Promise(setImmediate);
  }
  return { counts, checksums };
}

async function repairBucket(db: Db, map: SlugMap, sync: Pick<Sync, 'repair'>, bucket: number): Promise<number> {
  const suspects = new Map<string, SlugKey>();
  const suspect = (domainId: number, slug: string) => suspects.set(`${domainId}/${slug}`, { domainId, slug });
  const ids = new Set<number>();
  for (const row of await listRowsAfter(db, bucket * idsABucket - 1, idsABucket)) {
    if (row.id >= (bucket + 1) * idsABucket) break;
    const at = map.find(row.domain_id, row.slug);
    if (at < 0 || map.checksum(at) !== row.checksum) suspect(row.domain_id, row.slug);
    else ids.add(row.id);
  }
  for (let part = 0; part < indexParts; part++) {
    for (const at of map.addressesIn(part)) {
      const linkId = map.linkId(at);
      if (Math.floor(linkId / idsABucket) === bucket && !ids.has(linkId)) suspect(map.domainId(at), map.slug(at));
    }
    await new Promise(setImmediate);
  }
  return suspects.size === 0 ? 0 : sync.repair([...suspects.values()]);
}
