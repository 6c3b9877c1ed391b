/**
 * Deletion of contacts from every table. It also updates the counts, and records the deletion in the change feed and
 * as events. Pending webhook deliveries are kept until they end.
 */
import { deleteBouncesOfContacts } from '../consent/bounces/queries.ts';
import type { Emit } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { deleteEventsOfContacts } from '../events/core/queries.ts';
import { deleteFieldValues } from '../fields/value-queries.ts';
import { recordContactChanges } from '../finder/index/queries.ts';
import { deleteClicksOfContacts } from '../link-clicks/core/queries.ts';
import { deleteMailsOfContacts } from '../mail/core/queries.ts';
import { deleteMergedInto, listMergedInto } from '../merges/core/queries.ts';
import { deleteMemberships } from '../terms/core/membership-queries.ts';
import { deleteNotesOfContacts } from '../timeline/core/note-queries.ts';
import { deleteTimelinesOfContacts } from '../timeline/core/queries.ts';
import { deleteEndedDeliveries } from '../webhooks/core/queries.ts';
import { deleteContactRows } from './core/queries.ts';
import { CountChanges } from './counts.ts';
import type { ContactState } from './state.ts';

/** Deletes up to a few hundred locked contacts. `mergedInto` is the contact that keeps their data after a merge. */
export async function deleteContacts(trx: Trx, states: ContactState[], emit: Emit, mergedInto?: number): Promise<void> {
  if (states.length === 0) return;
  const ids = states.map(({ row }) => row.id);
  await deleteContactRows(trx, ids);
  await deleteMemberships(trx, ids, [...new Set(states.flatMap(({ terms }) => [...terms]))]);
  await deleteFieldValues(trx, ids);
  const counts = new CountChanges();
  for (const { row, terms } of states) counts.add({ ...row, terms }, -1);
  await counts.write(trx);
  await deleteEndedDeliveries(trx, ids);
  await deleteMailsOfContacts(trx, ids);
  await deleteBouncesOfContacts(trx, ids);
  await deleteTimelinesOfContacts(trx, ids);
  await deleteNotesOfContacts(trx, ids);
  await deleteClicksOfContacts(trx, ids);
  await deleteEventsOfContacts(trx, ids);
  const idsMergedInto = await listMergedInto(trx, ids);
  await deleteMergedInto(trx, ids);
  await recordContactChanges(trx, ids);
  const merged = mergedInto === undefined ? {} : { merged_into: mergedInto };
  for (const id of ids) {
    const previousIds = idsMergedInto.get(id) ?? [];
    emit({ name: 'contact.deleted', contactId: id, data: { contact_id: id, ...merged }, previousIds });
  }
}
