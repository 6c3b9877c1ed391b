/** Queries for a contact's data in imports: its state before a change, and reported rows. */

import { contains } from '../../../../../shared/db/like.ts';
import type { Db, Trx } from '../../core/tables.ts';

/** Lists the changes that import rows made to a contact and that can still be undone. */
export const listChangesOfContact = (db: Db, contactId: number) =>
  db
    .selectFrom('automations_import_changes as c')
    .innerJoin('automations_imports as i', 'i.id', 'c.import_id')
    .select(['i.file_name', 'i.created_at', 'c.row_no', 'c.previous'])
    .where('c.object_id', '=', String(contactId))
    .orderBy('c.import_id')
    .orderBy('c.row_no')
    .execute();

/** Lists the ids of contacts that an import created or changed. A dry run's digests are not ids. */
export async function listImportedIds(db: Db, importId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('automations_import_changes')
    .select('object_id')
    .distinct()
    .where('import_id', '=', importId)
    .execute();
  return rows.map(({ object_id }) => Number(object_id)).filter(Number.isSafeInteger);
}

/**
 * Moves changes to the contact that a merge kept. An undo detects that this contact has changed, and leaves it
 * unchanged.
 */
export const moveChanges = (trx: Trx, fromId: number, toId: number) =>
  trx
    .updateTable('automations_import_changes')
    .set({ object_id: String(toId) })
    .where('object_id', '=', String(fromId))
    .execute();

/** Deletes changes. `objectIds` are contact ids, or a dry run's digests of email addresses. */
export const deleteChanges = (trx: Trx, objectIds: string[]) =>
  trx.deleteFrom('automations_import_changes').where('object_id', 'in', objectIds).execute();

export const listPreviews = (trx: Trx) =>
  trx.selectFrom('automations_imports').select(['id', 'preview']).orderBy('id').execute();

export const updatePreview = (trx: Trx, id: number, preview: string) =>
  trx.updateTable('automations_imports').set({ preview }).where('id', '=', id).execute();

/** Lists an import's rows whose cells, stored as JSON, contain one of these texts, ignoring case. */
export const listRowsByText = (trx: Trx, importId: number, texts: string[]) =>
  trx
    .selectFrom('automations_import_rows')
    .select(['row_no', 'cells'])
    .where('import_id', '=', importId)
    .where((e) => e.or(texts.map((text) => e('cells', 'like', contains(JSON.stringify(text).slice(1, -1))))))
    .execute();

export const deleteRows = (trx: Trx, importId: number, numbers: number[]) =>
  trx.deleteFrom('automations_import_rows').where('import_id', '=', importId).where('row_no', 'in', numbers).execute();
