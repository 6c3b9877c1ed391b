/** Erasure of a contact at its own request. Its email addresses can be added again only on explicit request. */
import type { Caller } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import { lockContactsByEmail } from '../contacts/core/queries.ts';
import { deleteContacts } from '../contacts/delete-contacts.ts';
import { lockContact } from '../contacts/lock-contacts.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { changeContacts } from '../core/events.ts';
import type { Trx } from '../core/tables.ts';
import { keyOfEmail } from '../core/text.ts';
import { listTimeline } from '../timeline/core/queries.ts';
import { stripDeliveries } from '../webhooks/strip-deliveries.ts';
import { countSections } from './collect.ts';
import { eraseFromFilters } from './erase-from-filters.ts';
import { eraseFromImports } from './erase-from-imports.ts';
import { findAddresses } from './find-address.ts';
import { sectionsOf } from './sections.ts';

/** Erases a contact. Resolves to the number of erased entries by section. @throws contact_not_exists */
export const eraseContact = (
  context: Context,
  by: Caller | undefined,
  contactId: number,
): Promise<Record<string, number>> =>
  changeContacts(context, by, async (trx, emit) => {
    const state = await lockContact(trx, contactId);
    const erased = { contact: 1, ...(await countSections(context, trx, state.row)) };
    const emailKeys = [state.row.email_key, ...(await listPreviousEmailKeys(trx, contactId))];
    await deleteContacts(trx, [state], emit);
    await stripDeliveries(trx, contactId);
    const containsAddress = findAddresses(emailKeys);
    await eraseFromFilters(trx, containsAddress);
    await eraseFromImports(trx, contactId, emailKeys, containsAddress);
    for (const { erase } of await sectionsOf(context)) await erase?.(trx, { emailKeys, containsAddress });
    await context.erasedAddresses.remember(trx, emailKeys, presentSecond());
    const taken = (await lockContactsByEmail(trx, emailKeys)).map(({ email_key }) => email_key);
    await context.erasedAddresses.forget(trx, taken);
    await writeAudit(trx, by, 'contact.erased', { subject: contactId, data: erased });
    return erased;
  });

/** Data of `contact.email_changed` and `contact.merged`. */
type Data = { changes?: { email?: { from: string } }; email?: string };

const emailEvents = ['contact.email_changed', 'contact.merged'];

/** Lists the keys of previous email addresses, without duplicates. The list can include the current address's key. */
async function listPreviousEmailKeys(trx: Trx, contactId: number): Promise<string[]> {
  const entries = await listTimeline(trx, contactId, emailEvents, {
    beforeId: undefined,
    limit: Number.MAX_SAFE_INTEGER,
  });
  const emails = entries.map((entry) => {
    const { changes, email } = JSON.parse(entry.data) as Data;
    return changes?.email?.from ?? email;
  });
  return [...new Set(emails.flatMap((email) => (email === undefined ? [] : [keyOfEmail(email)])))];
}
