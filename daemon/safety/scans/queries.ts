/** The schedule of scans and the index of links' destinations, in MySQL. */

import { type Selectable, sql } from 'kysely';
import { inTransaction } from '../../../shared/db/db.ts';
import { insertRows } from '../../../shared/db/insert-rows.ts';
import { changesRows } from '../../../shared/db/results.ts';
import type { SlugKey } from '../../change-feed/changes.ts';
import { listClicksByDay } from '../../clicks/made-day-queries.ts';
import type { Db, HealthStatus, LinkTable, Trx } from '../../core/tables.ts';
import { destinationColumns } from '../../links/core/fields.ts';
import { forgetBan } from '../core/bans.ts';
import type { StoredHealth } from './health.ts';

const linkColumns = ['id', 'workspace_id', 'banned', ...destinationColumns] as const;
export type ScannedLink = Pick<Selectable<LinkTable>, (typeof linkColumns)[number]>;

/** A queue of scans: 0 for clicked links, 1 for new and changed links, 2 for others. */
export type Lane = 0 | 1 | 2;

export const listLinksByKeys = (db: Db, keys: SlugKey[]): Promise<ScannedLink[]> =>
  db
    .selectFrom('links')
    .select(linkColumns)
    .where(sql<boolean>`(domain_id, slug) IN (${sql.val(keys.map(({ domainId, slug }) => [domainId, slug]))})`)
    .execute();

export const listLinksAfter = (db: Db, id: number, limit: number): Promise<ScannedLink[]> =>
  db.selectFrom('links').select(linkColumns).where('id', '>', id).orderBy('id').limit(limit).execute();

export const listScannedLinks = (db: Db, ids: number[]): Promise<ScannedLink[]> =>
  db.selectFrom('links').select(linkColumns).where('id', 'in', ids).execute();

export const findScan = (db: Db, linkId: number) =>
  db.selectFrom('link_scans').selectAll().where('link_id', '=', linkId).executeTakeFirst();

export type IndexedLink = {
  linkId: number;
  workspaceId: number;
  fingerprint: Buffer;
  /** The distinct hash prefixes of all expressions that list the link's destinations. */
  prefixes: number[];
  lane: Lane;
  dueAt: Date;
  stage: number;
};

/** Lists the fingerprints of indexed links. */
export async function listFingerprints(db: Db, linkIds: number[]): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('link_scans')
    .select(['link_id', 'fingerprint'])
    .where('link_id', 'in', linkIds)
    .execute();
  return new Map(rows.flatMap((row) => (row.fingerprint ? [[row.link_id, row.fingerprint] as const] : [])));
}

/** Replaces links' entries in the index, and schedules their scans. */
export const replaceIndexed = (db: Db, links: IndexedLink[]) =>
  inTransaction(db, async (trx) => {
    const ids = links.map(({ linkId }) => linkId).sort((a, b) => a - b);
    const before = await trx
      .selectFrom('link_scans')
      .select(['link_id as linkId', 'prefixes'])
      .where('link_id', 'in', ids)
      .forUpdate()
      .execute();
    if (before.length > 0) {
      await deleteExpressions(trx, before);
      await trx.deleteFrom('link_scans').where('link_id', 'in', ids).execute();
    }
    const columns = ['link_id', 'workspace_id', 'fingerprint', 'prefixes', 'lane', 'due_at', 'stage'] as const;
    await insertRows(trx, 'link_scans', columns, {
      rows: links.map(({ linkId, workspaceId, fingerprint, prefixes, lane, dueAt, stage }) => ({
        link_id: linkId,
        workspace_id: workspaceId,
        fingerprint,
        prefixes: Buffer.from(Uint32Array.from(prefixes).buffer),
        lane,
        due_at: dueAt,
        stage,
      })),
    });
    const rows = links.flatMap(({ linkId, prefixes }) => prefixes.map((prefix) => ({ prefix, link_id: linkId })));
    rows.sort((a, b) => a.prefix - b.prefix);
    for (let from = 0; from < rows.length; from += 2_000) {
      await insertRows(trx, 'link_expressions', ['prefix', 'link_id'], {
        rows: rows.slice(from, from + 2_000),
        ignore: true,
      });
    }
  });

/** Schedules an immediate scan of the links that wait at `stage` and were never scanned. */
export async function hastenScans(db: Db, linkIds: number[], stage: number, now: Date): Promise<void> {
  if (linkIds.length === 0) return;
  await db
    .updateTable('link_scans')
    .set({ lane: 1, due_at: now, stage: 0 })
    .where('link_id', 'in', linkIds)
    .where('stage', '=', stage)
    .where('scanned_at', 'is', null)
    .execute();
}

