/** Buttons, also for copying a text. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { uiText } from './text.ts';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'icon' | 'size'> & {
  /** `main`: a screen's main button. `bare`: without a frame. */
  kind?: 'main' | 'plain' | 'bare';
  /** The action cannot be undone. */
  isBad?: boolean;
  isBusy?: boolean;
  icon?: IconName;
  /** The shortcut with the same effect. */
  shortcut?: string;
  /** Only the icon is visible; this is its name. */
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

/** Copies a text and confirms this for a moment. */
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
  // The waiting code gets the error.
  blob.catch(() => {});
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return text.then(copyText, () => false);
  }
}

/** Resolves to whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
