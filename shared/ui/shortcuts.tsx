/** Single keys that do things while nobody types, a sheet that lists them, and a switch that turns them off. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { areShortcutsOn } from './preferences.ts';

type Shortcut = { key: string; label: string; act: (event: KeyboardEvent) => void };

const active = new Set<Shortcut>();
const isSheetOpen = signal(false);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

/** Listens from now on; call it once. */
export function listenForShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!areShortcutsOn.value || isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (event.key === '?') {
      isSheetOpen.value = true;
      return;
    }
    const found = [...active].reverse().find(({ key }) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found.act(event);
  });
}

/** While the caller is drawn. `label` says in the sheet what it does. */
export function useShortcut(key: string, label: string, act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const shortcut: Shortcut = { key, label, act: (event) => latest.current(event) };
    active.add(shortcut);
    return () => {
      active.delete(shortcut);
    };
  }, [key, label]);
}

/** `/` leads to the search box of the screen. */
export const useSearchShortcut = (label: string): void =>
  useShortcut('/', label, () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus());

export const showShortcuts = (): void => {
  isSheetOpen.value = true;
};

/** The sheet, drawn once by the application. */
export function ShortcutSheet({ title }: { title: string }) {
  if (!isSheetOpen.value) return null;
  const shown = [...new Map([...active].map((shortcut) => [shortcut.key, shortcut.label]))];
  return (
    <Dialog
      title={title}
      onClose={() => {
        isSheetOpen.value = false;
      }}
    >
      <dl class="keys">
        {shown.map(([key, label]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
