/** The dialog that confirms deleting a segment, or lists its uses. */
import { Button } from '../../../../shared/ui/button.tsx';
import { Confirm, Dialog } from '../../../../shared/ui/dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { References, Segment } from '../../core/types.ts';
import { isUsed, UsedBy } from '../../core/used-by.tsx';
import { text } from '../../text/text.ts';

const words = text.segments;

type DeleteSegmentProps = { segment: Segment; users: References | undefined; onClose: () => void; onDone: () => void };

export function DeleteSegment({ segment: { ID, name }, users, onClose, onDone }: DeleteSegmentProps) {
  if (users && isUsed(users)) {
    return (
      <Dialog
        title={words.keptTitle(name)}
        onClose={onClose}
        footer={<Button onClick={onClose}>{text.ui.close}</Button>}
      >
        <p>{words.keptNote}</p>
        <UsedBy users={users} />
      </Dialog>
    );
  }
  return (
    <Confirm
      title={words.deleteTitle(name)}
      action={text.actions.delete}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/segment/${ID}`);
        toast(words.deleted(name));
        onDone();
      }}
    >
      {words.deleteNote}
    </Confirm>
  );
}
