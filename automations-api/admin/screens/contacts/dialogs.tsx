/** Dialogs of the contact list: edit or delete one, or change many. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { ChangeMany, type ManyAction } from './bulk-dialogs.tsx';
import { nameOf } from './columns.tsx';
import { EditStatus } from './edit-status.tsx';

const words = text.contacts;

export type ContactDialog =
  | { is: 'edit'; contact: ContactRecord }
  | { is: 'delete'; contact: ContactRecord }
  | { is: 'many'; action: ManyAction; count: number };

type ContactDialogsProps = {
  dialog: ContactDialog | undefined;
  onClose: () => void;
  /** Called after a contact has been changed or deleted. */
  onDone: () => void;
  /** Starts a job for the selected contacts. */
  onStart: (action: object) => Promise<unknown>;
};

export function ContactDialogs({ dialog, onClose, onDone, onStart }: ContactDialogsProps) {
  switch (dialog?.is) {
    case 'edit':
      return <EditStatus contact={dialog.contact} onClose={onClose} onDone={onDone} />;
    case 'delete':
      return <DeleteContact contact={dialog.contact} onClose={onClose} onDone={onDone} />;
    case 'many':
      return <ChangeMany action={dialog.action} count={dialog.count} onClose={onClose} onStart={onStart} />;
    default:
      return null;
  }
}

type DeleteContactProps = { contact: ContactRecord; onClose: () => void; onDone: () => void };

export const DeleteContact = ({ contact, onClose, onDone }: DeleteContactProps) => (
  <Confirm
    title={words.deleteTitle(nameOf(contact) || contact.email)}
    action={text.actions.delete}
    onClose={onClose}
    onConfirm={async () => {
      await api.delete(`/contact/${contact.id}`);
      toast(words.deleted(contact.email));
      onDone();
    }}
  >
    {words.deleteNote}
  </Confirm>
);
