/** Erases a contact at their own request, so that nothing brings their address back. */
import type { Caller } from '../../../host/route.ts';
import { writeAudit } from '../audit/write.ts';
import { deleteContacts } from '../contacts/delete-contacts.ts';
import { lockContact } from '../contacts/lock-contacts.ts';
import type { Context } from '../context.ts';
import { presentSecond } from '../dates.ts';
import { changeContacts } from '../events.ts';
import { countSections } from './collect.ts';

/** How much was erased, by section. @throws contact_not_exists */
export const eraseContact = (
  context: Context,
  by: Caller | undefined,
  contactId: number,
): Promise<Record<string, number>> =>
  changeContacts(context, by, async (trx, emit) => {
    const state = await lockContact(trx, contactId);
    const erased = { contact: 1, ...(await countSections(context, trx, state.row)) };
    await deleteContacts(trx, [state], emit);
    await context.erasedAddresses.remember(trx, state.row.email_key, presentSecond());
    await writeAudit(trx, by, 'contact.erased', contactId, erased);
    return erased;
  });
