/** UTM templates in MySQL, and the UTM parameters of links. */
import { sql } from 'kysely';
import { changesRows } from '../../shared/db/results.ts';
import type { Db, Trx } from '../core/tables.ts';

/** Lists templates, sorted by name. */
export const listTemplates = (db: Db, workspaceId: number) =>
  db
    .selectFrom('utm_templates')
    .select(['name', 'utm', 'updated_at as updatedAt'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute();

export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number];

/** Links whose UTM parameters are read, so that the query takes the same time in every workspace. */
const linksRead = 1_000;

/** Lists the UTM parameters of the newest links, as JSON, without links that have none. */
export async function listLinkUtm(db: Db, workspaceId: number): Promise<string[]> {
  const { rows } = await sql<{ utm: string | null }>`
    SELECT utm FROM links FORCE INDEX (links_newest)
    WHERE workspace_id = ${workspaceId} ORDER BY created_at DESC, id DESC LIMIT ${linksRead}`.execute(db);
  return rows.flatMap(({ utm }) => utm ?? []);
}

export async function putTemplate(
  trx: Trx,
  workspaceId: number,
  name: string,
  { utm, now }: { utm: string; now: Date },
): Promise<void> {
  const values = { utm, updated_at: now };
  await trx
    .insertInto('utm_templates')
    .values({ workspace_id: workspaceId, name, ...values })
    .onDuplicateKeyUpdate(values)
    .execute();
}

/** Deletes a template. Returns false if the name is unknown. */
export const deleteTemplate = (trx: Trx, workspaceId: number, name: string): Promise<boolean> =>
  changesRows(
    trx.deleteFrom('utm_templates').where('workspace_id', '=', workspaceId).where('name', '=', Buffer.from(name)),
  );
