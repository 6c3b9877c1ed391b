/** Erases a contact at their own request, so that nothing brings an address of theirs back. */
import type { Caller } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import { lockContactsByEmail } from '../contacts/core/queries.ts';
import { deleteContacts } from '../contacts/delete-contacts.ts';
import { lockContact } from '../contacts/lock-contacts.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { changeContacts } from '../core/events.ts';
import { listFormerEmailKeys } from '../timeline/core/former-addresses.ts';
import { stripDeliveries } from '../webhooks/strip-deliveries.ts';
import { countSections } from './collect.ts';
import { eraseFromFilters } from './erase-from-filters.ts';
import { eraseFromImports } from './erase-from-imports.ts';
import { findAddresses } from './find-address.ts';

/** How much was erased, by section. @throws contact_not_exists */
export const eraseContact = (
  context: Context,
  by: Caller | undefined,
  contactId: number,
): Promise<Record<string, number>> =>
  changeContacts(context, by, async (trx, emit) => {
    const state = await lockContact(trx, contactId);
    const erased = { contact: 1, ...(await countSections(context, trx, state.row)) };
    const emailKeys = [state.row.email_key, ...(await listFormerEmailKeys(trx, contactId))];
    await deleteContacts(trx, [state], emit);
    await stripDeliveries(trx, contactId);
    const namesAddress = findAddresses(emailKeys);
    await eraseFromFilters(trx, namesAddress);
    await eraseFromImports(trx, contactId, emailKeys, namesAddress);
    await context.erasedAddresses.remember(trx, emailKeys, presentSecond());
    const taken = (await lockContactsByEmail(trx, emailKeys)).map(({ email_key }) => email_key);
    await context.erasedAddresses.forget(trx, taken);
    await writeAudit(trx, by, 'contact.erased', { subject: contactId, data: erased });
    return erased;
  });
