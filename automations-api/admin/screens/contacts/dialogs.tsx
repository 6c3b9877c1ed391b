/** The dialogs over the list of contacts that edit or delete one, or do something to many. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { ActOnMany, type ManyAct } from './act-on-many.tsx';
import { nameOf } from './columns.tsx';
import { EditStatus } from './edit-status.tsx';

const words = text.contacts;

export type Over =
  | { is: 'edit'; contact: ContactRecord }
  | { is: 'delete'; contact: ContactRecord }
  | { is: 'many'; act: ManyAct; count: number };

type OverListProps = {
  over: Over | undefined;
  onClose: () => void;
  /** A contact was changed, or is there or gone. */
  onDone: () => void;
  /** Begins a job with those that are selected. */
  onStart: (action: object) => Promise<unknown>;
};

export function OverList({ over, onClose, onDone, onStart }: OverListProps) {
  switch (over?.is) {
    case 'edit':
      return <EditStatus contact={over.contact} onClose={onClose} onDone={onDone} />;
    case 'delete':
      return <DeleteContact contact={over.contact} onClose={onClose} onDone={onDone} />;
    case 'many':
      return <ActOnMany act={over.act} count={over.count} onClose={onClose} onStart={onStart} />;
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
