/** Whose a link is, also after it is gone. A link never changes its workspace, so what is known stays true. */
import { sql } from 'kysely';
import type { Db, Trx } from '../../shared/db.ts';

const remembered = 500_000;
const ownersByDb = new WeakMap<object, Map<number, number>>();

/** Workspaces by link id; a link that never was has none. */
export async function findOwners(db: Db, linkIds: Set<number>): Promise<Map<number, number>> {
  const ownersKnown = ownersByDb.get(db) ?? new Map<number, number>();
  ownersByDb.set(db, ownersKnown);
  const owners = new Map<number, number>();
  const missing: number[] = [];
  for (const id of linkIds) {
    const owner = ownersKnown.get(id);
    if (owner === undefined) missing.push(id);
    else owners.set(id, owner);
  }
  if (missing.length === 0) return owners;
  if (ownersKnown.size + missing.length > remembered) ownersKnown.clear();
  // Living links first: one deleted between the two is found by the second.
  for (const table of ['links', 'deleted_links'] as const) {
    const asked = missing.filter((id) => !owners.has(id));
    if (asked.length === 0) break;
    const rows = await db.selectFrom(table).select(['id', 'workspace_id']).where('id', 'in', asked).execute();
    for (const { id, workspace_id } of rows) {
      owners.set(id, workspace_id);
      ownersKnown.set(id, workspace_id);
    }
  }
  return owners;
}

/** Keeps what analytics need of links about to be deleted, in the transaction that deletes them. */
export const keepDeletedLinks = (trx: Trx, linkIds: number[], now: Date) =>
  trx
    .insertInto('deleted_links')
    .columns([
      'id',
      'public_id',
      'workspace_id',
      'hostname',
      'slug',
      'url',
      'title',
      'deleted_at',
      'expired_url',
      'ios_url',
      'android_url',
      'geo',
      'not_started_url',
    ])
    .expression((e) =>
      e
        .selectFrom('links')
        .leftJoin('domains', 'domains.id', 'links.domain_id')
        .select([
          'links.id',
          'links.public_id',
          'links.workspace_id',
          'domains.hostname',
          'links.slug',
          'links.url',
          'links.title',
          sql<Date>`${now}`.as('deleted_at'),
          'links.expired_url',
          'links.ios_url',
          'links.android_url',
          'links.geo',
          'links.not_started_url',
        ])
        .where('links.id', 'in', linkIds),
    )
    .execute();
