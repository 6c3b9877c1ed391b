/** Making, changing and erasing one contact. */
import { duplicateKey } from '../../../../shared/db.ts';
import { recordContactChanges } from '../contact-index/queries.ts';
import type { Context } from '../context.ts';
import { presentSecond } from '../dates.ts';
import { emailTaken } from '../errors.ts';
import { changeContacts, type Emit } from '../events.ts';
import { deleteFieldValues } from '../fields/value-queries.ts';
import { deleteMemberships } from '../memberships/queries.ts';
import type { Trx } from '../tables.ts';
import { deleteDeliveriesOfContact } from '../webhooks/queries.ts';
import type { ContactInput } from './contact-input.ts';
import { CountChanges } from './counts.ts';
import { lockContact } from './lock-contacts.ts';
import { type ContactRow, deleteContactRow } from './queries.ts';
import { loadKnown, resolveContactInput } from './resolve.ts';
import { saveContacts } from './save.ts';
import type { ContactState } from './state.ts';

/** @throws already_exists */
export async function addContact(context: Context, contactInput: ContactInput): Promise<ContactRow> {
  return refuseTakenEmail(changeContacts(context, (trx, emit) => saveContactInput(trx, contactInput, undefined, emit)));
}

/** @throws contact_not_exists or already_exists */
export async function updateContact(context: Context, id: number, contactInput: ContactInput): Promise<ContactRow> {
  return refuseTakenEmail(
    changeContacts(context, async (trx, emit) => saveContactInput(trx, contactInput, await lockContact(trx, id), emit)),
  );
}

/** Takes a contact out of every table, also what is still to be sent of it. @throws contact_not_exists */
export const deleteContact = (context: Context, id: number): Promise<void> =>
  changeContacts(context, async (trx, emit) => {
    const { row, terms } = await lockContact(trx, id);
    await deleteContactRow(trx, id);
    await deleteMemberships(trx, [id], [...terms]);
    await deleteFieldValues(trx, id);
    const counts = new CountChanges();
    counts.add({ ...row, terms }, -1);
    await counts.write(trx);
    await deleteDeliveriesOfContact(trx, id);
    await recordContactChanges(trx, [id]);
    emit({ name: 'contact.deleted', contactId: id, data: { contact_id: id } });
  });

async function saveContactInput(
  trx: Trx,
  contactInput: ContactInput,
  before: ContactState | undefined,
  emit: Emit,
): Promise<ContactRow> {
  const now = presentSecond();
  const known = await loadKnown(trx, [contactInput], [before]);
  const [row] = await saveContacts(
    trx,
    [resolveContactInput(contactInput, before, known, now)],
    known.terms,
    emit,
    now,
  );
  return row as ContactRow;
}

const refuseTakenEmail = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw duplicateKey(error) === 'contacts_email' ? emailTaken() : error;
  });
