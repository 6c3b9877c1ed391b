/** The dialog that confirms deleting a field. It shows how many contacts lose a value, and the field's uses. */
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Failed } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { CustomField, Uses } from '../../core/types.ts';
import { isUsed, UsedBy } from '../../core/used-by.tsx';
import { text } from '../../text/text.ts';

const words = text.fields;
/** The number of contacts from which the user must type the name. */
const manyAre = 20;

type DeleteFieldProps = { field: CustomField; onClose: () => void; onDone: () => void };

export function DeleteField({ field: { ID, name, contacts }, onClose, onDone }: DeleteFieldProps) {
  const uses = useLoad((signal) => api.get<{ uses: Uses }>(`/field/${ID}/uses`, {}, signal), [ID]);
  const lost = uses.data?.uses.contacts ?? contacts ?? 0;
  return (
    <Confirm
      title={words.deleteTitle(name)}
      action={text.actions.delete}
      word={lost >= manyAre ? name : undefined}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/field/${ID}`);
        toast(words.deleted(name));
        onDone();
      }}
    >
      {uses.error && <Failed error={uses.error} retry={uses.reload} />}
      {!uses.data && !uses.error && <Bones rows={2} />}
      {uses.data && (
        <div class="stack">
          <p>{words.deleteNote(lost)}</p>
          {isUsed(uses.data.uses) && <p>{words.deleteUsed}</p>}
          <UsedBy users={uses.data.uses} />
        </div>
      )}
    </Confirm>
  );
}