async function deleteExpressions(trx: Trx, scans: { linkId: number; prefixes: Buffer | null }[]): Promise<void> {
  const keys = scans.flatMap(({ linkId, prefixes }) => prefixesIn(prefixes).map((prefix) => ({ linkId, prefix })));
  for (let from = 0; from < keys.length; from += 1_000) {
    await trx
      .deleteFrom('link_expressions')
      .where((e) =>
        e(
          e.refTuple('prefix', 'link_id'),
          'in',
          keys.slice(from, from + 1_000).map(({ prefix, linkId }) => e.tuple(prefix, linkId)),
        ),
      )
      .execute();
  }
}

function prefixesIn(bytes: Buffer | null): number[] {
  const prefixes: number[] = [];
  for (let at = 0; bytes && at < bytes.length; at += 4) prefixes.push(bytes.readUInt32LE(at));
  return prefixes;
}

/** Deletes the scans, bans and reviews of a deleted link. */
export const forgetLink = (db: Db, linkId: number) =>
  inTransaction(db, async (trx) => {
    const scan = await trx
      .selectFrom('link_scans')
      .select(['link_id as linkId', 'prefixes'])
      .where('link_id', '=', linkId)
      .forUpdate()
      .executeTakeFirst();
    if (scan) await deleteExpressions(trx, [scan]);
    await trx.deleteFrom('link_scans').where('link_id', '=', linkId).execute();
    await forgetBan(trx, linkId);
    await trx.deleteFrom('safety_reviews').where('link_id', '=', linkId).execute();
  });

/** Lists links that have an expression with one of the prefixes, sorted by id. */
export async function listLinksWithPrefixes(db: Db, prefixes: number[]): Promise<number[]> {
  if (prefixes.length === 0) return [];
  const rows = await db
    .selectFrom('link_expressions')
    .select('link_id as linkId')
    .distinct()
    .where('prefix', 'in', prefixes)
    .orderBy('link_id')
    .execute();
  return rows.map(({ linkId }) => linkId);
}

/** Lists a lane's links whose scan is due, longest overdue first. */
export const listDue = (db: Db, lane: Lane, now: Date, limit: number) =>
  db
    .selectFrom('link_scans')
    .select('link_id as linkId')
    .where('lane', '=', lane)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();

/** Counts links' clicks from the day `sinceDay`, counted since 1970. Links without clicks are omitted. */
export async function sumClicks(db: Db, linkIds: number[], sinceDay: number): Promise<Map<number, number>> {
  if (linkIds.length === 0) return new Map();
  const links = await db
    .selectFrom('links')
    .select(['id as linkId', 'workspace_id as workspaceId'])
    .where('id', 'in', linkIds)
    .execute();
  const rows = await listClicksByDay(db, links, [sinceDay, sinceDay + 1]);
  const sums = new Map<number, number>();
  for (const { linkId, clicks } of rows) if (clicks > 0) sums.set(linkId, (sums.get(linkId) ?? 0) + clicks);
  return sums;
}

export type ScanPlan = { lane: Lane; dueAt: Date; stage: number; failures: number; health: StoredHealth };

/**
 * Schedules the next scan of a link and stores its health, unless its destinations or health changed during this
 * scan. Resolves to true if it was scheduled.
 */
export const planScan = (
  db: Db,
  linkId: number,
  scanned: { fingerprint: Buffer; health: HealthStatus },
  { scanPlan: { lane, dueAt, stage, failures, health }, now }: { scanPlan: ScanPlan; now: Date },
): Promise<boolean> =>
  changesRows(
    db
      .updateTable('link_scans')
      .set({ lane, due_at: dueAt, stage, failures, scanned_at: now, ...health })
      .where('link_id', '=', linkId)
      .where('fingerprint', '=', scanned.fingerprint)
      .where('health', '=', scanned.health),
  );

/** Schedules a scan again. With a fingerprint, only if the destinations are still the same. */
export async function postponeScan(db: Db, linkId: number, dueAt: Date, fingerprint?: Buffer): Promise<void> {
  let scan = db.updateTable('link_scans').set({ due_at: dueAt }).where('link_id', '=', linkId);
  if (fingerprint) scan = scan.where('fingerprint', '=', fingerprint);
  await scan.execute();
}

export async function isFlagged(db: Db, workspaceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('workspace_offences')
    .select('flagged_at')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.flagged_at != null;
}

/** Returns the index's position in the change feed and in the walk through all links. */
export const getFollower = (db: Db) =>
  db
    .selectFrom('safety_followers')
    .select(['change_id as changeId', 'reader', 'walked_to as walkedTo'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();

export const updateFollower = (db: Db, to: { changeId?: number; reader?: string; walkedTo?: number | null }) =>
  db
    .updateTable('safety_followers')
    .set({
      ...(to.changeId === undefined ? {} : { change_id: to.changeId }),
      ...(to.reader === undefined ? {} : { reader: to.reader }),
      ...(to.walkedTo === undefined ? {} : { walked_to: to.walkedTo }),
    })
    .where('id', '=', 1)
    .execute();
