/** The sheet over a list on a phone, with the filters and the view. */
import type { ComponentChildren } from 'preact';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { uiText } from '../text.ts';

type ListSheetProps = {
  title: string;
  /** The label of the button that closes the sheet. */
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
