/** Buttons, and a button that copies a text. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { uiText } from './text.ts';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'icon' | 'size'> & {
  /** `main`: the main button of its screen or dialog. `bare`: without a frame. */
  kind?: 'main' | 'plain' | 'bare';
  /** Styles the button as dangerous, because its action cannot be undone. */
  isBad?: boolean;
  isBusy?: boolean;
  icon?: IconName;
  /** The keyboard shortcut for the same action. */
  shortcut?: string;
  /** The accessible name. A button without children shows only its icon. */
  label?: string;
  children?: ComponentChildren;
};

export function Button({
  kind = 'plain',
  isBad,
  isBusy,
  icon,
  shortcut,
  label,
  children,
  class: more,
  ...rest
}: ButtonProps) {
  const classes = ['btn', kind !== 'plain' && kind, isBad && 'bad', label && !children && 'icon', more];
  return (
    <button
      type="button"
      {...rest}
      class={classes.filter(Boolean).join(' ')}
      aria-label={label ?? rest['aria-label']}
      title={label && !children ? label : rest.title}
      aria-busy={isBusy}
      disabled={rest.disabled || isBusy}
    >
      {icon && <Icon name={icon} />}
      {children}
      {shortcut && (
        <span class="kbd" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </button>
  );
}

/** Shows a button that copies a text and confirms it for a moment. */
export function CopyButton({
  text,
  label,
  kind,
  name,
  onCopied,
}: {
  text: string;
  label?: string;
  kind?: 'bare';
  name?: string;
  onCopied?: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      kind={kind}
      icon={isCopied ? 'check' : 'copy'}
      aria-label={name}
      onClick={() =>
        void copyText(text).then((isDone) => {
          setCopied(isDone);
          if (isDone) onCopied?.();
        })
      }
    >
      {isCopied ? uiText.copied : (label ?? uiText.copy)}
    </Button>
  );
}

/**
 * Copies a text that is not available yet: browsers allow copying only during a key press or click. Resolves to whether it was
 * copied, once the text is available.
 */
export async function copyComing(text: Promise<string>): Promise<boolean> {
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  // Prevents an unhandled rejection. Awaiting `text` reports the error.
  blob.catch(() => {});
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return text.then(copyText, () => false);
  }
}

/** Copies a text. Resolves to whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
