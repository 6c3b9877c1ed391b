/** Creation, changes and deletion of a contact. */
import { duplicateKey } from '../../../../shared/db/db.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { Headers } from '../../../host/versions.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { confirmationsOff, emailTaken } from '../core/errors.ts';
import { changeIfAllowed, type Emit } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { type ContactInput, newAddresses } from './contact-input.ts';
import type { ContactRow } from './core/queries.ts';
import { deleteContacts } from './delete-contacts.ts';
import { requireContactVersion } from './detail.ts';
import { lockContact } from './lock-contacts.ts';
import { type Ignored, loadKnown, refuseAllIgnored, resolveContactInput } from './resolve.ts';
import { saveContacts } from './save.ts';
import type { ContactState } from './state.ts';

/** The stored row, and the ignored parts of the input. */
export type Written = { row: ContactRow; ignored: Ignored };

/** A function that runs at the end of the transaction. */
type Finish = (trx: Trx, written: Written) => Promise<void>;

/** Creates a contact. `sendsConfirmation` defaults to the site's double opt-in setting. @throws already_exists */
export async function addContact(
  context: Context,
  by: Caller | undefined,
  contactInput: ContactInput,
  { sendsConfirmation, finish }: { sendsConfirmation?: boolean | undefined; finish?: Finish | undefined } = {},
): Promise<Written> {
  const { enabled, request } = await context.confirmations.prepare();
  if (sendsConfirmation && !enabled) throw confirmationsOff();
  return refuseTakenEmail(
    changeIfAllowed(context, by, async (trx, emit) => {
      const written = await saveOne(context, trx, contactInput, { before: undefined, emit });
      if (sendsConfirmation ?? enabled) await request(trx, written.row, new Date());
      await finish?.(trx, written);
      return written;
    }),
  );
}

/** Changes a contact. @throws contact_not_exists, already_exists or conflict */
export async function updateContact(
  context: Context,
  by: Caller | undefined,
  id: number,
  { contactInput, headers, finish }: Headers & { contactInput: ContactInput; finish?: Finish | undefined },
): Promise<Written> {
  return refuseTakenEmail(
    changeIfAllowed(context, by, async (trx, emit) => {
      const before = await lockContact(trx, id);
      await requireContactVersion(context, trx, before.row, { headers });
      const written = await saveOne(context, trx, contactInput, { before, emit });
      await finish?.(trx, written);
      return written;
    }),
  );
}

/** Deletes a contact from every table, including unsent deliveries. @throws contact_not_exists or conflict */
export const deleteContact = (context: Context, by: Caller | undefined, id: number, head: Headers): Promise<void> =>
  changeIfAllowed(context, by, async (trx, emit) => {
    const before = await lockContact(trx, id);
    await requireContactVersion(context, trx, before.row, head);
    await deleteContacts(trx, [before], emit);
  });

async function saveOne(
  context: Context,
  trx: Trx,
  contactInput: ContactInput,
  { before, emit }: { before: ContactState | undefined; emit: Emit },
): Promise<Written> {
  const [written] = await saveInput(context, trx, contactInput, { states: [before], emit });
  return written as Written;
}

/**
 * Writes the same input to each contact; `undefined` means a new contact.
 * @throws unprocessable_entity if all of the input would be ignored for one of the existing contacts
 */
export async function saveInput(
  { erasedAddresses }: Pick<Context, 'erasedAddresses'>,
  trx: Trx,
  contactInput: ContactInput,
  { states, emit }: { states: (ContactState | undefined)[]; emit: Emit },
): Promise<Written[]> {
  const now = presentSecond();
  const known = await loadKnown(trx, [contactInput], states);
  const resolved = states.map((before) => {
    const one = resolveContactInput(contactInput, before, known, now);
    if (before) refuseAllIgnored(contactInput, one);
    return one;
  });
  const rows = await saveContacts(
    trx,
    resolved.map(({ save }) => save),
    known.terms,
    { emit, now },
  );
  await erasedAddresses.refuse(
    trx,
    states.flatMap((before) => newAddresses(contactInput, before)),
  );
  return resolved.map(({ ignored }, place) => ({ row: rows[place] as ContactRow, ignored }));
}

export const refuseTakenEmail = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw duplicateKey(error) === 'contacts_email' ? emailTaken() : error;
  });
