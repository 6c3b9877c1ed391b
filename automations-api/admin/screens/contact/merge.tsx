/** Merges two contacts: finds the other one, then compares both. */
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Show } from '../../../../shared/ui/states.tsx';
import type { ContactDetail } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { CompareForm } from './compare.tsx';
import { FindOther } from './find-contact.tsx';
import { getContact } from './use-contact.ts';

const words = text.merge;

type MergeProps = {
  keep: ContactDetail;
  /** Undefined until chosen. */
  otherId: string | undefined;
  onChoose: (otherId: string) => void;
  onClose: () => void;
  onDone: () => void;
};

export function Merge({ keep, otherId, onChoose, onClose, onDone }: MergeProps) {
  const other = useLoad(otherId === undefined ? undefined : (signal) => getContact(otherId, signal), [otherId]);
  if (other.data && otherId) return <CompareForm keep={keep} other={other.data} onClose={onClose} onDone={onDone} />;
  return (
    <Dialog title={words.title(keep.contact.email)} onClose={onClose} isWide={otherId !== undefined}>
      {otherId === undefined ? (
        <FindOther keepId={String(keep.contact.id)} onChoose={onChoose} />
      ) : (
        <Show of={other}>{() => null}</Show>
      )}
    </Dialog>
  );
}
