/** Queries for traces of a contact in imports: its state before a row changed it, and rows kept to explain their outcome. */
import type { Db, Trx } from '../../core/tables.ts';
import { escapeLike } from '../../core/text.ts';

/** The rows that created or changed a contact, while they can be undone. */
export const listChangesOfContact = (db: Db, contactId: number) =>
  db
    .selectFrom('automations_import_changes as c')
    .innerJoin('automations_imports as i', 'i.id', 'c.import_id')
    .select(['i.file_name', 'i.created_at', 'c.row_no', 'c.former'])
    .where('c.object_id', '=', String(contactId))
    .orderBy('c.import_id')
    .orderBy('c.row_no')
    .execute();

/** An undo finds that the contact that is kept is another than the row left, and keeps it. */
export const moveChanges = (trx: Trx, fromId: number, toId: number) =>
  trx
    .updateTable('automations_import_changes')
    .set({ object_id: String(toId) })
    .where('object_id', '=', String(fromId))
    .execute();

/** `objectIds`: of contacts, or the digests that a dry run has of addresses. */
export const deleteChanges = (trx: Trx, objectIds: string[]) =>
  trx.deleteFrom('automations_import_changes').where('object_id', 'in', objectIds).execute();

export const listPreviews = (trx: Trx) =>
  trx.selectFrom('automations_imports').select(['id', 'preview']).orderBy('id').execute();

export const updatePreview = (trx: Trx, id: number, preview: string) =>
  trx.updateTable('automations_imports').set({ preview }).where('id', '=', id).execute();

/** The rows of an import whose cells, which are JSON, have one of some texts in any case. */
export const listRowsByText = (trx: Trx, importId: number, texts: string[]) =>
  trx
    .selectFrom('automations_import_rows')
    .select(['row_no', 'cells'])
    .where('import_id', '=', importId)
    .where((e) => e.or(texts.map((text) => e('cells', 'like', `%${escapeLike(JSON.stringify(text).slice(1, -1))}%`))))
    .execute();

export const deleteRows = (trx: Trx, importId: number, numbers: number[]) =>
  trx.deleteFrom('automations_import_rows').where('import_id', '=', importId).where('row_no', 'in', numbers).execute();
