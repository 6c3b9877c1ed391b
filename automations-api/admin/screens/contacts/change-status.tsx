/** Sets the status of one contact. A contact who opted out needs an explicit confirmation before getting emails again. */
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

/** Returns a function that changes a status, and a dialog that the caller must render. */
export function useStatusChange(onDone: (contact: Subject, status: StatusName) => void) {
  const [asked, setAsked] = useState<{ contact: Subject; to: StatusName }>();
  const set = async (contact: Subject, to: StatusName) => {
    await api.post(`/contact/change-status/${contact.id}`, { status: to });
    onDone(contact, to);
  };
  const change = (contact: Subject, to: StatusName) => {
    const from = statusOf(contact.status);
    if (to === from) return;
    if (hasOptedOut(from) && getsMails(to)) {
      setAsked({ contact, to });
      return;
    }
    const undo = { label: text.actions.undo, act: () => void set(contact, from).catch(toastError) };
    set(contact, to).then(() => toast(words.changed(contact.email, text.statuses[to]), undo), toastError);
  };
  const dialog = asked && (
    <Confirm
      title={words.resubscribeTitle(asked.contact.email)}
      action={words.resubscribe}
      word={asked.contact.email}
      onConfirm={async () => {
        await set(asked.contact, asked.to);
        toast(words.changed(asked.contact.email, text.statuses[asked.to]));
      }}
      onClose={() => setAsked(undefined)}
    >
      {words.resubscribeNote(text.statuses[statusOf(asked.contact.status)])}
    </Confirm>
  );
  return { change, dialog };
}
