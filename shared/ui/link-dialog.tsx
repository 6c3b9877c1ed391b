/** A dialog that shows a URL once. */
import type { ComponentChildren } from 'preact';
import { Button, CopyButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ReadOnly } from './field.tsx';

type LinkDialogProps = {
  title: string;
  label: string;
  url: string;
  hint: ComponentChildren;
  /** The label of the close button. */
  done: string;
  onClose: () => void;
};

export const LinkDialog = ({ title, label, url, hint, done, onClose }: LinkDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    footer={
      <>
        <CopyButton text={url} />
        <Button kind="main" onClick={onClose}>
          {done}
        </Button>
      </>
    }
  >
    <ReadOnly label={label} value={url} hint={hint} />
  </Dialog>
);
