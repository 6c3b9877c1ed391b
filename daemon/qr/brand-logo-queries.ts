/** The logos of domains' brands in MySQL: which are to be fetched, and those that were. */
import { sql } from 'kysely';
import type { Db, DomainBrand } from '../core/tables.ts';

/** `version` is that of the brand. */
export type DueLogo = { id: number; url: string; version: number; tries: number };

/** Domains whose logo is to be fetched, the longest due first. */
export async function listDueLogos(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where('logo_due_at', '<=', now)
    .orderBy('logo_due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Puts a due logo off, so that nobody else fetches it; undefined when somebody does, or it has no address any more. */
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

/** Unless the brand was changed meanwhile. */
export const saveLogo = (db: Db, { id, version }: DueLogo, png: Buffer) =>
  db
    .updateTable('domains')
    .set({ logo_png: png, logo_error: null, logo_tries: 0, logo_due_at: null })
    .where('id', '=', id)
    .where('logo_version', '=', version)
    .execute();

/** The same of a try that failed; a logo that is there stays. Without `dueAt` it was the last. */
export const saveLogoFault = (db: Db, { id, version }: DueLogo, error: string, dueAt: Date | null) =>
  db
    .updateTable('domains')
    .set({ logo_error: error.slice(0, 300), logo_tries: sql`logo_tries + 1`, logo_due_at: dueAt })
    .where('id', '=', id)
    .where('logo_version', '=', version)
    .execute();

/** Gives up a domain's logo until its brand is set again. */
export const giveUpLogo = (db: Db, id: number, error: string) =>
  db.updateTable('domains').set({ logo_error: error, logo_due_at: null }).where('id', '=', id).execute();

/** The stored logo of a workspace's domain. */
export const findLogo = (db: Db, workspaceId: number, domainId: number) =>
  db
    .selectFrom('domains')
    .select(['logo_png as png', 'logo_error as error', 'logo_due_at as dueAt', 'brand'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', domainId)
    .executeTakeFirst();
