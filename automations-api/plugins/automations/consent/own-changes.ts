/** Changes that contacts make to themselves, through URLs only they have. */
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

/** `lists` are those of `offered` that are chosen. What is left out stays. */
type OwnChange = { status?: number; lists?: { offered: number[]; chosen: number[] } };

/** Works out the change from the contact as it is once it is locked. @throws contact_not_exists */
const changeOwn = (consent: Consent, contact: ContactRow, decide: (row: ContactRow) => OwnChange) =>
  changeContacts(consent, self(contact), async (trx, emit) => {
    const before = await lockContact(trx, contact.id);
    const { status = before.row.status, lists } = decide(before.row);
    const known = await loadTerms(trx, lists?.chosen ?? [], before.terms);
    const after = {
      row: { ...before.row, status },
      terms: termsAfter(before, lists, (id) => known.get(id)?.type === TermType.list),
    };
    await saveContacts(trx, [{ before, after, values: [] }], known, { emit, now: presentSecond() });
    return status;
  });

/** A list that was deleted meanwhile is nobody's. */
function termsAfter(
  { terms }: ContactState,
  lists: OwnChange['lists'],
  isList: (id: number) => boolean,
): ReadonlySet<number> {
  if (!lists) return terms;
  const kept = [...terms].filter((id) => !lists.offered.includes(id));
  return new Set([...kept, ...lists.chosen.filter((id) => lists.offered.includes(id) && isList(id))]);
}

/** A complaint says more than that, and stays. */
export const unsubscribe = (consent: Consent, contact: ContactRow) =>
  changeOwn(consent, contact, ({ status }) => ({ status: hasOptedOut(status) ? status : Status.unsubscribed }));

export const chooseLists = (consent: Consent, contact: ContactRow, offered: number[], chosen: number[]) =>
  changeOwn(consent, contact, () => ({ lists: { offered, chosen } }));

/** Takes an opt-out back. Facts about the address, such as a bounce, stay. */
export const resubscribe = (consent: Consent, contact: ContactRow, offered: number[], chosen: number[]) =>
  changeOwn(consent, contact, ({ status }) => ({
    status: hasOptedOut(status) ? Status.subscribed : status,
    lists: { offered, chosen },
  }));

/** Returns the resulting status: a contact who opted out or bounced meanwhile is not subscribed by an older email. */
export const confirm = (consent: Consent, contact: ContactRow) =>
  changeOwn(consent, contact, ({ status }) => ({ status: status === Status.unverified ? Status.subscribed : status }));
