/** On a phone: what narrows a list and how it is shown, over the list. */
import type { ComponentChildren } from 'preact';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { uiText } from '../text.ts';

type ListSheetProps = {
  title: string;
  /** The word on the button that closes it. */
  done?: string;
  onClose: () => void;
  children: ComponentChildren;
};

export const ListSheet = ({ title, done = uiText.list.done, onClose, children }: ListSheetProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    footer={
      <Button kind="main" onClick={onClose}>
        {done}
      </Button>
    }
  >
    <div class="list-sheet">{children}</div>
  </Dialog>
);
