/** Opens the finder: a button in the frame, Ctrl-K anywhere, and `/` where a screen has nothing to search of its own. */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../icon.tsx';
import { useLoad } from '../load.ts';
import { useShortcut } from '../shortcuts.tsx';
import { uiText } from '../text.ts';
import { toastError } from '../toast.tsx';
import { findKey, isFindKey } from './find-key.ts';
import type { Findable } from './finder.tsx';

/** The search box of the screen that is shown. */
const searchBox = () =>
  [...document.querySelectorAll<HTMLElement>('main input[type="search"]')].find((box) => box.checkVisibility());

/** `load` fetches what can be found, with the finder itself when it is first opened. */
export function FindButton({ load }: { load: () => Promise<Findable> }) {
  const [isOpen, setOpen] = useState(false);
  const parts = useLoad(
    isOpen ? async () => ({ ...(await import('./finder.tsx')), findable: await load() }) : undefined,
    [isOpen],
  );
  const { Finder, findable } = parts.data ?? {};
  useEffect(() => {
    if (parts.error) toastError(parts.error);
  }, [parts.error]);
  useShortcut(
    '/',
    uiText.find.search,
    () => {
      const box = searchBox();
      if (box) box.focus();
      else setOpen(true);
    },
    { isGeneral: true },
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isFindKey(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        class="btn find-any"
        aria-label={uiText.find.title}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>{uiText.find.title}</span>
        <span class="kbd" aria-hidden="true">
          {findKey}
        </span>
      </button>
      {isOpen && Finder && findable && <Finder {...findable} onClose={() => setOpen(false)} />}
    </>
  );
}
