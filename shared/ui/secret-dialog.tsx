/**
 * A dialog that shows a new secret once. It stays open until the user copies the secret, or confirms that it is
 * stored.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, CopyButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Check, ReadOnly } from './field.tsx';
import { uiText } from './text.ts';

type SecretDialogProps = {
  title: string;
  /** The title, a note that the secret is shown only once, and the label of the close button. */
  words: { label: string; once: string; done: string };
  secret: string;
  /** A text about the secret's purpose. */
  children?: ComponentChildren;
  onClose: () => void;
};

export function SecretDialog({ title, words, secret, children, onClose }: SecretDialogProps) {
  const [isKept, setKept] = useState(false);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isHeld={!isKept}
      footer={
        <Button kind="main" disabled={!isKept} onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <div class="form">
        <p class="notice warn">{words.once}</p>
        <div class="secret" onCopy={() => setKept(true)}>
          <ReadOnly label={words.label} value={secret} />
          <CopyButton text={secret} onCopied={() => setKept(true)} />
        </div>
        {children}
        <Check label={uiText.kept} isOn={isKept} onChange={setKept} />
      </div>
    </Dialog>
  );
}
