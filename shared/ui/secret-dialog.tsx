/** A secret that was just made, which is shown once. */
import type { ComponentChildren } from 'preact';
import { Button, CopyButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ReadOnly } from './field.tsx';

type SecretDialogProps = {
  title: string;
  /** Names the secret, says that it is not shown again, and ends the window. */
  words: { label: string; once: string; done: string };
  secret: string;
  /** What it is for. */
  children?: ComponentChildren;
  onClose: () => void;
};

export function SecretDialog({ title, words, secret, children, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button kind="main" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <div class="form">
        <p class="notice warn">{words.once}</p>
        <div class="secret">
          <ReadOnly label={words.label} value={secret} />
          <CopyButton text={secret} />
        </div>
        {children}
      </div>
    </Dialog>
  );
}
