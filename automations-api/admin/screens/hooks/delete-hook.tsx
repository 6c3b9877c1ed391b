/** The dialog that confirms deleting a hook and shows what is lost. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { Hook } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.hooks;

type DeleteHookProps = { hook: Hook; onClose: () => void; onDeleted: () => void };

export const DeleteHook = ({ hook: { ID, name, received }, onClose, onDeleted }: DeleteHookProps) => (
  <Confirm
    title={words.deleteTitle(name)}
    action={text.actions.delete}
    onClose={onClose}
    onConfirm={async () => {
      await api.delete(`/hook/${ID}`);
      toast(words.deleted(name));
      onDeleted();
    }}
  >
    {words.deleteNote(received)}
  </Confirm>
);
