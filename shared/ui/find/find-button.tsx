/** Opens the finder: a button in the frame, Ctrl-K anywhere, and `/` where a screen has nothing to search of its own. */
import { useEffect } from 'preact/hooks';
import { findKey, isFindKey } from '../find-key.ts';
import { Icon } from '../icon.tsx';
import { openDialog } from '../open-dialog.ts';
import { useShortcut } from '../shortcuts.tsx';
import { uiText } from '../text.ts';
import { toastError } from '../toast.tsx';
import type { Findable } from './finder.tsx';

/** The search box of the screen that is shown. */
const searchBox = () =>
  [...document.querySelectorAll<HTMLElement>('main input[type="search"]')].find((box) => box.checkVisibility());

const close = () => {
  openDialog.value = undefined;
};

/** `load` fetches what can be found. */
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
      // The first of both keys is pressed a moment before the second, and one types on at once.
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
