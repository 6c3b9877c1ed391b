/** Dialogs. The browser's `dialog` element keeps the focus inside. */

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { sentenceOf } from './field-problems.ts';
import { beginIn } from './initial-focus.ts';
import { uiText } from './text.ts';

type DialogProps = {
  title: string;
  onClose: () => void;
  /** Wide enough for two columns. */
  isWide?: boolean;
  /** Prevents Escape and the close button from closing the dialog. */
  isHeld?: boolean;
  footer?: ComponentChildren;
  children: ComponentChildren;
};

/** Shows a dialog that is open while it is mounted, and then restores the focus. */
export function Dialog({ title, onClose, isWide, isHeld, footer, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const open = () => {
    ref.current?.showModal();
    return ref.current ? beginIn(ref.current) : undefined;
  };
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement as HTMLElement | null;
    const end = open();
    return () => {
      end?.();
      dialog?.close();
      const { body } = document;
      // A shortcut key can open a dialog while nothing has the focus.
      const next = before?.isConnected && before !== body ? before : document.getElementById('main');
      next?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      class={isWide ? 'wide' : ''}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isHeld && event.target === ref.current) onClose();
      }}
      // Browsers let a page prevent only the first of two consecutive Escape presses, so a held dialog opens again.
      onClose={open}
    >
      <header>
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {!isHeld && <Button kind="bare" icon="close" label={uiText.close} onClick={onClose} />}
      </header>
      <div class="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

type ConfirmProps = {
  title: string;
  /** The consequences of the action, with numbers. */
  children: ComponentChildren;
  /** The label of the confirming button. */
  action: string;
  /** The label of the other button. An action that cancels something needs one, because "Cancel" would be ambiguous. */
  keep?: string;
  /** A text that the user must type first, for actions that cannot be undone. */
  word?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks for confirmation before something is lost. After an error, the dialog stays open and shows the reason. */
export function Confirm({ title, children, action, keep = uiText.cancel, word, onConfirm, onClose }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isReady = word === undefined || typed.trim() === word;
  const confirm = async () => {
    if (!isReady) return;
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(sentenceOf((error as Error).message));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button kind="main" isBad isBusy={isBusy} disabled={!isReady} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div>{children}</div>
        {word !== undefined && (
          <Field label={uiText.typeToConfirm(word)}>
            {(control) => (
              <input
                {...control}
                dir="auto"
                value={typed}
                autocomplete="off"
                spellcheck={false}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        {problem && (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
