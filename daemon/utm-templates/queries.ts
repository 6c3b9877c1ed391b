/** UTM templates in MySQL. */
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
