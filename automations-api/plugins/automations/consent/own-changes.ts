/** Changes that contacts make to their own data through their personal URLs. */
import type { Caller } from '../../../host/core/route.ts';
import type { ContactRow } from '../contacts/core/queries.ts';
import { hasOptedOut, Status } from '../contacts/core/statuses.ts';
import { lockContact } from '../contacts/lock-contacts.ts';
import { loadTerms } from '../contacts/resolve.ts';
import { saveContacts } from '../contacts/save.ts';
import type { ContactState } from '../contacts/state.ts';
import { presentSecond } from '../core/dates.ts';
import { changeContacts } from '../core/events.ts';
import { TermType } from '../terms/core/queries.ts';
import type { Consent } from './consent.ts';

const self = ({ id, email }: ContactRow): Caller => ({ type: 'contact', id, name: email });

/** A change. `lists` are the offered lists and the contact's choice among them. The contact's other lists are kept. */
type OwnChange = { status?: number; lists?: { offered: number[]; chosen: number[] } };

/** The contact, and the email whose URL it uses. */
export type Owner = { contact: ContactRow; mailId: number | undefined };

/** Locks the contact, then decides and saves the change. @throws contact_not_exists */
const changeOwn = (consent: Consent, { contact, mailId }: Owner, decide: (row: ContactRow) => OwnChange) =>
  changeContacts(consent, self(contact), async (trx, emit) => {
    const before = await lockContact(trx, contact.id);
    const { status = before.row.status, lists } = decide(before.row);
    const known = await loadTerms(trx, lists?.chosen ?? [], before.terms);
    const after = {
      row: { ...before.row, status },
      terms: termsAfter(before, lists, (id) => known.get(id)?.type === TermType.list),
    };
    await saveContacts(trx, [{ before, after, values: [] }], known, { emit, now: presentSecond() });
    if (mailId !== undefined && hasOptedOut(status) && status !== before.row.status) {
      await consent.mails.recordOutcome(trx, { outcome: 'unsubscribed', contactId: contact.id, mailId });
    }
    return status;
  });

/** Returns the contact's tags and lists after its choice. Ignores lists that were deleted in the meantime. */
function termsAfter(
  { terms }: ContactState,
  lists: OwnChange['lists'],
  isList: (id: number) => boolean,
): ReadonlySet<number> {
  if (!lists) return terms;
  const kept = [...terms].filter((id) => !lists.offered.includes(id));
  return new Set([...kept, ...lists.chosen.filter((id) => lists.offered.includes(id) && isList(id))]);
}

/** Unsubscribes a contact. A complaint is kept, because it is more severe. */
export const unsubscribe = (consent: Consent, owner: Owner) =>
  changeOwn(consent, owner, ({ status }) => ({ status: hasOptedOut(status) ? status : Status.unsubscribed }));

export const chooseLists = (consent: Consent, owner: Owner, offered: number[], chosen: number[]) =>
  changeOwn(consent, owner, () => ({ lists: { offered, chosen } }));

/** Reverts an opt-out. A bounce is kept, because it concerns the email address. */
export const resubscribe = (consent: Consent, owner: Owner, offered: number[], chosen: number[]) =>
  changeOwn(consent, owner, ({ status }) => ({
    status: hasOptedOut(status) ? Status.subscribed : status,
    lists: { offered, chosen },
  }));

/**
 * Confirms an unverified contact and returns its status. Does not subscribe a contact that has opted out or bounced.
 */
export const confirm = (consent: Consent, owner: Owner) =>
  changeOwn(consent, owner, ({ status }) => ({ status: status === Status.unverified ? Status.subscribed : status }));
