/** Making, changing and erasing one contact. */
import { duplicateKey, type Trx } from '../../../../shared/db.ts';
import type { Context } from '../context.ts';
import { presentSecond } from '../dates.ts';
import { contactNotFound, emailTaken } from '../errors.ts';
import { changeContacts, type Emit } from '../events.ts';
import { deleteFieldValues } from '../fields/value-queries.ts';
import { deleteMemberships, lockTermIds } from '../memberships/queries.ts';
import { deleteDeliveriesOfContact } from '../webhooks/queries.ts';
import type { Wish } from './contact-input.ts';
import { CountChanges } from './counts.ts';
import { type ContactRow, deleteContactRow, lockContactById } from './queries.ts';
import { loadKnown, resolveWish } from './resolve.ts';
import { saveContacts } from './save.ts';
import type { ContactState } from './state.ts';

/** @throws already_exists */
export async function addContact(context: Context, wish: Wish): Promise<ContactRow> {
  const wished = await withWordPressUser(context, wish);
  return refuseTakenEmail(changeContacts(context, (trx, emit) => applyWish(trx, wished, undefined, emit)));
}

/** @throws contact_not_exists or already_exists */
export async function updateContact(context: Context, id: number, wish: Wish): Promise<ContactRow> {
  const wished = await withWordPressUser(context, wish);
  return refuseTakenEmail(
    changeContacts(context, async (trx, emit) => applyWish(trx, wished, await lockContact(trx, id), emit)),
  );
}

/** Takes a contact out of every table, also what is still to be sent of it. @throws contact_not_exists */
export const deleteContact = (context: Context, id: number): Promise<void> =>
  changeContacts(context, async (trx, emit) => {
    const { row, terms } = await lockContact(trx, id);
    await deleteContactRow(trx, id);
    await deleteMemberships(trx, id, [...terms]);
    await deleteFieldValues(trx, id);
    const counts = new CountChanges();
    counts.add({ ...row, terms }, -1);
    await counts.write(trx);
    await deleteDeliveriesOfContact(trx, id);
    emit({ name: 'contact.deleted', contactId: id, data: { contact_id: id } });
  });

/** @throws contact_not_exists */
export async function lockContact(trx: Trx, id: number): Promise<ContactState> {
  const row = await lockContactById(trx, id);
  if (!row) throw contactNotFound();
  return { row, terms: new Set((await lockTermIds(trx, [id])).get(id)) };
}

async function applyWish(trx: Trx, wish: Wish, before: ContactState | undefined, emit: Emit): Promise<ContactRow> {
  const now = presentSecond();
  const known = await loadKnown(trx, [wish], [before]);
  const [row] = await saveContacts(trx, [resolveWish(wish, before, known, now)], known.terms, emit, now);
  return row as ContactRow;
}

async function withWordPressUser({ findWordPressUser }: Context, wish: Wish): Promise<Wish> {
  const { email } = wish.columns;
  return email === undefined ? wish : { ...wish, columns: { ...wish.columns, wpid: await findWordPressUser(email) } };
}

const refuseTakenEmail = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw duplicateKey(error) === 'contacts_email' ? emailTaken() : error;
  });
