/** The dialog that confirms deleting a form and shows what is lost. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { SignupForm } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.forms;

type DeleteFormProps = { form: SignupForm; onClose: () => void; onDeleted: () => void };

export const DeleteForm = ({ form: { ID, name, posts }, onClose, onDeleted }: DeleteFormProps) => (
  <Confirm
    title={words.deleteTitle(name)}
    action={text.actions.delete}
    onClose={onClose}
    onConfirm={async () => {
      await api.delete(`/form/${ID}`);
      toast(words.deleted(name));
      onDeleted();
    }}
  >
    {words.deleteNote(posts)}
  </Confirm>
);
