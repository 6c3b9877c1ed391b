/** Queries for merged contacts. Their tokens in sent emails are valid for the kept contact. */
import type { Db, Trx } from '../../core/tables.ts';

/** A merged contact: its id, the uid that signs its tokens, and the kept contact. */
export type MergedContact = { contact_id: number; uid: string; into_id: number };

export const listMerged = async (db: Db, contactIds: number[]): Promise<MergedContact[]> =>
  contactIds.length === 0
    ? []
    : db.selectFrom('automations_merged_contacts').selectAll().where('contact_id', 'in', contactIds).execute();

/** Inserts a merged contact. Contacts that were merged into it earlier now point to the kept contact. */
export async function insertMerged(trx: Trx, { id, uid }: { id: number; uid: string }, intoId: number): Promise<void> {
  await trx.updateTable('automations_merged_contacts').set({ into_id: intoId }).where('into_id', '=', id).execute();
  await trx.insertInto('automations_merged_contacts').values({ contact_id: id, uid, into_id: intoId }).execute();
}

/** Lists the ids of merged contacts by the contact that was kept. */
export async function listMergedInto(trx: Trx, contactIds: number[]): Promise<Map<number, number[]>> {
  const rows = await trx
    .selectFrom('automations_merged_contacts')
    .select(['contact_id', 'into_id'])
    .where('into_id', 'in', contactIds)
    .execute();
  const ids = new Map<number, number[]>();
  for (const { contact_id, into_id } of rows) ids.set(into_id, [...(ids.get(into_id) ?? []), contact_id]);
  return ids;
}

/** Deletes merged contacts when the kept ones are deleted. */
export const deleteMergedInto = (trx: Trx, contactIds: number[]) =>
  trx.deleteFrom('automations_merged_contacts').where('into_id', 'in', contactIds).execute();
