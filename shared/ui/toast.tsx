/** Toasts: short messages at the bottom of the page, which screen readers announce. */

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { sentenceOf } from './field-problems.ts';
import { uiText } from './text.ts';

type Toast = { id: number; text: string; action?: { label: string; act: () => void } };

const toasts = signal<Toast[]>([]);
let lastId = 0;

const drop = (id: number) => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Shows a toast that disappears automatically. A toast with an action stays longer. */
export function toast(text: string, action?: Toast['action']): void {
  lastId++;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, action }];
  setTimeout(() => drop(id), action ? 12_000 : 6_000);
}

/** Shows an error as a toast: `work.catch(toastError)`. */
export const toastError = ({ message }: Error): void => toast(sentenceOf(message));

/** Shows the list of toasts. The list is a popover, so that it is also above open dialogs. */
export function Toasts() {
  const ref = useRef<HTMLDivElement>(null);
  const shown = toasts.value;
  useEffect(() => {
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover();
    if (shown.length > 0) ref.current?.showPopover();
  }, [shown]);
  return (
    <div ref={ref} class="toasts" popover="manual" role="status">
      {shown.map(({ id, text, action }) => (
        <div key={id}>
          <span dir="auto">{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                drop(id);
                action.act();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label={uiText.close} onClick={() => drop(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
