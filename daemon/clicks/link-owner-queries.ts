/**
 * The workspaces of links, even deleted ones, and the links' UTM parameters. A link's workspace never changes, so it
 * stays cached. UTM parameters are read again after a while.
 */
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';
import { utmOfLink } from './core/utm.ts';

const remembered = 500_000;
const ownersByDb = new WeakMap<object, Map<number, number>>();

/** Finds workspaces, keyed by link id. Ids that never existed are missing from the result. */
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
  // Existing links are read first, so that a link deleted in between is found in the second table.
  for (const table of ['links', 'deleted_links'] as const) {
    const ids = missing.filter((id) => !owners.has(id));
    if (ids.length === 0) break;
    const rows = await db.selectFrom(table).select(['id', 'workspace_id']).where('id', 'in', ids).execute();
    for (const { id, workspace_id } of rows) {
      owners.set(id, workspace_id);
      ownersKnown.set(id, workspace_id);
    }
  }
  return owners;
}

const utmsRemembered = 200_000;
const utmForMs = 30_000;
const linksAStatement = 2_000;

/** Texts of `utm.ts`, keyed by link id, and the time at which they were read. */
type KnownUtms = { texts: Map<number, string>; from: number };
const utmsByDb = new WeakMap<object, KnownUtms>();

/**
 * Finds links' UTM parameters, at most 30 seconds old. The text is empty for deleted links and links without
 * parameters.
 */
export async function findUtms(db: Db, linkIds: Set<number>, now: Date): Promise<ReadonlyMap<number, string>> {
  let known = utmsByDb.get(db);
  const isOld = !known || now.getTime() - known.from >= utmForMs || known.texts.size + linkIds.size > utmsRemembered;
  if (!known || isOld) {
    known = { texts: new Map(), from: now.getTime() };
    utmsByDb.set(db, known);
  }
  const { texts } = known;
  const missing = [...linkIds].filter((id) => !texts.has(id));
  for (let at = 0; at < missing.length; at += linksAStatement) {
    const ids = missing.slice(at, at + linksAStatement);
    const rows = await db
      .selectFrom('links')
      .select(['id', 'utm'])
      .where('id', 'in', ids)
      .where('utm', 'is not', null)
      .execute();
    for (const id of ids) texts.set(id, '');
    for (const { id, utm } of rows) texts.set(id, utmOfLink(JSON.parse(utm as string)));
  }
  return texts;
}

const keptColumns = [
  'id',
  'public_id',
  'workspace_id',
  'slug',
  'url',
  'title',
  'expired_url',
  'ios_url',
  'android_url',
  'geo',
  'rules',
  'variants',
  'not_started_url',
] as const;

/** Copies the fields that analytics need before links are deleted, in the same transaction. */
export const keepDeletedLinks = (trx: Trx, linkIds: number[], now: Date) =>
  trx
    .insertInto('deleted_links')
    .columns([...keptColumns, 'hostname', 'deleted_at'])
    .expression((e) =>
      e
        .selectFrom('links')
        .leftJoin('domains', 'domains.id', 'links.domain_id')
        .select(keptColumns.map((column) => `links.${column}` as const))
        .select(['domains.hostname', sql<Date>`${now}`.as('deleted_at')])
        .where('links.id', 'in', linkIds),
    )
    .execute();
