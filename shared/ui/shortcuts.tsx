/** Single-key shortcuts outside text fields, a dialog that lists them, and a setting that turns them off. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { findKey } from './find-key.ts';
import { follow } from './navigate.ts';
import { areShortcutsOn } from './preferences.ts';
import { uiText } from './text.ts';

/** A shortcut. `key` can be two keys in sequence, such as `g l`. */
type Shortcut = { key: string; label: string; act: () => void };

/** The active shortcuts. If several have the same key, the last one applies. */
const active: Shortcut[] = [];
const isSheetOpen = signal(false);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

/** The maximum time between two keys of a sequence. */
const pairWithinMs = 1_500;

/** Returns a function that finds the shortcut for a key, or for the last two keys. */
function createFinder(): (event: KeyboardEvent) => Shortcut | undefined {
  let first = { key: '', at: Number.NEGATIVE_INFINITY };
  return ({ key, timeStamp }) => {
    const pair = timeStamp - first.at < pairWithinMs ? `${first.key} ${key}` : '';
    first = { key, at: timeStamp };
    return active.findLast((one) => one.key === pair) ?? active.findLast((one) => one.key === key);
  };
}

/** Starts listening for shortcuts. Call it once. */
export function listenForShortcuts(): void {
  const find = createFinder();
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!areShortcutsOn.value || isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (event.key === '?') {
      isSheetOpen.value = true;
      return;
    }
    const found = find(event);
    if (!found) return;
    event.preventDefault();
    found.act();
  });
}

/** Adds shortcuts. @returns a function that removes them */
function register(shortcuts: readonly Shortcut[], isGeneral: boolean): () => void {
  if (isGeneral) active.unshift(...shortcuts);
  else active.push(...shortcuts);
  return () => {
    for (const shortcut of shortcuts) active.splice(active.indexOf(shortcut), 1);
  };
}

type Options = {
  /** Gives way to a shortcut of the current screen with the same key. */
  isGeneral?: boolean;
};

/**
 * Adds a shortcut while the component is mounted. `label` describes it in the dialog. Without `act`, there is no
 * shortcut.
 */
export function useShortcut(
  key: string,
  label: string,
  act: (() => void) | undefined,
  { isGeneral = false }: Options = {},
): void {
  const latest = useRef(act);
  latest.current = act;
  const isOn = act !== undefined;
  // The key must work as soon as its label is visible.
  useLayoutEffect(
    () => (isOn ? register([{ key, label, act: () => latest.current?.() }], isGeneral) : undefined),
    [key, label, isOn, isGeneral],
  );
}

/** A screen with a key that follows a `g`. */
export type KeyedScreen = { key: string; label: string; href: string };

/** Adds the sequence `g` and a letter for each screen. The list must not change while the component is mounted. */
export function useScreenKeys(screens: readonly KeyedScreen[]): void {
  useLayoutEffect(
    () =>
      register(
        screens.map(({ key, label, href }) => ({ key: `g ${key}`, label, act: () => follow(href) })),
        true,
      ),
    [screens],
  );
}

export const showShortcuts = (): void => {
  isSheetOpen.value = true;
};

/** Shows the dialog that lists the shortcuts. The application renders it once. */
export function ShortcutSheet({ title }: { title: string }) {
  if (!isSheetOpen.value) return null;
  const shown = [...new Map(active.map((shortcut) => [shortcut.key, shortcut.label]))];
  const isPair = ([key]: [string, string]) => key.includes(' ');
  return (
    <Dialog
      title={title}
      onClose={() => {
        isSheetOpen.value = false;
      }}
    >
      <Keys rows={[...shown.filter((row) => !isPair(row)), [findKey, uiText.find.note]]} />
      <h3>{uiText.find.screens}</h3>
      <Keys rows={shown.filter(isPair)} />
    </Dialog>
  );
}

const Keys = ({ rows }: { rows: [string, string][] }) => (
  <dl class="keys">
    {rows.map(([keys, label]) => (
      <div key={keys}>
        <dt>{label}</dt>
        <dd>
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);
