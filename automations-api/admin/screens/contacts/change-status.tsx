/** A change of one contact's status. Emails to a contact who opted out need an explicit confirmation. */
import { useState } from 'preact/hooks';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { statusOf } from '../../core/statuses.ts';
import type { ContactRecord, StatusName } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contacts.status;

type Subject = Pick<ContactRecord, 'id' | 'email' | 'status'>;

const hasOptedOut = (status: StatusName) => status === 'unsubscribed' || status === 'complaint';
const getsMails = (status: StatusName) => status === 'subscribed';

/** Returns a function that changes a contact's status, and a dialog that the caller must render. */
export function useStatusChange(onDone: (contact: Subject, status: StatusName) => void) {
  const [pending, setPending] = useState<{ contact: Subject; to: StatusName }>();
  const set = async (contact: Subject, to: StatusName) => {
    await api.post(`/contact/change-status/${contact.id}`, { status: to });
    onDone(contact, to);
  };
  const change = (contact: Subject, to: StatusName) => {
    const from = statusOf(contact.status);
    if (to === from) return;
    if (hasOptedOut(from) && getsMails(to)) {
      setPending({ contact, to });
      return;
    }
    const undo = { label: text.actions.undo, act: () => void set(contact, from).catch(toastError) };
    set(contact, to).then(() => toast(words.changed(contact.email, text.statuses[to]), undo), toastError);
  };
  const dialog = pending && (
    <Confirm
      title={words.resubscribeTitle(pending.contact.email)}
      action={words.resubscribe}
      word={pending.contact.email}
      onConfirm={async () => {
        await set(pending.contact, pending.to);
        toast(words.changed(pending.contact.email, text.statuses[pending.to]));
      }}
      onClose={() => setPending(undefined)}
    >
      {words.resubscribeNote(text.statuses[statusOf(pending.contact.status)])}
    </Confirm>
  );
  return { change, dialog };
}
