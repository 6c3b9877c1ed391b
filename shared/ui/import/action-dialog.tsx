/** The confirmation before an import is cancelled or undone, with the consequences. */
import { Confirm } from '../dialog.tsx';
import type { ImportWords } from '../text/en/import.ts';
import { uiText } from '../text.ts';
import type { Act, ImportRecord } from './record.ts';

type Props = {
  act: Act;
  record: ImportRecord;
  words: ImportWords;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

export function ActDialog({ act, record: { created, changed, dryRun }, words, onConfirm, onClose }: Props) {
  const { undo, cancel, acts } = words;
  const lines =
    act === 'undo'
      ? [created > 0 && undo.deleted(created), changed > 0 && undo.restored(changed), undo.kept, undo.left]
      : [dryRun || created + changed === 0 ? cancel.check : cancel.note(created + changed)];
  return (
    <Confirm
      title={act === 'undo' ? undo.title : cancel.title}
      action={act === 'undo' ? acts.undo : acts.cancel}
      keep={act === 'cancel' ? uiText.keepIt : undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Confirm>
  );
}
