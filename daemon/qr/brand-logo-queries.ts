/** Domains' brand logos in MySQL, both due and fetched. */

import { sql } from 'kysely';
import { listIds } from '../../shared/db/results.ts';
import type { Db, DomainBrand } from '../core/tables.ts';

/** A logo to fetch. `version` is the brand's. */
export type DueLogo = { id: number; url: string; version: number; tries: number };

/** Lists domains whose logo is due, longest overdue first. */
export const listDueLogos = (db: Db, now: Date, limit: number): Promise<number[]> =>
  listIds(db.selectFrom('domains').select('id').where('logo_due_at', '<=', now).orderBy('logo_due_at').limit(limit));

/**
 * Claims a due logo by postponing it. Returns undefined if another process has claimed it, or if the brand no longer
 * has a logo.
 */
export async function claimLogo(db: Db, id: number, until: Date, now: Date): Promise<DueLogo | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('domains')
    .set({ logo_due_at: until })
    .where('id', '=', id)
    .where('logo_due_at', '<=', now)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return undefined;
  const row = await db
    .selectFrom('domains')
    .select(['brand', 'logo_version as version', 'logo_tries as tries'])
    .where('id', '=', id)
    .executeTakeFirst();
  const url = row?.brand ? (JSON.parse(row.brand) as DomainBrand).logoUrl : null;
  return row && url ? { id, url, version: row.version, tries: row.tries } : undefined;
}

/** Saves a logo, unless the brand was changed in the meantime. */
export const saveLogo = (db: Db, { id, version }: DueLogo, png: Buffer) =>
  db
    .updateTable('domains')
    .set({ logo_png: png, logo_error: null, logo_tries: 0, logo_due_at: null })
    .where('id', '=', id)
    .where('logo_version', '=', version)
    .execute();

/**
 * Saves a failed attempt, unless the brand was changed in the meantime. Keeps an existing logo. Without `dueAt`, no
 * other attempt follows.
 */
export const saveLogoFault = (db: Db, { id, version }: DueLogo, error: string, dueAt: Date | null) =>
  db
    .updateTable('domains')
    .set({ logo_error: error.slice(0, 300), logo_tries: sql`logo_tries + 1`, logo_due_at: dueAt })
    .where('id', '=', id)
    .where('logo_version', '=', version)
    .execute();

/** Stops attempts to fetch a domain's logo until its brand is set again. */
export const giveUpLogo = (db: Db, id: number, error: string) =>
  db.updateTable('domains').set({ logo_error: error, logo_due_at: null }).where('id', '=', id).execute();

/** Finds the stored logo of a workspace's domain. */
export const findLogo = (db: Db, workspaceId: number, domainId: number) =>
  db
    .selectFrom('domains')
    .select(['logo_png as png', 'logo_error as error', 'logo_due_at as dueAt', 'brand'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', domainId)
    .executeTakeFirst();
