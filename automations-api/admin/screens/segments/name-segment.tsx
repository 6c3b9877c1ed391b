/** The dialog that renames or duplicates a segment. */
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { saveSegment } from '../../core/save-segment.ts';
import type { Segment } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.segments;

type NameSegmentProps = { is: 'rename' | 'duplicate'; segment: Segment; onClose: () => void; onDone: () => void };

export function NameSegment({ is, segment: { ID, name, filter }, onClose, onDone }: NameSegmentProps) {
  const isCopy = is === 'duplicate';
  return (
    <NameDialog
      title={isCopy ? words.duplicateTitle(name) : text.terms.renameTitle(name)}
      label={words.name}
      name={isCopy ? text.objects.copyOf(name).slice(0, longestLabel) : name}
      maxLength={longestLabel}
      action={isCopy ? text.actions.create : text.actions.save}
      onClose={onClose}
      save={async (given) => {
        if (isCopy) await api.post('/segment/add', { name: given, filter });
        else await saveSegment({ name }, { name: given }, ID, { label: () => words.name });
        toast(words.saved(given));
        onDone();
      }}
    />
  );
}
