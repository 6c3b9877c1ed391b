/** The button in the frame that opens the finder. Ctrl+K opens it anywhere, and `/` on screens without a search box. */
import { useEffect } from 'preact/hooks';
import { findKey, isFindKey } from '../find-key.ts';
import { Icon } from '../icon.tsx';
import { openDialog } from '../open-dialog.ts';
import { useShortcut } from '../shortcuts.tsx';
import { uiText } from '../text.ts';
import { toastError } from '../toast.tsx';
import type { Findable } from './finder.tsx';

/** Finds the search box of the current screen. */
const searchBox = () =>
  [...document.querySelectorAll<HTMLElement>('main input[type="search"]')].find((box) => box.checkVisibility());

const close = () => {
  openDialog.value = undefined;
};

/** Shows the button. `load` fetches the objects and actions that can be found. */
export function FindButton({ load }: { load: () => Promise<Findable> }) {
  const fetch = () => Promise.all([import('./finder.tsx'), load()]);
  const open = () =>
    void fetch().then(([{ Finder }, findable]) => {
      openDialog.value = <Finder {...findable} onClose={close} />;
    }, toastError);
  useShortcut(
    '/',
    uiText.find.search,
    () => {
      const box = searchBox();
      if (box) box.focus();
      else open();
    },
    { isGeneral: true },
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Starts loading when Ctrl or ⌘ is pressed, just before the K, because users start typing immediately afterwards.
      if (event.key === 'Control' || event.key === 'Meta') void fetch().catch(() => {});
      if (!isFindKey(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <button type="button" class="btn find-any" aria-keyshortcuts="Control+K" onClick={open}>
      <Icon name="search" />
      <span>{uiText.find.title}</span>
      <span class="kbd" aria-hidden="true">
        {findKey}
      </span>
    </button>
  );
}
